import { yesOrNo } from '../values/yes-no.js';
import { CellReader } from '../values/cell-text.js';
import type { InspectedColumn } from './inspect-table.js';
import type { Scalar, TableMapping } from '../map/mapping.js';
import type { SheetField } from '../map/sheet-fields.js';
import { toSlug } from '../values/slug.js';
import { fold } from '../values/suggestion.js';
import { languages, findMeaning, type Meanings, plain, isFree, isPlaceholder } from './words.js';

/** Meanings of the values that a field does not accept as they are, and the values left for a person to map. */
export interface SuggestedValues {
  readonly values: Readonly<Record<string, Scalar>>;
  readonly unknown: readonly string[];
}

/** Meanings of yes and no for a state. */
const flags: Readonly<Record<Meanings, readonly [string, string] | null>> = {
  unit_state: ['available', 'out_of_order'],
  'members.state': ['active', 'left'],
  'users.state': ['active', 'locked'],
  'users.role': null,
  'bookings.state': ['confirmed', 'pending'],
  session_state: ['scheduled', 'canceled'],
  'plans.duration_unit': null,
};

/** Suggests meanings for the values of a column. `fallback` is the meaning of placeholders for an empty cell. */
export function suggestValues(
  { distinct, kind }: InspectedColumn,
  field: SheetField,
  formats: Pick<TableMapping, 'dates' | 'decimal'>,
  meanings: Meanings | null,
  fallback: Scalar = '',
): SuggestedValues {
  const cells = new CellReader(formats);
  const values: Record<string, Scalar> = {};
  const unknown: string[] = [];
  const flagged = meanings !== null && kind === 'boolean' ? flags[meanings] : null;
  for (const text of distinct) {
    const meant = flagged ? flagged[yesOrNo(text) === true ? 0 : 1] : textMeaning(text, field, meanings);
    if (meant === text) continue;
    if (meant !== null) values[text] = meant;
    else if ('problem' in cells.read(field, text)) {
      if (isPlaceholder(text)) values[text] = fallback;
      else unknown.push(text);
    }
  }
  return { values, unknown };
}

/** The meaning of a text: itself if the field accepts it, null if it has to be parsed. */
function textMeaning(text: string, field: SheetField, meanings: Meanings | null): Scalar | null {
  const { name, kind } = field;
  if (name === 'country_code') return countryCode(text);
  if (name.endsWith('_in_cents') && isFree(text)) return 0;
  if (kind !== 'enum') return null;
  const same = field.values?.find((value) => fold(value) === fold(text));
  return same ?? (meanings === null ? null : findMeaning(text, meanings));
}

let countries: ReadonlyMap<string, string> | null = null;

/** The code of a country by its name in any of the languages. */
function countryCode(text: string): string {
  if (/^[A-Z]{2}$/.test(text)) return text;
  countries ??= countryNames();
  return countries.get(plain(text)) ?? '';
}

function countryNames(): ReadonlyMap<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // Codes of former countries are replaced with current ones.
  const current = codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  const names = new Map<string, string>();
  for (const language of languages) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of current) {
      const name = display.of(code);
      if (name !== undefined && !names.has(plain(name))) names.set(plain(name), code);
    }
  }
  return names;
}

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
