import type { TextPart } from './mapping.js';

const address = /(?<![^\s@<>,;:"])[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+/;

/** The first e-mail address in a text. */
export const emailIn = (text: string): string | null => address.exec(text)?.[0] ?? null;

export function takePart(text: string, part: TextPart): string {
  const words = text.split(/\s+/);
  const comma = text.indexOf(',');
  switch (part) {
    case 'first-word':
      return words[0] ?? '';
    case 'other-words':
      return words.slice(1).join(' ');
    case 'last-word':
      return words.at(-1) ?? '';
    case 'before-comma':
      return (comma < 0 ? text : text.slice(0, comma)).trim();
    case 'after-comma':
      return comma < 0 ? '' : text.slice(comma + 1).trim();
    case 'email':
      return emailIn(text) ?? (text.includes('@') ? text : '');
    case 'start':
    case 'end':
      return spanPart(text, part);
  }
}

const clock = String.raw`(\d{1,2}(?:[:.h]\d{2})*)\s*(uhr|h|[ap]\.?m\.?)?`;
const span = new RegExp(
  String.raw`^(|.*[\s,])${clock}\s*(?:[-–—]|bis|to|until|till|à|a|tot|às)\s*(.*[\s,])?${clock}$`,
  'iu',
);

const maxSpan = 80;

/** The start or end of `2.3.2026 10:00-12:00` or `10–12 Uhr`, with its day; other texts are unchanged. */
function spanPart(text: string, part: 'start' | 'end'): string {
  const [all, day = '', from = '', fromUnit, endDay, to = '', toUnit] =
    (text.length > maxSpan ? null : span.exec(text)) ?? [];
  if (all === undefined) return text;
  const [time, unit] = part === 'start' ? [from, fromUnit ?? toUnit] : [to, toUnit];
  const isFull = /[:.h]/.test(time) || unit !== undefined;
  return `${part === 'end' ? (endDay ?? day) : day}${isFull ? time : `${time}:00`}${unit === undefined ? '' : ` ${unit}`}`;
}
