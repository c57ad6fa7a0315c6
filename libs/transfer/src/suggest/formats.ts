import type { DateOrder } from '../map/mapping.js';
import { isFree, type Language } from './words.js';

/** Formats of dates and decimals in a table, with points to check if the table does not settle one. */
export interface SuggestedFormats {
  readonly dates?: DateOrder;
  readonly decimal?: 'comma' | 'point';
  readonly checks: readonly string[];
}

const numericDate = /^(\d{1,2})([-./])(\d{1,2})\2(?:\d{2}|\d{4})\b/;

/** The kind of values in a column, and the distinct ones. */
interface ColumnValues {
  readonly kind: string;
  readonly distinct: readonly string[];
}

/** Decides by the values, such as a 13 that cannot be a month, or else by the language of the headers. */
export function suggestFormats(
  columns: readonly ColumnValues[],
  language: Language,
  timeZone: string,
): SuggestedFormats {
  const texts = (...kinds: readonly string[]): string[] =>
    columns.filter(({ kind }) => kinds.includes(kind)).flatMap(({ distinct }) => distinct);
  const checks: string[] = [];
  const dates = dateOrder(texts('date', 'datetime'), language, timeZone, checks);
  const decimal = decimalMark(texts('money', 'number'), language, checks);
  return { ...(dates && { dates }), ...(decimal && { decimal }), checks };
}

function dateOrder(
  texts: readonly string[],
  language: Language,
  timeZone: string,
  checks: string[],
): DateOrder | undefined {
  const found = texts.flatMap((text) => {
    const [, first, mark, second] = numericDate.exec(text) ?? [];
    return first === undefined ? [] : [{ first: Number(first), second: Number(second), mark }];
  });
  const [example] = texts.filter((text) => numericDate.test(text));
  if (example === undefined) return undefined;
  if (found.some(({ first, mark }) => first > 12 || mark === '.')) return 'day-first';
  if (found.some(({ second }) => second > 12)) return 'month-first';
  const order = language === 'en' && timeZone.startsWith('America/') ? 'month-first' : 'day-first';
  checks.push(`dates like ${example} are read as ${order}`);
  return order;
}

function decimalMark(texts: readonly string[], language: Language, checks: string[]): 'comma' | 'point' | undefined {
  const amounts = texts.map((text) => text.replaceAll(/[^\d.,]/g, '')).filter((text) => /[.,]/.test(text));
  const comma = amounts.some((text) => /,\d{1,2}$/.test(text));
  const point = amounts.some((text) => /\.\d{1,2}$/.test(text));
  // If both occur, each value is read by itself.
  if (amounts.length === 0 || (comma && point)) return undefined;
  if (comma || point) return comma ? 'comma' : 'point';
  const thousands = amounts.find((text) => /[.,]\d{3}$/.test(text));
  if (thousands === undefined) return undefined;
  const mark = language === 'en' ? 'point' : 'comma';
  checks.push(`numbers like ${thousands} are read with a decimal ${mark}`);
  return mark;
}

/** Currencies whose signs are recognised, the likeliest of a sign first. */
const listed =
  'EUR GBP INR KRW TRY UAH RUB ILS VND THB PHP PLN CZK HUF RON CHF ZAR MYR BRL USD CAD AUD NZD SGD HKD MXN SEK NOK DKK ISK JPY CNY';

/** Currency signs besides those of Unicode, in lower case. */
const further: Readonly<Record<string, string>> = {
  ...{
    EUR: 'euro',
    INR: 'rs',
    CHF: 'fr sfr',
    USD: 'us$',
    AUD: 'a$ au$',
    CAD: 'c$ ca$',
    NZD: 'nz$',
    HKD: 'hk$',
    SGD: 's$',
  },
};

const signs: readonly (readonly [currency: string, signs: readonly string[]])[] = listed.split(' ').map((currency) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  return [currency, [...(symbol === currency ? [] : [symbol.toLowerCase()]), ...(further[currency] ?? '').split(' ')]];
});

/** Cities of the time zones in which a currency is used. */
const cities: Readonly<Record<string, string>> = {
  EUR: 'Amsterdam Athens Berlin Bratislava Brussels Busingen Dublin Helsinki Lisbon Ljubljana Luxembourg Madrid Malta Nicosia Paris Riga Rome Tallinn Vienna Vilnius Zagreb',
  GBP: 'London',
  CHF: 'Zurich Vaduz',
  SEK: 'Stockholm',
  NOK: 'Oslo',
  DKK: 'Copenhagen',
  ISK: 'Reykjavik',
  USD: 'New_York Detroit Chicago Denver Boise Phoenix Los_Angeles Anchorage Honolulu Indianapolis',
  CAD: 'Toronto Montreal Vancouver Edmonton Winnipeg Regina Halifax Moncton St_Johns',
  MXN: 'Mexico_City Monterrey Tijuana Cancun',
  AUD: 'Sydney Melbourne Brisbane Adelaide Perth Hobart Darwin',
  NZD: 'Auckland',
  JPY: 'Tokyo',
  CNY: 'Shanghai',
  SGD: 'Singapore',
  HKD: 'Hong_Kong',
};

const codes = new Set(Intl.supportedValuesOf('currency'));

/** The possible currencies of a code or a sign; none for other texts. */
function currenciesOf(word: string): readonly string[] {
  if (codes.has(word)) return [word];
  const sign = word.toLowerCase();
  return signs.flatMap(([currency, own]) => (own.includes(sign) ? [currency] : []));
}

/** Longer texts are not prices. */
const longest = 100;

const price = /^([^\d-]*?)\s*-?\d[\d.,'’\s]*[-–—]*\s*([^\d]*)$/u;

/** Whether a text is an amount, with or without its currency. */
export function isMoney(text: string): boolean {
  if (text.length > longest) return false;
  const [all, before = '', after = ''] = price.exec(text) ?? [];
  const words = [before, after].map((each) => each.trim().replace(/\.$/, '')).filter((each) => each !== '');
  return isFree(text) || (all !== undefined && words.every((word) => currenciesOf(word).length > 0));
}

/** The currency of a text such as a price or a header, and others that it may be in. */
export interface FoundCurrency {
  readonly sign: string;
  readonly candidates: readonly string[];
}

/** Finds a currency next to an amount, or as a word of a header. */
export function currencyIn(text: string): FoundCurrency | null {
  if (text.length > longest) return null;
  // A sign is clearer than a word that could be a code.
  const words = [...text.matchAll(/\p{L}*\p{Sc}/gu), ...text.matchAll(/\p{L}+/gu)];
  for (const [word] of words) {
    const candidates = currenciesOf(word);
    if (candidates.length > 0) return { sign: word, candidates };
  }
  return null;
}

/** The currency of the country of a time zone; undefined if it is not clear. */
export function currencyAt(timeZone: string): string | undefined {
  const city = timeZone.split('/').at(-1) ?? '';
  return Object.keys(cities).find((currency) => (cities[currency] ?? '').split(' ').includes(city));
}
