import { isUtf8 } from 'node:buffer';

/** One `name=value` of a query string. */
export interface Pair {
  readonly raw: string;
  /** The name as a fault shows it: decoded, or raw where it cannot be decoded. */
  readonly parameter: string;
  /** The decoded name, null where it cannot be decoded. */
  readonly name: string | null;
  readonly value: string;
  /** Why the value (or the name) cannot be used, null when it can. */
  readonly flaw: string | null;
}

const notUtf8 = 'This is not percent-encoded UTF-8; send a percent sign itself as %25.';
const holdsNul = 'This holds a NUL character; leave it out.';

/** Splits what follows the `?`. Empty pairs are ignored (FILT-11). */
export function splitPairs(rawQuery: string): Pair[] {
  const pairs: Pair[] = [];
  for (const raw of rawQuery.split('&')) {
    if (raw !== '') pairs.push(readPair(raw));
  }
  return pairs;
}

/** Pairs by their parameter, in the order in which the parameters first appear. */
export function groupPairs(pairs: readonly Pair[]): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const group = groups.get(pair.parameter);
    if (group) group.push(pair);
    else groups.set(pair.parameter, [pair]);
  }
  return groups;
}

function readPair(raw: string): Pair {
  const equals = raw.indexOf('=');
  const rawName = equals === -1 ? raw : raw.slice(0, equals);
  const rawValue = equals === -1 ? '' : raw.slice(equals + 1);
  const name = decode(rawName);
  const value = decode(rawValue);
  return { raw, parameter: name ?? rawName, name, value: value ?? rawValue, flaw: flawOf(name, value) };
}

function flawOf(name: string | null, value: string | null): string | null {
  if (name === null || value === null) return notUtf8;
  return value.includes('\0') ? holdsNul : null;
}

/**
 * Decodes `+`, percent-encoding and UTF-8, null where one of them is broken. Written by hand because decodeURIComponent
 * throws, and thousands of throws in one query take longer than everything else, and because Node's HTTP parser hands
 * each byte above 0x7F over as one character of its own.
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
