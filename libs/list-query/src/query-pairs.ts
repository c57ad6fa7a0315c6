import { isUtf8 } from 'node:buffer';
import type { ListQuery } from './list-query.js';

/** One `name=value` of a query string. */
export interface Pair {
  readonly raw: string;
  /** The name for error messages: decoded, or raw if it cannot be decoded. */
  readonly parameter: string;
  /** The decoded name; null if it cannot be decoded. */
  readonly name: string | null;
  readonly value: string;
  /** Why the name or the value cannot be used; null if both can. */
  readonly decodingError: string | null;
}

const notUtf8 = 'This is not valid percent-encoded UTF-8. Encode a percent sign itself as %25.';
const containsNul = 'The value contains a NUL character. Remove it.';

/** Splits a query string (after the `?`). Empty pairs are ignored (FILT-11). */
export function splitPairs(rawQuery: string): Pair[] {
  const pairs: Pair[] = [];
  for (const raw of rawQuery.split('&')) {
    if (raw !== '') pairs.push(parsePair(raw));
  }
  return pairs;
}

/** Groups pairs by parameter, in the order in which the parameters first appear. */
export function groupPairs(pairs: readonly Pair[]): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const group = groups.get(pair.parameter);
    if (group) group.push(pair);
    else groups.set(pair.parameter, [pair]);
  }
  return groups;
}

function parsePair(raw: string): Pair {
  const equals = raw.indexOf('=');
  const rawName = equals === -1 ? raw : raw.slice(0, equals);
  const rawValue = equals === -1 ? '' : raw.slice(equals + 1);
  const name = decode(rawName);
  const value = decode(rawValue);
  return { raw, parameter: name ?? rawName, name, value: value ?? rawValue, decodingError: decodingError(name, value) };
}

function decodingError(name: string | null, value: string | null): string | null {
  if (name === null || value === null) return notUtf8;
  return value.includes('\0') ? containsNul : null;
}

/**
 * Decodes `+`, percent-encoding and UTF-8; null if one of them is invalid. decodeURIComponent throws, and thousands
 * of exceptions in one query would take longer than everything else; Node's HTTP parser also delivers each byte
 * above 0x7F as a separate character.
 */
function decode(raw: string): string | null {
  if (!/[%+\u0080-\uffff]/.test(raw)) return raw;
  if (/%(?![0-9A-Fa-f]{2})|[\u0100-\uffff]/.test(raw)) return null;
  const bytes = Buffer.alloc(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code === percent) {
      bytes[length++] = Number.parseInt(raw.slice(at + 1, at + 3), 16);
      at += 2;
    } else {
      bytes[length++] = code === plus ? space : code;
    }
  }
  const used = bytes.subarray(0, length);
  return isUtf8(used) ? used.toString('utf8') : null;
}

const percent = 0x25;
const plus = 0x2b;
const space = 0x20;

/** The query string of `links.first` (no cursor) and `links.next`, without the `?` (LIST-4). */
export function linkQuery(query: Pick<ListQuery, 'pairs'>, cursor: string | null): string {
  return [...query.pairs, ...(cursor === null ? [] : [`cursor=${cursor}`])].join('&');
}

/**
 * Percent-encodes every byte that RFC 3986 does not allow in a query, so that a link is a valid URI and cannot leave
 * the `<…>` of a Link header, and commas, at which many clients split that header. Existing escapes stay as sent.
 */
export function toUriQuery(raw: string): string {
  return raw.replace(/[^A-Za-z0-9\-._~!$&'()*+;=:@/?%]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
