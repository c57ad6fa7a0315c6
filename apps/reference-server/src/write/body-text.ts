import { escapePointer } from '@resource-catalogue/contracts';
import { isObject, type JsonObject } from '../json.js';
import { type ValidationError, pointerError } from '../problem-error.js';

/**
 * Parses a body strictly: duplicate keys, NUL and lone surrogates are errors (WRITE-3). The body is null if it is
 * not an object.
 */
export function parseBody(bytes: Buffer): { readonly body: JsonObject | null; readonly errors: ValidationError[] } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isObject(value)
      ? { body: value, errors: textErrors(text) }
      : { body: null, errors: [pointerError('', 'invalid_value', 'Must be a JSON object.')] };
  } catch {
    return { body: null, errors: [pointerError('', 'invalid_value', 'The body is not valid JSON in UTF-8.')] };
  }
}

/** An open object or array. */
interface Frame {
  readonly pointer: string;
  readonly keys: Set<string>;
  /** The key or index of the current value. */
  step: string | number;
}

const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[[\]{},]/g;

const pointerIn = (frame: Frame | undefined): string =>
  frame === undefined ? '' : `${frame.pointer}/${escapePointer(String(frame.step))}`;

/** Finds errors that JSON.parse does not report. It needs no stack, because a body may be deeply nested. */
function textErrors(text: string): ValidationError[] {
  const errors: ValidationError[] = [];
  const frames: Frame[] = [];
  for (const [token, string, colon] of text.matchAll(tokens)) {
    const frame = frames.at(-1);
    if (token === '{' || token === '[') frames.push({ pointer: pointerIn(frame), keys: new Set(), step: 0 });
    if (token === '}' || token === ']') frames.pop();
    if (token === ',' && typeof frame?.step === 'number') frame.step += 1;
    if (string === undefined) continue;
    const content = String(JSON.parse(string));
    if (colon !== undefined && frame !== undefined) {
      frame.step = content;
      if (frame.keys.has(content)) errors.push(pointerError(pointerIn(frame), 'duplicate', 'Duplicate key.'));
      frame.keys.add(content);
    }
    if (content.includes('\0') || !content.isWellFormed())
      errors.push(
        pointerError(pointerIn(frame), 'invalid_value', 'A string must not contain NUL or a lone surrogate.'),
      );
  }
  return errors;
}
