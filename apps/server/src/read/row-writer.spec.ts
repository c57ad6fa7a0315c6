import { describe, expect, it } from '@jest/globals';
import { RefDto } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { instant, rowWriter } from './row-writer.js';
import { column } from './sources.js';
import { summary } from './summary.js';

const space = summary(RefDto, 'spaces', { id: column(), name: column() });
const none = (): string => 'null';

describe('instant (SHAPE-1)', () => {
  it.each([
    ['2026-03-01 09:00:00+00', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01 09:00:00.5+00', '2026-03-01T09:00:00.500Z'],
    ['2026-03-01 09:00:00.05+00', '2026-03-01T09:00:00.050Z'],
    ['2026-03-01 09:00:00.123+00', '2026-03-01T09:00:00.123Z'],
    ['0001-01-01 00:00:00.001+00', '0001-01-01T00:00:00.001Z'],
  ])('%s', (stored, shown) => {
    expect(instant(stored)).toBe(shown);
  });
});

describe('the row writer', () => {
  it('prints what JSON.parse reads back, whatever the text (SHAPE-2)', () => {
    const write = rowWriter([
      { key: 'id', sql: '', shown: { as: 'quoted' } },
      { key: 'name', sql: '', shown: { as: 'text' } },
      { key: 'note', sql: '', shown: { as: 'text' } },
      { key: 'count', sql: '', shown: { as: 'plain' } },
    ]);
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.string({ unit: 'binary' }),
        fc.option(fc.string()),
        fc.integer(),
        (id, name, note, count) => {
          expect(JSON.parse(write([id, name, note, String(count)], none))).toEqual({ id, name, note, count });
        },
      ),
    );
  });

  it('shows null as null for every kind of column', () => {
    const kinds = ['quoted', 'text', 'plain', 'instant', 'passed'] as const;
    const write = rowWriter([
      ...kinds.map((as) => ({ key: as, sql: '', shown: { as } })),
      { key: 'ref', sql: '', shown: { as: 'fragment', summary: space } },
    ]);
    const shown: unknown = JSON.parse(write([null, null, null, null, null, null], none));
    expect(shown).toEqual({ quoted: null, text: null, plain: null, instant: null, passed: null, ref: null });
  });

  it('puts a fragment where its id stands, and leaves no remainder below zero', () => {
    const write = rowWriter([
      { key: 'space', sql: '', shown: { as: 'fragment', summary: space } },
      { key: 'total', sql: '', shown: { as: 'plain' } },
      { key: 'booked', sql: '', shown: { as: 'plain' } },
      { key: 'available', sql: '', shown: { as: 'remainder', total: 1, taken: 2 } },
    ]);
    const fragmentOf = (of: unknown, id: string): string => (of === space ? `{"id":"${id}"}` : '0');
    expect(write(['s1', '8', '3', null], fragmentOf)).toBe('{"space":{"id":"s1"},"total":8,"booked":3,"available":5}');
    expect(write([null, '8', '9', null], fragmentOf)).toBe('{"space":null,"total":8,"booked":9,"available":0}');
  });
});
