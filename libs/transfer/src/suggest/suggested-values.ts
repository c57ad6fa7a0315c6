import type { HeaderField } from '../layout.js';
import { toSlug } from '../values/slug.js';
import type { Scalar, TableMapping } from '../map/mapping.js';
import { ValueParser } from '../values/value-parser.js';
import { fold } from '../values/proposals.js';
import { countryCodes } from '../validate/country-codes.js';
import { yesOrNo } from '../values/yes-no.js';
import type { InspectedColumn } from './inspect-table.js';
import { findMeaning, isFree, isPlaceholder, languages, plain } from './words.js';

/** Meanings of the values that a field does not accept as they are, and the values left for a person to map. */
export interface SuggestedValues {
  readonly values: Readonly<Record<string, Scalar>>;
  readonly unknown: readonly string[];
}

/** Meanings of yes and no for a state. */
const flags: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  'units.state': ['available', 'out_of_order'],
  'members.state': ['active', 'left'],
  'users.state': ['active', 'locked'],
  'bookings.state': ['confirmed', 'pending'],
  'sessions.state': ['scheduled', 'canceled'],
};

/** Suggests meanings for the values of a column. `fallback` is the meaning of placeholders for an empty cell. */
export function suggestValues(
  { distinct, kind }: InspectedColumn,
  field: HeaderField,
  formats: Pick<TableMapping, 'dates' | 'decimal'>,
  meanings: string,
  fallback: Scalar = '',
): SuggestedValues {
  const { dates, decimal } = formats;
  const parser = new ValueParser({ dates, decimal, thousands: true, zone: null, mapped: true });
  const isAmount = field.name.endsWith('_in_cents');
  const values: Record<string, Scalar> = {};
  const unknown: string[] = [];
  const flagged = kind === 'boolean' ? flags[meanings] : undefined;
  for (const text of distinct) {
    const meant = flagged ? flagged[yesOrNo(text) === true ? 0 : 1] : textMeaning(text, field, meanings);
    if (meant === text) continue;
    if (meant !== null) values[text] = meant;
    else if ('problem' in (isAmount ? parser.amount(text, 2) : parser.parse(field, text))) {
      if (isPlaceholder(text)) values[text] = fallback;
      else unknown.push(text);
    }
  }
  return { values, unknown };
}

/** The meaning of a text: itself if the field accepts it, null if it has to be parsed. */
function textMeaning(text: string, { name, kind, values }: HeaderField, meanings: string): Scalar | null {
  if (name === 'country_code') return /^[A-Z]{2}$/.test(text) ? text : (countries().get(plain(text)) ?? '');
  if (name === 'locale') return /^[a-z]{2}(?:-[A-Z]{2})?$/.test(text) ? text : (locales().get(plain(text)) ?? '');
  if (name.endsWith('_in_cents') && isFree(text)) return 0;
  if (kind !== 'enum') return null;
  return values?.find((value) => fold(value) === fold(text)) ?? findMeaning(text, meanings);
}

/** Codes by their names in any of the languages. */
function codesByName(type: 'region' | 'language', codes: readonly string[]): () => ReadonlyMap<string, string> {
  let known: Map<string, string> | null = null;
  return () => {
    if (known) return known;
    known = new Map();
    for (const language of languages) {
      const display = new Intl.DisplayNames(language, { type, fallback: 'none' });
      for (const code of codes) {
        const name = plain(display.of(code) ?? '');
        if (name !== '' && !known.has(name)) known.set(name, code);
      }
    }
    return known;
  };
}

const countries = codesByName('region', [...countryCodes]);
const locales = codesByName('language', languages);

/** Maps names that have the same slug to the most frequent spelling. */
export function sameNames({ distinct }: InspectedColumn): Readonly<Record<string, Scalar>> {
  const usual = new Map<string, string>();
  const values: Record<string, Scalar> = {};
  for (const text of distinct) {
    const known = usual.get(toSlug(text));
    if (known === undefined) usual.set(toSlug(text), text);
    else values[text] = known;
  }
  return values;
}

const separators = [';', '\n', '|', ',', ' / ', '/'];

/** The most common separator of values in one cell; undefined if there is none. */
export function separatorIn({ distinct }: InspectedColumn): string | undefined {
  const counts = separators.map((separator) => distinct.filter((text) => text.includes(separator)).length);
  const highest = Math.max(...counts);
  return highest === 0 ? undefined : separators[counts.indexOf(highest)];
}
