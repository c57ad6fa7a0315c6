import { escaped } from '@resource-catalogue/program';

/**
 * The text of one member of an object as it stands in a line, for what is stored as text (SHAPE-1): parsed and printed again,
 * some values come out otherwise, such as `1.0`, or keys that look like numbers. What other tools write between the
 * values, and how they escape letters, makes no difference.
 */
export function memberText(line: string | null, key: string, value: unknown): string {
  const printed = JSON.stringify(value);
  if (line === null || line.includes(`"${key}":${printed}`)) return printed;
  const text = member(line, key);
  return text === null ? printed : compact(text);
}

/** Without white space between the values, and with texts as this program prints them. */
function compact(text: string): string {
  let compacted = '';
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const end = quote === at ? stringEnd(text, at) : quote < 0 ? text.length : quote;
    const token = text.slice(at, end);
    compacted += quote === at ? JSON.stringify(JSON.parse(token)) : token.replace(/\s+/g, '');
    at = end;
  }
  return compacted;
}

/** Looks through the members of the outermost object, of which it is known that it is JSON. */
function member(line: string, key: string): string | null {
  let at = line.indexOf('{') + 1;
  while (at > 0 && at < line.length) {
    const nameStart = line.indexOf('"', at);
    if (nameStart < 0) return null;
    const nameEnd = stringEnd(line, nameStart);
    const start = line.indexOf(':', nameEnd) + 1;
    const end = valueEnd(line, start);
    if (JSON.parse(line.slice(nameStart, nameEnd)) === key) return line.slice(start, end).trim();
    at = end + 1;
  }
  return null;
}

/** Behind the closing quote of the string that begins there. */
function stringEnd(line: string, start: number): number {
  let at = start + 1;
  while (line[at] !== '"') at += line[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** At the comma or the brace behind a value. */
function valueEnd(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"') at = stringEnd(line, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (depth > 0 && (character === '}' || character === ']')) depth -= 1;
    else if (depth === 0 && (character === ',' || character === '}')) return at;
  }
  return line.length;
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

const colon = /\s*:/y;

function duplicateIn(line: string): string | null {
  const around: Around[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    const inner = around.at(-1);
    if (character === '{') around.push({ known: new Set(), at: '' });
    else if (character === '[') around.push({ known: null, at: 0 });
    else if (character === '}' || character === ']') around.pop();
    else if (character === ',' && typeof inner?.at === 'number') inner.at += 1;
    else if (character === '"') {
      const end = stringEnd(line, at);
      colon.lastIndex = end;
      if (inner?.known && colon.test(line)) {
        inner.at = String(JSON.parse(line.slice(at, end)));
        if (inner.known.has(inner.at)) return around.map((each) => `/${escaped(String(each.at))}`).join('');
        inner.known.add(inner.at);
      }
      at = end - 1;
    }
  }
  return null;
}
