import type { Collection } from '../interface/catalogue.js';
import type { JsonObject } from '../interface/json.js';
import type { Write } from './ask.js';

/** Creates a row once, however often it is sent with the same key (WRITE-7). */
export const creation = ({ path }: Collection, body: JsonObject, key: string): Write => ({
  method: 'POST',
  target: path,
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  body,
});

/** Changes a row that still is as it was read (WRITE-6). */
export const change = (target: string, body: JsonObject, version: string): Write => ({
  method: 'PATCH',
  target,
  // A proxy that compresses marks the tag as weak, and a weak one never matches.
  headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': version.replace(/^W\//, '') },
  body,
});

/** 128 random bits. `crypto.randomUUID` would need a secure page, which a service on a LAN is not. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
