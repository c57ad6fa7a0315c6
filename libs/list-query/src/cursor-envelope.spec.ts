import { describe, expect, it } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { openEnvelope, sealEnvelope } from './cursor-envelope.js';

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
