import { escaped } from '@resource-catalogue/program';

/**
 * The text of one member of an object as it stands in a line, for what is stored as text (SHAPE-1): parsed and printed again,
 * some values come out otherwise, such as `1.0`, or keys that look like numbers. What other tools write between the
 * values, and how they escape letters, makes no difference.
 */
export function memberText(line: string | null, key: string, value: unknown): string {
  const printed = JSON.stringify(value);
  if (line === null || line.includes(`"${key}":${printed}`)) return printed;
  return member(line, key) ?? printed;
}

/** The member without white space between the values, and with texts as this program prints them. */
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

/** The texts, numbers, words and marks of what is known to be JSON. */
function* tokens(json: string): Generator<string> {
  for (let at = 0; at < json.length;) {
    between.lastIndex = at;
    const end = between.test(json) ? between.lastIndex : stringEnd(json, at);
    const token = json.slice(at, end);
    if (token.trim() !== '') yield token;
    at = end;
  }
}

/** Behind the closing quote of the string that begins there. */
function stringEnd(line: string, start: number): number {
  let at = start + 1;
  while (line[at] !== '"') at += line[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The pointer to a key that an object of a line has twice, of which parsing keeps the last without a word. */
export function duplicateKey(line: string, value: unknown): string | null {
  // Most lines have as many keys as places that look like one, and need no second look.
  return keyLikes(line) === keys([value]) ? null : duplicateIn(line);
}

/** The quotes before a colon: behind every key there is one, and inside of a text there may be more. */
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

/** An object or an array on the way down to a place in a line. */
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
      if (inner.known.has(inner.at)) return around.map((each) => `/${escaped(String(each.at))}`).join('');
      inner.known.add(inner.at);
    }
    before = token;
  }
  return null;
}
