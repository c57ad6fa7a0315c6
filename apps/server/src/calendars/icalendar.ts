/** One line before it is folded: its name with any parameters, and its value, already escaped. */
export type Property = readonly [name: string, value: string];

/** Maximum bytes of a line without its end (RFC 5545, 3.1). */
const maxLineBytes = 75;

/** An iCalendar text (RFC 5545) of these properties and events. */
export function calendarText(properties: readonly Property[], events: readonly (readonly Property[])[]): string {
  const lines = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ...properties,
    ...events.flatMap((event): Property[] => [['BEGIN', 'VEVENT'], ...event, ['END', 'VEVENT']]),
    ['END', 'VCALENDAR'],
  ];
  return lines.map(([name, value]) => `${fold(`${name}:${value}`)}\r\n`).join('');
}

/**
 * A value of the type TEXT. No text can begin another line, also for readers that split at other separators; other
 * control characters are not allowed.
 */
export const textValue = (text: string): string =>
  text.replace(/\r\n|[\\;,\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (found) => {
    if (/[\\;,]/.test(found)) return `\\${found}`;
    return /[\r\n]/.test(found) ? String.raw`\n` : ' ';
  });

/** Folds a line between characters, as readers decode each part or the whole. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes) return line;
  const bytes = Buffer.from(line);
  const parts: string[] = [];
  let start = 0;
  for (let end = maxLineBytes; end < bytes.length; end = start + maxLineBytes - 1) {
    while (isInsideCharacter(bytes[end])) end -= 1;
    parts.push(bytes.toString('utf8', start, end));
    start = end;
  }
  parts.push(bytes.toString('utf8', start));
  return parts.join('\r\n ');
}

/** Whether a byte of UTF-8 continues a character. */
const isInsideCharacter = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0;
