import { escapePointer } from '@resource-catalogue/program';

/** The value of a JSON text; undefined for other texts. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The original text of one member of an object, for JSON stored as text (SHAPE-1): parsing and printing would change
 * values such as `1.0` and keys that look like numbers. White space and escapes are normalised.
 */
export function memberText(line: string | null, key: string, value: unknown): string {
  const printed = JSON.stringify(value);
  if (line === null) return printed;
  const name = `"${key}":`;
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    if (line.startsWith(printed, at + name.length)) return printed;
  }
  return member(line, key) ?? printed;
}

/** The member without white space between tokens, and with strings escaped as `JSON.stringify` does. */
function member(line: string, key: string): string | null {
  let [text, depth, before]: [string | null, number, string] = [null, 0, ''];
  for (const token of tokens(line)) {
    if (text !== null && depth === 1 && (token === ',' || token === '}')) return text;
    if (text !== null) text += token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
    else if (depth === 1 && token === ':' && JSON.parse(before) === key) text = '';
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    before = token;
  }
  return null;
}

const between = /\s+|[{}[\],:]|[^\s{}[\],:"]+/y;

/** Tokenises valid JSON. */
function* tokens(json: string): Generator<string> {
  for (let at = 0; at < json.length;) {
    between.lastIndex = at;
    const end = between.test(json) ? between.lastIndex : stringEnd(json, at);
    const token = json.slice(at, end);
    if (token.trim() !== '') yield token;
    at = end;
  }
}

/** Returns the index after the closing quote of the string that begins at `start`. */
function stringEnd(line: string, start: number): number {
  let at = start + 1;
  while (line[at] !== '"') at += line[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Finds a duplicate key in any object of a line, and returns its pointer; JSON.parse silently keeps the last one. */
export function duplicateKey(line: string, value: unknown): string | null {
  // Usually the number of keys equals the number of candidates, and no second pass is needed.
  return keyLikes(line) === keys([value]) ? null : duplicateIn(line);
}

/** Counts the quotes before a colon: one per key, and possibly more inside strings. */
function keyLikes(line: string): number {
  let count = 0;
  for (let at = line.indexOf(':'); at >= 0; at = line.indexOf(':', at + 1)) {
    let before = at - 1;
    while (isSpace(line.charCodeAt(before))) before -= 1;
    if (line.charCodeAt(before) === quote) count += 1;
  }
  return count;
}

const quote = 34;
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

function keys(value: object | readonly unknown[]): number {
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = inner === value ? 0 : inner.length;
  for (const item of inner) if (typeof item === 'object' && item !== null) count += keys(item);
  return count;
}

/** An object or array on the path to the current position. */
interface Around {
  readonly known: Set<string> | null;
  at: string | number;
}

function duplicateIn(line: string): string | null {
  const around: Around[] = [];
  let before = '';
  for (const token of tokens(line)) {
    const inner = around.at(-1);
    if (token === '{') around.push({ known: new Set(), at: '' });
    else if (token === '[') around.push({ known: null, at: 0 });
    else if (token === '}' || token === ']') around.pop();
    else if (token === ',' && typeof inner?.at === 'number') inner.at += 1;
    else if (token === ':' && inner?.known) {
      inner.at = String(JSON.parse(before));
      if (inner.known.has(inner.at)) return around.map((each) => `/${escapePointer(String(each.at))}`).join('');
      inner.known.add(inner.at);
    }
    before = token;
  }
  return null;
}
