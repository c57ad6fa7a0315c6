import type { Collection } from '../interface/catalogue.js';
import type { JsonObject } from '../interface/json.js';
import type { Write } from './ask.js';

/** Creates a row once, even if it is sent repeatedly with the same key (WRITE-7). */
export const creation = ({ path }: Collection, body: JsonObject, key: string): Write => ({
  method: 'POST',
  target: path,
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  body,
});

/** Changes a row if it has not changed since it was read (WRITE-6). */
export const change = (target: string, body: JsonObject, version: string): Write => ({
  method: 'PATCH',
  target,
  // A compressing proxy weakens the tag, and a weak tag never matches.
  headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': version.replace(/^W\//, '') },
  body,
});

/** 128 random bits. Unlike `crypto.randomUUID`, this also works without HTTPS, as on a LAN. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
