import { describe, expect, it } from '@jest/globals';
import { RefDto } from '@resource-catalogue/contracts';
import fc from '@resource-catalogue/testing/fast-check';
import { instant, markedIds, rowWriter } from './row-writer.js';
import type { Summary } from '../define/sources.js';
import { summary } from '../define/summary.js';
import { mark, markSql } from '../statement/summary-sql.js';

const space = summary('spaces', RefDto);
const none = (): string => 'null';

describe('instant (SHAPE-1)', () => {
  it.each([
    ['2026-03-01 09:00:00+00', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01 09:00:00.5+00', '2026-03-01T09:00:00.500Z'],
    ['2026-03-01 09:00:00.05+00', '2026-03-01T09:00:00.050Z'],
    ['0001-01-01 00:00:00.001+00', '0001-01-01T00:00:00.001Z'],
  ])('writes %s of PostgreSQL as %s', (stored, shown) => {
    expect(instant(stored)).toBe(shown);
  });
});

describe('rowWriter', () => {
  it('prints any text so that JSON.parse returns it unchanged (SHAPE-2)', () => {
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
      { key: 'ref', sql: '', shown: { as: 'summary', summary: space } },
    ]);
    const shown: unknown = JSON.parse(write([null, null, null, null, null, null], none));
    expect(shown).toEqual({ quoted: null, text: null, plain: null, instant: null, passed: null, ref: null });
  });

  it('replaces ids by summaries, and limits remainders to zero', () => {
    const write = rowWriter([
      { key: 'space', sql: '', shown: { as: 'summary', summary: space } },
      { key: 'total', sql: '', shown: { as: 'plain' } },
      { key: 'booked', sql: '', shown: { as: 'plain' } },
      { key: 'available', sql: '', shown: { as: 'remainder', total: 1, taken: 2 } },
    ]);
    const summaryText = (of: unknown, id: string): string => (of === space ? `{"id":"${id}"}` : '0');
    expect(write(['s1', '8', '3', null], summaryText)).toBe('{"space":{"id":"s1"},"total":8,"booked":3,"available":5}');
    expect(write([null, '8', '9', null], summaryText)).toBe('{"space":null,"total":8,"booked":9,"available":0}');
  });

  it('replaces marks in an array by summaries and leaves other text unchanged', () => {
    const group = summary('groups', RefDto);
    const marked: Summary[] = [];
    // The values of these expressions in the database.
    const marks = [space, group].map((of) => mark + markSql(of, '', marked).charAt("E'\\x01".length));
    const write = rowWriter([{ key: 'items', sql: '', shown: { as: 'array', marked } }]);
    const shown = (of: string, id: string | null) => (id === null ? null : { of, id });
    const summaryText = (of: Summary, id: string): string => JSON.stringify(shown(of.table, id));
    const items = fc.record({
      note: fc.string({ unit: 'binary' }),
      ids: fc.tuple(fc.option(fc.uuid()), fc.option(fc.uuid())),
    });
    fc.assert(
      fc.property(fc.array(items), (rows) => {
        const texts = rows.map(({ note, ids }) => {
          const [first, second] = ids.map((id, at) => (id === null ? 'null' : `${marks[at]}${id}`));
          return `{"note":${JSON.stringify(note)},"space":${first},"group":${second}}`;
        });
        expect(JSON.parse(write([texts.join(',')], summaryText))).toEqual({
          items: rows.map(({ note, ids }) => ({
            note,
            space: shown('spaces', ids[0]),
            group: shown('groups', ids[1]),
          })),
        });
        expect([...markedIds(texts.join(','), 1)]).toEqual(rows.flatMap(({ ids }) => ids[1] ?? []));
      }),
    );
    expect(write([null], summaryText)).toBe('{"items":[]}');
  });
});
