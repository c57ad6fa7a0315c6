import { describe, expect, it } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { drills, lathes, uuidA, uuidB } from '../test/example-specs.js';
import { errorsOf, queryOf } from '../test/list-query-results.js';
import { encodeCursor, openEnvelope, sealEnvelope } from './cursor.js';
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
      expect(errorsOf(`${query}&cursor=${cursor}`)).toEqual(['cursor invalid_cursor']);
    },
  );

  it('PAGE-3: does not go with another collection', () => {
    const inName = encodeCursor(queryOf('sort=name', lathes), { key: 'a', id: uuidA });
    expect(errorsOf(`sort=name&cursor=${inName}`, drills)).toEqual(['cursor invalid_cursor']);
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
    expect(errorsOf(`cursor=${text}`)).toEqual(['cursor invalid_cursor']);
  });

  it('FILT-9: refuses a second cursor, and ERR-2: validates both', () => {
    expect(errorsOf(`cursor=${cursor}&cursor=${cursor}`)).toEqual(['cursor duplicate']);
    expect(errorsOf(`cursor=${cursor}&cursor=x`)).toEqual(['cursor duplicate', 'cursor invalid_cursor']);
  });

  it('validates only damage while filters or sort are invalid themselves', () => {
    const other = encodeCursor(queryOf('sort=name&filters[sku][in]=a'), { key: 'a', id: uuidA });
    expect(errorsOf(`cursor=${other}&sort=size`)).toEqual(['sort unknown_field']);
    expect(errorsOf(`cursor=${other}&filters[sku][in]=`)).toEqual(['filters[sku][in] invalid_value']);
    expect(errorsOf(`cursor=${other}&filters[sku%][in]=a`)).toEqual(['filters[sku%][in] invalid_value']);
    expect(errorsOf(`cursor=${cursor}A&sort=size`)).toEqual(['cursor invalid_cursor', 'sort unknown_field']);
  });

  it('is validated beside errors of anything else', () => {
    expect(errorsOf(`cursor=${cursor}&sort=name&limit=0&page=2`)).toEqual([
      'cursor invalid_cursor',
      'limit invalid_value',
      'page unknown_parameter',
    ]);
  });

  it('tells damage from a cursor of another list', () => {
    const detail = (query: string) => parseListQuery(query, lathes);
    expect(detail('cursor=x')).toMatchObject({ errors: [{ detail: expect.stringContaining('damaged') }] });
    expect(detail(`cursor=${cursor}&sort=name`)).toMatchObject({
      errors: [{ detail: expect.stringContaining('belongs') }],
    });
  });

  it('cannot be made from an id that is no uuid', () => {
    expect(() => encodeCursor(queryOf(''), { key: 'a', id: '42' })).toThrow(TypeError);
  });
});

/** A cursor that is whole and belongs to the query, whatever its key is. */
function cursorWith(query: string, key: string | Buffer): string {
  return sealEnvelope({
    fingerprint: queryOf(query).fingerprint,
    id: Buffer.from(uuidA.replaceAll('-', ''), 'hex'),
    key: Buffer.from(key),
  });
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
    expect(errorsOf(`${query}&cursor=${cursorWith(query, key)}`)).toEqual(['cursor invalid_cursor']);
  });
});

const fingerprint = '0123456789abcdef';
const id = Buffer.from('0190a6f01c2d7a3b8c4d5e6f7081920a', 'hex');

/** Bytes with a right checksum, whatever else is wrong with them. */
function checked(content: Buffer): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]).toString('base64url');
}

function contentOf(cursor: string): Buffer {
  return Buffer.from(cursor, 'base64url').subarray(0, -4);
}

describe('cursor envelope', () => {
  it.each([0, 1, 15, 16, 17, 24, 500])('gives back a key of %i bytes', (length) => {
    const key = Buffer.alloc(length, 'k');
    expect(openEnvelope(sealEnvelope({ fingerprint, id, key }))).toEqual({ fingerprint, id, key });
  });

  it('PAGE-3: keeps its form, since cursors do not expire', () => {
    expect(sealEnvelope({ fingerprint, id, key: Buffer.alloc(24, 'k') })).toBe(
      'AQEjRWeJq83vP5pI31nz0DAmoLIhxQP8ntu7Kf5fw9pUrQ-aeUSoZK02QfrEk8QfkEokk9w',
    );
  });

  it('PAGE-3: refuses another version', () => {
    const content = contentOf(sealEnvelope({ fingerprint, id, key: Buffer.from('a') }));
    expect(openEnvelope(checked(content))).not.toBeNull();
    content[0] = 2;
    expect(openEnvelope(checked(content))).toBeNull();
  });

  it('PAGE-3: refuses what is too short to hold an id', () => {
    const content = contentOf(sealEnvelope({ fingerprint, id, key: Buffer.alloc(0) }));
    expect(openEnvelope(checked(content))).not.toBeNull();
    for (let length = 0; length < content.length; length++) {
      expect(openEnvelope(checked(content.subarray(0, length)))).toBeNull();
    }
  });

  it('PAGE-3: refuses every other spelling of the same bytes', () => {
    const cursor = sealEnvelope({ fingerprint, id, key: Buffer.from('ab') });
    const bytes = Buffer.from(cursor, 'base64url');
    expect(cursor.length % 4).toBe(2);
    for (const other of [
      bytes.toString('base64'),
      `${cursor}==`,
      ` ${cursor}`,
      `${cursor}\n`,
      cursor.replace(/^./, '$&!'),
    ]) {
      expect(Buffer.from(other, 'base64').equals(bytes)).toBe(true);
      expect(openEnvelope(other)).toBeNull();
    }
  });
});

const fingerprintOf = (query: string, spec = lathes) => queryOf(query, spec).fingerprint;

describe('fingerprint', () => {
  it.each([
    ['', 'sort=-created_at'],
    ['sort=name', 'limit=7&sort=name'],
    ['filters[sku][in]=a,b', 'filters[sku][in][]=b&filters[sku][in][]=a&filters[sku][in]=a'],
    [`filters[id][in]=${uuidA},${uuidB}`, `filters[id][in]=${uuidB.toUpperCase()},${uuidA}`],
    ['filters[created_at][lt]=2026-03-01', 'filters[created_at][lt]=2026-03-01T01:00:00.0009%2B01:00'],
    ['filters[sku][in]=a&filters[state][in]=broken', 'filters[state][in]=broken&filters[sku][in]=a'],
  ])('PAGE-3: is the same for ?%s and ?%s', (one, other) => {
    expect(fingerprintOf(one)).toBe(fingerprintOf(other));
  });

  it('PAGE-3: differs for every other meaning', () => {
    const meanings = [
      '',
      'sort=created_at',
      'sort=-name',
      'sort=name',
      'filters[sku][in]=a',
      'filters[sku][in]=b',
      'filters[sku][in]=a,b',
      'filters[sku][in][]=a,b',
      'filters[sku][not_in]=a',
      'filters[created_at][lt]=2026-03-01',
      'filters[created_at][lte]=2026-03-01',
      'filters[created_at][lt]=2026-03-01T00:00:00.001Z',
      'filters[soft_deleted][eq]=true',
      'filters[soft_deleted][eq]=false',
    ];
    const fingerprints = [lathes, drills].flatMap((spec) => meanings.map((meaning) => fingerprintOf(meaning, spec)));
    // The default of drills is `name`, which the list holds a second time.
    expect(new Set(fingerprints).size).toBe(2 * meanings.length - 1);
    for (const text of fingerprints) expect(text).toMatch(/^[0-9a-f]{16}$/);
  });

  it('PAGE-3: keeps its form, since cursors do not expire', () => {
    const query = 'filters[soft_deleted][eq]=false&filters[sku][in]=b,a&filters[created_at][gte]=2026-03-01';
    expect(fingerprintOf(query)).toBe('8f6600f3e18eb302');
  });
});
