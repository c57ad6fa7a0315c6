import type { ProblemFault } from '../problems/problem.js';

/** A body as read, and what is wrong with it as JSON (WRITE-3); the value is undefined where it is no JSON at all. */
export interface JsonReading {
  readonly value: unknown;
  readonly faults: readonly ProblemFault[];
}

export function readJson(bytes: Uint8Array): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return unreadable('The body is not UTF-8.');
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value, faults: textFaults(text) };
  } catch {
    return unreadable('The body is no JSON.');
  }
}

function unreadable(detail: string): JsonReading {
  return { value: undefined, faults: [{ pointer: '', code: 'invalid_value', detail }] };
}

/** So many faults are looked for: a body of 1 MiB can have a hundred thousand, which help nobody more than these. */
export const mostFaults = 1000;

/**
 * No field that can be written stands deeper than `/steps/99/description`. What a longer pointer names is inside a value
 * that is a fault as a whole, and naming each of its parts could make an answer a thousand times the size of the request.
 */
const longestPointer = 256;

interface Container {
  readonly pointer: string;
  /** The keys so far of an object; null for an array. */
  readonly keys: Set<string> | null;
  key: string;
  index: number;
}

/** The tokens that matter, of a text that is known to be JSON: strings, and what opens, parts and closes containers. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/**
 * What JSON.parse forgives: a key given twice, NUL, lone surrogates. It goes from token to token, not from value to value,
 * so that a body nested a hundred thousand deep costs no stack.
 */
function textFaults(text: string): ProblemFault[] {
  const faults: ProblemFault[] = [];
  const stack: Container[] = [];
  let expectsKey = false;
  for (const [token] of text.matchAll(tokens)) {
    const top = stack.at(-1);
    if (token === '{' || token === '[') {
      expectsKey = token === '{';
      stack.push({ pointer: pointerOf(top), keys: expectsKey ? new Set() : null, key: '', index: 0 });
    } else if (token === '}' || token === ']') {
      stack.pop();
      expectsKey = false;
    } else if (token === ',') {
      if (top) top.index += 1;
      expectsKey = top?.keys != null;
    } else {
      const string = String(JSON.parse(token));
      if (expectsKey && top) noteKey(faults, top, string);
      expectsKey = false;
      const detail = unstorable(string);
      if (detail) note(faults, top, 'invalid_value', detail);
    }
  }
  return faults;
}

function noteKey(faults: ProblemFault[], container: Container, key: string): void {
  container.key = key;
  if (container.keys?.has(key)) note(faults, container, 'duplicate', 'This key is given twice.');
  container.keys?.add(key);
}

function unstorable(string: string): string | null {
  if (string.includes('\0')) return 'A text must not hold the character NUL.';
  if (!string.isWellFormed()) return 'A text must not hold half of a surrogate pair.';
  return null;
}

function note(faults: ProblemFault[], at: Container | undefined, code: string, detail: string): void {
  const pointer = pointerOf(at);
  if (pointer.length > longestPointer || faults.length >= mostFaults) return;
  faults.push({ pointer: pointer.toWellFormed(), code, detail });
}

/** RFC 6901: where the next value of the container stands. */
function pointerOf(container: Container | undefined): string {
  if (!container) return '';
  return `${container.pointer}/${container.keys ? escaped(container.key) : container.index}`;
}

export function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
