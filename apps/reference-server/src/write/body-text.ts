import { isObject, type JsonObject } from '../json.js';
import { type ValidationError, pointerError } from '../problem-error.js';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a body strictly: duplicate keys, NUL and lone surrogates are errors (WRITE-3). The body is null if it is
 * not an object.
 */
export function parseBody(bytes: Buffer): { readonly body: JsonObject | null; readonly errors: ValidationError[] } {
  try {
    const text = strictUtf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    return isObject(value)
      ? { body: value, errors: textErrors(text) }
      : { body: null, errors: [pointerError('', 'invalid_value', 'Must be a JSON object.')] };
  } catch {
    return { body: null, errors: [pointerError('', 'invalid_value', 'The body is not valid JSON in UTF-8.')] };
  }
}

export const pointerStep = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

interface Frame {
  readonly pointer: string;
  /** Null in an array. */
  readonly keys: Set<string> | null;
  index: number;
  key: string | null;
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]|[^\s[\]{},":]+/g;

/** Finds errors that JSON.parse does not report. */
function textErrors(text: string): ValidationError[] {
  const errors: ValidationError[] = [];
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
      if (frame?.keys != null && frame.key === null) noteKey(frame, frame.keys, content, errors);
      else noteContent(pointer, content, errors);
    }
  }
  return errors;
}

function noteKey(frame: Frame, keys: Set<string>, key: string, errors: ValidationError[]): void {
  const pointer = frame.pointer + pointerStep(key);
  if (keys.has(key)) errors.push(pointerError(pointer, 'duplicate', 'Duplicate key.'));
  keys.add(key);
  frame.key = key;
  noteContent(pointer, key, errors);
}

function noteContent(pointer: string, content: string, errors: ValidationError[]): void {
  if (content.includes('\0') || !content.isWellFormed())
    errors.push(
      pointerError(pointer, 'invalid_value', 'A string must not contain the character NUL or a lone surrogate.'),
    );
}
