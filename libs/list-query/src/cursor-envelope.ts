import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/*
 * A cursor is the base64url text, without padding, of these bytes:
 *
 *   version 1 | fingerprint 8 | id 16 and key, whitened | CRC-32 4
 *
 * The checksum has no key and the whitening no secret, so every instance reads the cursors of every other (PAGE-3).
 * Whitening is for opacity, not secrecy: it keeps clients from reading and building cursors, as nothing in it is promised.
 */
const version = 1;
const bodyAt = 9;
const idLength = 16;
const checksumLength = 4;
const shortest = bodyAt + idLength + checksumLength;

/** What a whole and undamaged cursor holds. */
export interface Envelope {
  readonly fingerprint: string;
  readonly id: Buffer;
  readonly key: Buffer;
}

export function sealEnvelope({ fingerprint, id, key }: Envelope): string {
  const content = Buffer.concat([
    Buffer.from([version]),
    Buffer.from(fingerprint, 'hex'),
    whiten(Buffer.concat([id, key]), fingerprint),
  ]);
  const checksum = Buffer.alloc(checksumLength);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]).toString('base64url');
}

/** Opens a cursor, null when it is damaged. */
export function openEnvelope(cursor: string): Envelope | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer skips what is no base64url and drops spare bits; text that is not exactly what encoding gives is damaged.
  if (bytes.toString('base64url') !== cursor) return null;
  if (bytes.length < shortest || bytes[0] !== version) return null;
  const content = bytes.subarray(0, -checksumLength);
  if (crc32(content) !== bytes.readUInt32BE(content.length)) return null;
  const fingerprint = content.toString('hex', 1, bodyAt);
  const body = whiten(content.subarray(bodyAt), fingerprint);
  return { fingerprint, id: body.subarray(0, idLength), key: body.subarray(idLength) };
}

/** Adds a keystream made from the fingerprint; doing it twice gives the bytes back. */
function whiten(bytes: Buffer, fingerprint: string): Buffer {
  const white = Buffer.from(bytes);
  let block = Buffer.alloc(0);
  for (const [at, byte] of bytes.entries()) {
    const within = at % 32;
    if (within === 0)
      block = createHash('sha256')
        .update(`${fingerprint} ${at / 32}`)
        .digest();
    white[at] = byte ^ (block[within] ?? 0);
  }
  return white;
}
