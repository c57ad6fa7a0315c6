import { isObject, type JsonObject } from '../json.js';
import { type Flaw, pointerFlaw } from '../refusal.js';

export interface BodyReading {
  /** Null where the body is no JSON object. */
  readonly body: JsonObject | null;
  readonly flaws: readonly Flaw[];
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a body strictly: every duplicate key, NUL and lone surrogate in it is a flaw (WRITE-3). */
export function readBody(bytes: Buffer): BodyReading {
  try {
    const text = strictUtf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    return isObject(value)
      ? { body: value, flaws: textFlaws(text) }
      : { body: null, flaws: [pointerFlaw('', 'invalid_value', 'The body must be a JSON object.')] };
  } catch {
    return { body: null, flaws: [pointerFlaw('', 'invalid_value', 'The body must be JSON in UTF-8.')] };
  }
}

/** One step of an RFC 6901 pointer. */
export const pointerStep = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

interface Frame {
  readonly pointer: string;
  /** Null in an array. */
  readonly keys: Set<string> | null;
  index: number;
  key: string | null;
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]|[^\s[\]{},":]+/g;

/** What JSON.parse does not tell of a text that it has read. */
function textFlaws(text: string): Flaw[] {
  const flaws: Flaw[] = [];
  const frames: Frame[] = [];
  for (const [token] of text.matchAll(tokens)) {
    const frame = frames.at(-1);
    const pointer = frame === undefined ? '' : frame.pointer + pointerStep(frame.key ?? String(frame.index));
    if (token === '{' || token === '[') {
      frames.push({ pointer, keys: token === '{' ? new Set() : null, index: 0, key: null });
    } else if (token === '}' || token === ']') {
      frames.pop();
    } else if (token === ',') {
      if (frame !== undefined) Object.assign(frame, { index: frame.index + 1, key: null });
    } else if (token.startsWith('"')) {
      const content = String(JSON.parse(token));
      if (frame?.keys != null && frame.key === null) noteKey(frame, frame.keys, content, flaws);
      else noteContent(pointer, content, flaws);
    }
  }
  return flaws;
}

function noteKey(frame: Frame, keys: Set<string>, key: string, flaws: Flaw[]): void {
  const pointer = frame.pointer + pointerStep(key);
  if (keys.has(key)) flaws.push(pointerFlaw(pointer, 'duplicate', 'This key stands in the object already.'));
  keys.add(key);
  frame.key = key;
  noteContent(pointer, key, flaws);
}

function noteContent(pointer: string, content: string, flaws: Flaw[]): void {
  if (content.includes('\0') || !content.isWellFormed())
    flaws.push(pointerFlaw(pointer, 'invalid_value', 'NUL characters and lone surrogates cannot be stored.'));
}
