import type { InspectedColumn } from './inspect-table.js';
import { toSlug } from '../values/slug.js';
import type { Condition, FieldMapping } from '../map/mapping.js';
import { columnSource, type TableBuilder } from './table-builder.js';
import type { Language } from './words.js';

const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  nl: 'nl-NL',
  pt: 'pt-PT',
};

/** Names in one column or two, as `Last, First` or `First Last`. */
export function personNames(
  to: TableBuilder,
  collection: string,
  first: string,
  last: string,
): readonly InspectedColumn[] {
  const [given, family] = [to.column('first_name'), to.column('last_name')];
  if (given && family) {
    to.set(collection, first, { column: given.name });
    to.set(collection, last, { column: family.name, ...(isMissing(to, family) && { default: '?' }) });
    return [given, family];
  }
  const whole = to.column('full_name') ?? given ?? family ?? to.column('person');
  if (!whole) return [];
  const inverted = whole.distinct.filter((text) => text.includes(','));
  const isInverted = inverted.length === whole.distinct.length;
  const isShort = whole.distinct.some((text) => !text.trim().includes(' '));
  const missing = isShort && collection !== 'bookings' ? { default: '?' } : {};
  // If only some names are inverted, map each of them.
  const split = isInverted ? [] : inverted.map((text) => [text, ...text.split(',')].map((each) => each.trim()));
  const names = (index: number): Pick<FieldMapping, 'values'> =>
    split.length === 0
      ? {}
      : { values: Object.fromEntries(split.map((parts) => [parts[0] ?? '', parts[index] ?? ''])) };
  to.set(collection, first, { column: whole.name, part: isInverted ? 'after-comma' : 'first-word', ...names(2) });
  to.set(collection, last, {
    ...{ column: whole.name, part: isInverted ? 'before-comma' : 'other-words', ...names(1) },
    ...missing,
  });
  return [whole];
}

const isMissing = (to: TableBuilder, { filled }: InspectedColumn): boolean => filled < to.table.rows.length;

function locale(to: TableBuilder, collection: string): void {
  const column = to.column('locale');
  const value = locales[to.table.language];
  if (column?.distinct.every((text) => /^[a-z]{2}(?:-[A-Z]{2})?$/.test(text)) === true) {
    to.fill(collection, 'locale', column, { default: value });
  } else to.constant(collection, 'locale', value);
}

export function members(to: TableBuilder): readonly Condition[] {
  const [number, email] = [to.column('number'), to.column('email')];
  const key = [number, email].find((column) => column && to.isUnique([column]));
  if (key) to.set('members', 'number', { column: key.name });
  const names = personNames(to, 'members', 'first_name', 'last_name');
  if (!key) {
    const as = to.isUnique(names, toSlug) ? 'slug' : 'numbered-slug';
    to.set('members', 'number', { ...columnSource(names), as }, 'no column has a unique number for each member');
  }
  to.from('members', 'email', 'email');
  for (const header of ['phone', 'birthdate', 'organization_name', 'job_title']) to.from('members', header, header);
  to.from('members', 'group.name', 'group');
  for (const header of ['street', 'postal_code', 'city', 'country_code'])
    to.from('members', `address.${header}`, header);
  const town = to.column('postal_code_and_city');
  if (town) {
    to.set('members', 'address.postal_code', { column: town.name, part: 'first-word' });
    to.set('members', 'address.city', { column: town.name, part: 'other-words' });
  }
  const { now } = to.options;
  to.fromOr('members', 'joined_at', 'joined_at', now);
  // Dates are in the time zone of a space.
  if (to.column('joined_at') || to.column('space')) to.set('members', 'space.slug', to.space());
  accreditations(to, now);
  const left = to.column('state') ? undefined : to.column('left_at');
  if (left) {
    const mapping = { column: left.name, default: 'active', values: { '*': 'left' } };
    to.set('members', 'state', mapping, 'members with a date have left, whether it is past or not');
  } else to.fromOr('members', 'state', 'state', 'active', { meanings: 'members.state' });
  locale(to, 'members');
  return to.skipEmpty(names.slice(0, 1));
}

function accreditations(to: TableBuilder, now: string): void {
  const column = to.column('accreditations');
  if (!column) return;
  to.several('members', 'accreditations.name', 'accreditations');
  const { split } = to.collection('members').get('accreditations.name')?.mapping ?? {};
  const dated = { column: column.name, ...(split !== undefined && { split }), values: { '*': now } };
  to.set('members', 'accreditations.obtained_at', dated, 'one date for all');
}

export function users(to: TableBuilder): readonly Condition[] {
  const email = to.column('email');
  if (!email) return [];
  to.from('users', 'email', 'email');
  personNames(to, 'users', 'first_name', 'last_name');
  to.fromOr('users', 'role', 'role', 'member', { meanings: 'users.role' });
  to.fromOr('users', 'state', 'state', 'active', { meanings: 'users.state' });
  locale(to, 'users');
  if (to.from('users', 'last_sign_in_at', 'last_sign_in_at')) to.constant('users', 'time_zone', to.options.timeZone);
  if (to.column('space')) {
    to.space();
    to.several('users', 'spaces.slug', 'space');
    const { mapping = {} } = to.collection('users').get('spaces.slug') ?? {};
    to.set('users', 'spaces.slug', { ...mapping, as: 'slug' });
  }
  const nowhere = email.distinct.filter((text) => !text.includes('@'));
  return [...to.skipEmpty([email]), ...(nowhere.length > 0 ? [{ column: email.name, is: nowhere }] : [])];
}
