import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import type { Position, Sort, Test } from './list-query.js';

// A cursor is base64url of 8 bytes of the list's identity, the obfuscated position (PAGE-3), and a checksum of both.

const cursorHead = (identity: string): Buffer => createHash('sha256').update(identity).digest().subarray(0, 8);

function veiled(bytes: Buffer, salt: Buffer): Buffer {
  const veil = createHash('sha512').update(salt).digest();
  return Buffer.from(bytes.map((byte, at) => byte ^ (veil[at % veil.length] ?? 0)));
}

export function encodeCursor(position: Position, identity: string): string {
  const head = cursorHead(identity);
  const content = Buffer.concat([head, veiled(Buffer.from(JSON.stringify([position.key, position.id])), head)]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]).toString('base64url');
}

/** The position of a cursor; null if it is damaged or belongs to another list. */
export function decodeCursor(cursor: string, identity: string | null): Position | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.toString('base64url') !== cursor || bytes.length < 16) return null;
  const content = bytes.subarray(0, -4);
  if (crc32(content) !== bytes.readUInt32BE(content.length)) return null;
  const head = content.subarray(0, 8);
  if (identity !== null && !cursorHead(identity).equals(head)) return null;
  const [key, id]: unknown[] = readArray(veiled(content.subarray(8), head).toString());
  return (typeof key === 'string' || typeof key === 'number') && typeof id === 'string' ? { key, id } : null;
}

function readArray(text: string): unknown[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value : [];
}

export const identityOf = (contract: AnyCollectionContract, sort: Sort, tests: readonly Test[]): string =>
  JSON.stringify([contract.name, sort, tests.map(describeTest).sort()]);

/** The meaning of a test, independent of its notation (PAGE-3). */
function describeTest(test: Test): string {
  const { field } = test.filter;
  if (test.kind === 'set') return JSON.stringify([field, test.operator, ...test.values]);
  return JSON.stringify(test.kind === 'range' ? [field, test.operator, test.bound] : [field, test.wanted]);
}
