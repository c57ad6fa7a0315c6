import { describe, expect, it } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { uuidA } from '../test/example-specs.js';
import { errorsOf, queryOf } from '../test/list-query-results.js';
import { encodeCursor, openEnvelope, sealEnvelope } from './cursor.js';

const position = { key: '2026-03-01T09:00:00.000Z', id: uuidA };
const cursor = encodeCursor(queryOf(''), position);
const inName = encodeCursor(queryOf('sort=name'), { key: 'a', id: uuidA });

describe('a cursor', () => {
  it('PAGE-3: is URL-safe and shows neither key nor id', () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    const bytes = Buffer.from(cursor, 'base64url');
    expect(bytes.includes('2026')).toBe(false);
    expect(bytes.includes(Buffer.from(uuidA.replaceAll('-', ''), 'hex'))).toBe(false);
  });

  it.each([
    ['FILT-9', `cursor=${cursor}&cursor=${cursor}`, ['cursor duplicate']],
    ['ERR-2', `cursor=${cursor}&cursor=x`, ['cursor duplicate', 'cursor invalid_cursor']],
    ['ERR-2', `cursor=${cursor}&sort=name&limit=0`, ['cursor invalid_cursor', 'limit invalid_value']],
    // While filters or sort are invalid, only a damaged cursor can be detected.
    ['ERR-2', `cursor=${inName}&sort=size`, ['sort unknown_field']],
    ['ERR-2', `cursor=${inName}&filters[sku][in]=`, ['filters[sku][in] invalid_value']],
    ['ERR-2', `cursor=${inName}&filters[sku%][in]=a`, ['filters[sku%][in] invalid_value']],
    ['ERR-2', `cursor=${cursor}A&sort=size`, ['cursor invalid_cursor', 'sort unknown_field']],
  ])('%s: ?%s reports every error', (_, query, errors) => {
    expect(errorsOf(query)).toEqual(errors);
  });

  it('cannot be created from an id that is not a UUID', () => {
    expect(() => encodeCursor(queryOf(''), { key: 'a', id: '42' })).toThrow(TypeError);
  });
});

/** An undamaged cursor of a sort, with any key. */
function cursorWith(sort: string, key: string | Buffer): string {
  const id = Buffer.from(uuidA.replaceAll('-', ''), 'hex');
  return sealEnvelope({ fingerprint: queryOf(`sort=${sort}`).fingerprint, id, key: Buffer.from(key) });
}

describe('the key of a cursor', () => {
  const times = ['', '2026-03-01', '2026-02-30T09:00:00.000Z', '2026-03-01T09:00:00.0000Z', `${position.key}'`];
  const integers = ['', '2147483648', '-2147483649', '-0', '01', '1.0', '1e3', ' 1', '9'.repeat(400)];
  const texts = ['a\0b', Buffer.from([0x61, 0xff]), Buffer.from([0xed, 0xa0, 0x80])];
  it.each([
    ['created_at', [...times, '2026-03-01T09:00:00Z']],
    ['position', integers],
    ['name', texts],
    ['id', ['', '42', uuidA.toUpperCase()]],
  ])('PAGE-3: of the sort %s must not be one of %j', (sort, keys) => {
    for (const key of keys) {
      expect(errorsOf(`sort=${sort}&cursor=${cursorWith(sort, key)}`)).toEqual(['cursor invalid_cursor']);
    }
  });
});

it.each([
  ['lt', '2026-03-01T09:00:00.001Z', position.key],
  ['lte', position.key, '2026-03-01T08:59:59.999Z'],
  ['gt', '2026-03-01T08:59:59.999Z', position.key],
  ['gte', position.key, '2026-03-01T09:00:00.001Z'],
])('PAGE-3: rejects a cursor whose key the filter %s excludes', (operator, kept, excluded) => {
  const following = (value: string) => {
    const list = `filters[created_at][${operator}]=${value}`;
    return `${list}&cursor=${encodeCursor(queryOf(list), position)}`;
  };
  expect(queryOf(following(kept)).after).toEqual(position);
  expect(errorsOf(following(excluded))).toEqual(['cursor invalid_cursor']);
});

const fingerprint = '0123456789abcdef';
const id = Buffer.from('0190a6f01c2d7a3b8c4d5e6f7081920a', 'hex');

/** Bytes with a correct checksum. */
function withChecksum(content: Buffer): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]).toString('base64url');
}

describe('the envelope of a cursor', () => {
  it('PAGE-3: has a stable format, since cursors do not expire', () => {
    expect(sealEnvelope({ fingerprint, id, key: Buffer.alloc(24, 'k') })).toBe(
      'AQEjRWeJq83vP5pI31nz0DAmoLIhxQP8ntu7Kf5fw9pUrQ-aeUSoZK02QfrEk8QfkEokk9w',
    );
  });

  it('PAGE-3: is rejected if its version is unknown, or if it is too short for an id', () => {
    const content = Buffer.from(sealEnvelope({ fingerprint, id, key: Buffer.alloc(0) }), 'base64url').subarray(0, -4);
    expect(openEnvelope(withChecksum(content))).not.toBeNull();
    for (let length = 0; length < content.length; length++) {
      expect(openEnvelope(withChecksum(content.subarray(0, length)))).toBeNull();
    }
    content[0] = 2;
    expect(openEnvelope(withChecksum(content))).toBeNull();
  });

  it('PAGE-3: is rejected in any other encoding of the same bytes', () => {
    const sealed = sealEnvelope({ fingerprint, id, key: Buffer.from('ab') });
    const bytes = Buffer.from(sealed, 'base64url');
    expect(sealed.length % 4).toBe(2);
    const others = [`${sealed}==`, ` ${sealed}`, `${sealed}\n`, sealed.replace(/^./, '$&!')];
    for (const other of [bytes.toString('base64'), ...others]) {
      expect(Buffer.from(other, 'base64').equals(bytes)).toBe(true);
      expect(openEnvelope(other)).toBeNull();
    }
  });
});

it('PAGE-3: the fingerprint of a query is stable, since cursors do not expire', () => {
  const query = 'filters[soft_deleted][eq]=false&filters[sku][in]=b,a&filters[created_at][gte]=2026-03-01';
  expect(queryOf(query).fingerprint).toBe('8f6600f3e18eb302');
});
