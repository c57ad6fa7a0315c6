import { describe, expect, it } from '@jest/globals';
import { uuidA } from '../test/example-specs.js';
import { faultsOf, queryOf } from '../test/list-query-results.js';
import { sealEnvelope } from './cursor-envelope.js';

const id = Buffer.from(uuidA.replaceAll('-', ''), 'hex');

/** A cursor that is whole and belongs to the query, whatever its key is. */
function cursorWith(query: string, key: string | Buffer): string {
  return sealEnvelope({ fingerprint: queryOf(query).fingerprint, id, key: Buffer.from(key) });
}

describe('cursor keys', () => {
  it.each([
    ['sort=created_at', '2026-03-01T09:00:00.000Z'],
    ['sort=position', '2147483647'],
    ['sort=position', '-1'],
    ['sort=name', 'a'],
    ['sort=id', uuidA],
  ])('PAGE-3: ?%s accepts the key "%s"', (query, key) => {
    expect(queryOf(`${query}&cursor=${cursorWith(query, key)}`).after).toEqual({ key, id: uuidA });
  });

  it.each([
    ['sort=created_at', ''],
    ['sort=created_at', '2026-03-01'],
    ['sort=created_at', '2026-02-30T09:00:00.000Z'],
    ['sort=created_at', '2026-03-01T09:00:00.0000Z'],
    ['sort=created_at', "2026-03-01T09:00:00.000Z'"],
    ['sort=position', ''],
    ['sort=position', '2147483648'],
    ['sort=position', '-2147483649'],
    ['sort=position', '-0'],
    ['sort=position', '01'],
    ['sort=position', '1.0'],
    ['sort=position', '1e3'],
    ['sort=position', ' 1'],
    ['sort=position', '9'.repeat(400)],
    ['sort=name', 'a\0b'],
    ['sort=name', Buffer.from([0x61, 0xff])],
    ['sort=name', Buffer.from([0xed, 0xa0, 0x80])],
    ['sort=id', ''],
    ['sort=id', '42'],
    ['sort=id', uuidA.toUpperCase()],
  ])('PAGE-3: ?%s refuses the key "%s"', (query, key) => {
    expect(faultsOf(`${query}&cursor=${cursorWith(query, key)}`)).toEqual(['cursor invalid_cursor']);
  });
});
