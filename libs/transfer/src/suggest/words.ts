import { distance } from 'fastest-levenshtein';
import words from './header-words.json' with { type: 'json' };

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type Language = (typeof languages)[number];

/** The possible contents of a column, by the words of its header. */
export type Concept = keyof typeof words.columns;

/** Normalises a text: no case, accents or punctuation, and single spaces between words. */
export const plain = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();

const listed = (text: string): string[] => text.split(', ').map(plain);

const isConcept = (text: string): text is Concept => text in words.columns;

const withoutSpaces = (text: string): string => text.replaceAll(' ', '');

const named = Object.entries(words.columns).flatMap(([concept, byLanguage]) =>
  languages.flatMap((language) =>
    isConcept(concept)
      ? listed(byLanguage[language]).map((known) => ({ concept, language, known, compact: withoutSpaces(known) }))
      : [],
  ),
);

export interface HeaderMatch {
  readonly score: number;
  readonly languages: ReadonlySet<Language>;
}

/** Longer texts are not headers. */
const longestHeader = 200;

/** Concepts that a header may express: an exact match, one with a typing error, or words of a longer header. */
export function headerMatches(header: string): ReadonlyMap<Concept, HeaderMatch> {
  if (header.length > longestHeader) return new Map();
  // In a catalogue column name with dots, only the last part counts.
  const part = /^(?:[a-z_]+\.)+([a-z_]+)$/.exec(header)?.[1] ?? header;
  // Text in brackets, such as a unit, is ignored if there is other text.
  const outer = part.replaceAll(/\(.*?\)|\[.*?\]/g, ' ');
  const text = plain((plain(outer) === '' ? part : outer).replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  const found = new Map<Concept, { score: number; languages: Set<Language> }>();
  if (text === '') return found;
  const whole = withoutSpaces(text);
  for (const { concept, language, known, compact } of named) {
    // Prefer longer words if several match.
    const score = whole === compact ? 1 + known.length / 1000 : likeness(text, known);
    const match = found.get(concept);
    if (score === 0 || (match && match.score > score)) continue;
    if (match?.score === score) match.languages.add(language);
    else found.set(concept, { score, languages: new Set([language]) });
  }
  return found;
}

/** Scores a known word in a text: 0.8 for one typing error, otherwise 0.3 to 0.7 by the share that it covers; 0 without it. */
function likeness(text: string, known: string): number {
  if (known.length >= 6 && Math.abs(text.length - known.length) <= 1 && distance(text, known) <= 1) return 0.8;
  // A short word within a sentence, such as a question in a form, is weak evidence.
  if (known.length < 4 || known.length * 4 < text.length || !` ${text} `.includes(` ${known} `)) return 0;
  return 0.3 + (0.4 * known.length) / text.length;
}

const sheetWords = new Map(Object.entries(words.sheets).map(([kind, text]) => [kind, new Set(listed(text))]));

/** Whether the name of a sheet or a file contains a word for this kind of table. */
export function namesKind(name: string, kind: string): boolean {
  const known = sheetWords.get(kind);
  const text = plain(name);
  return known !== undefined && [text, ...text.split(' ')].some((each) => known.has(each));
}

const totals = new Set(listed(words.values.totals));

/** The word that starts a row of totals; null for other texts. */
export function totalWord(text: string): string | null {
  const [first = ''] = /^[\p{L}]+/u.exec(text) ?? [];
  return totals.has(plain(text)) || totals.has(plain(first)) ? first : null;
}

const nothing = new Set(words.values.nothing.split(', '));
const free = new Set(listed(words.values.free));

/** Whether a text stands for an empty cell. */
export const isPlaceholder = (text: string): boolean =>
  nothing.has(text.trim().toLowerCase()) || nothing.has(plain(text));
export const isFree = (text: string): boolean => free.has(plain(text));

const meanings = new Map(
  Object.entries(words.values).map(([key, values]) => [
    key,
    typeof values === 'string' ? [] : Object.entries(values).map(([value, text]) => [value, listed(text)] as const),
  ]),
);

/** The meanings of words for a field: its own, or those of a kind of collections, such as `units.state`. */
export const meaningsKey = (collection: string, header: string): string =>
  [`${collection}.${header}`, `${collection.replace(/^\w+_/, '')}.${header}`].find((key) => meanings.has(key)) ?? '';

/** The value of an enum that a text in any language means; null if unknown. */
export function findMeaning(text: string, key: string): string | null {
  const bare = plain(text);
  const known = meanings.get(key) ?? [];
  const exact = known.find(([value, texts]) => plain(value) === bare || texts.includes(bare));
  // The longest match wins, because a negation contains the word that it negates.
  const longest = known
    .flatMap(([value, texts]) => texts.map((each) => ({ value, each })))
    .filter(({ each }) => each.length >= 4 && ` ${bare} `.includes(` ${each} `))
    .sort((one, other) => other.each.length - one.each.length)[0];
  return exact?.[0] ?? longest?.value ?? null;
}
