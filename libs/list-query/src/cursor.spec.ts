import { describe, expect, it } from '@jest/globals';
import { drills, lathes, uuidA, uuidB } from '../test/example-specs.js';
import { faultsOf, queryOf } from '../test/list-query-results.js';
import { encodeCursor } from './cursor.js';
import { parseListQuery } from './parse-list-query.js';

const position = { key: '2026-03-01T09:00:00.000Z', id: uuidA };
const cursor = encodeCursor(queryOf(''), position);

describe('cursor', () => {
  it('PAGE-1: gives its position back', () => {
    expect(queryOf(`cursor=${cursor}`).after).toEqual(position);
    expect(queryOf('').after).toBeNull();
  });

  it.each([
    ['sort=name', ''],
    ['sort=-name', 'Ærøskøbing 🔧'],
    ['sort=position', '-2147483648'],
    ['sort=-position', '0'],
    ['sort=id', uuidB],
  ])('PAGE-1: ?%s carries the key "%s"', (query, key) => {
    const sorted = encodeCursor(queryOf(query), { key, id: uuidB });
    expect(queryOf(`${query}&cursor=${sorted}`).after).toEqual({ key, id: uuidB });
  });

  it('PAGE-3: is URL-safe and shows neither key nor id', () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    const bytes = Buffer.from(cursor, 'base64url');
    expect(bytes.includes('2026')).toBe(false);
    expect(bytes.includes(Buffer.from(uuidA.replaceAll('-', ''), 'hex'))).toBe(false);
  });

  it.each(['limit=7', 'sort=-created_at', 'limit=3&sort=-created_at&'])('PAGE-3: goes with ?%s as well', (query) => {
    expect(queryOf(`${query}&cursor=${cursor}`).after).toEqual(position);
  });

  it.each(['sort=created_at', 'sort=-name', 'filters[sku][in]=a', 'filters[created_at][lt]=2026-03-01'])(
    'PAGE-3: does not go with ?%s',
    (query) => {
      expect(faultsOf(`${query}&cursor=${cursor}`)).toEqual(['cursor invalid_cursor']);
    },
  );

  it('PAGE-3: does not go with another collection', () => {
    const inName = encodeCursor(queryOf('sort=name', lathes), { key: 'a', id: uuidA });
    expect(faultsOf(`sort=name&cursor=${inName}`, drills)).toEqual(['cursor invalid_cursor']);
  });

  it.each([
    '',
    '=',
    'x',
    '%00',
    '%',
    '%FF',
    `${cursor}=`,
    `${cursor}+`,
    `+${cursor}`,
    `${cursor},${cursor}`,
    `${cursor}%00`,
  ])('PAGE-3: refuses "%s"', (text) => {
    expect(faultsOf(`cursor=${text}`)).toEqual(['cursor invalid_cursor']);
  });

  it('FILT-9: refuses a second cursor, and ERR-2: judges both', () => {
    expect(faultsOf(`cursor=${cursor}&cursor=${cursor}`)).toEqual(['cursor duplicate']);
    expect(faultsOf(`cursor=${cursor}&cursor=x`)).toEqual(['cursor duplicate', 'cursor invalid_cursor']);
  });

  it('judges only damage while filters or sort are faulty themselves', () => {
    const other = encodeCursor(queryOf('sort=name&filters[sku][in]=a'), { key: 'a', id: uuidA });
    expect(faultsOf(`cursor=${other}&sort=size`)).toEqual(['sort unknown_field']);
    expect(faultsOf(`cursor=${other}&filters[sku][in]=`)).toEqual(['filters[sku][in] invalid_value']);
    expect(faultsOf(`cursor=${other}&filters[sku%][in]=a`)).toEqual(['filters[sku%][in] invalid_value']);
    expect(faultsOf(`cursor=${cursor}A&sort=size`)).toEqual(['cursor invalid_cursor', 'sort unknown_field']);
  });

  it('is judged beside faults of anything else', () => {
    expect(faultsOf(`cursor=${cursor}&sort=name&limit=0&page=2`)).toEqual([
      'cursor invalid_cursor',
      'limit invalid_value',
      'page unknown_parameter',
    ]);
  });

  it('tells damage from a cursor of another list', () => {
    const detail = (query: string) => parseListQuery(query, lathes);
    expect(detail('cursor=x')).toMatchObject({ faults: [{ detail: expect.stringContaining('damaged') }] });
    expect(detail(`cursor=${cursor}&sort=name`)).toMatchObject({
      faults: [{ detail: expect.stringContaining('belongs') }],
    });
  });

  it('cannot be made from an id that is no uuid', () => {
    expect(() => encodeCursor(queryOf(''), { key: 'a', id: '42' })).toThrow(TypeError);
  });
});
