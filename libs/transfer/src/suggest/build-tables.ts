import type { FieldMapping } from '../map/mapping.js';
import { currencyAt, currencyIn } from './formats.js';
import type { InspectedColumn } from './inspect-table.js';
import { columnSource, compact, type TableBuilder } from './table-builder.js';

export function suggestMachines(to: TableBuilder): void {
  const [own, model, brand] = [to.column('title'), to.column('model'), to.column('brand')];
  // Some lists have names for only a few items but a model for each.
  const name = own && (!model || own.filled * 2 >= to.table.rows.length) ? own : model;
  if (!name) return;
  const names = to.addDistinguishing([name], model ?? brand);
  const keys = to.addDistinguishing(names, to.column('space'));
  const space = to.space();
  const machine = to.setName('machines', names, keys);
  to.set('machines', 'space.slug', space);
  to.category('machines', 'machine');
  to.fillOthers(['machines']);
  const quantity = to.column('quantity');
  const repeats = quantity?.distinct.some((text) => text !== '1') === true;
  to.collection('machine_units', repeats && quantity ? { repeat: quantity.name } : {});
  const sku = to.column('sku');
  to.setKey('machine_units', 'sku', [sku, to.column('serial_number')], compact([sku, ...keys]), repeats);
  to.set('machine_units', 'machine.slug', machine);
  to.set('machine_units', 'space.slug', space);
  if (own !== name) to.read('machine_units', 'name', own);
  // Notes that differ between the units of a machine describe the units.
  const notes = to.unused().find((column) => column === to.column('description'));
  to.read('machine_units', 'state_note', to.column('state_note') ?? notes);
  to.skipEmpty([name]);
}

export function suggestPlaces(to: TableBuilder): void {
  const name = to.title();
  const [, ...where] = to.addDistinguishing([name], to.column('building'), to.column('space'), to.column('floor'));
  const keys = [...where, name];
  const space = to.space();
  const place = to.setName('places', [...keys, ...compact([to.column('common_name')])], keys);
  to.set('places', 'space.slug', space);
  to.category('places', 'place');
  to.setKey('place_units', 'sku', [to.column('sku')], keys);
  to.set('place_units', 'place.slug', place);
  to.set('place_units', 'space.slug', space);
  to.skipEmpty([name]);
}

export function suggestSpaces(to: TableBuilder): void {
  const name = to.title();
  to.setName('spaces', [name]);
  const { timeZone } = to.options;
  to.read('spaces', 'time_zone', to.column('time_zone'), { default: timeZone });
  if (!to.column('time_zone')) to.set('spaces', 'time_zone', { value: timeZone });
  to.skipEmpty([name]);
}

export function suggestPlans(to: TableBuilder): void {
  const name = to.title();
  const names = to.addDistinguishing([name], to.column('duration_unit'));
  to.setName('plans', names);
  to.category('plans', 'plan');
  const price = to.column('price');
  if (price) setAmount(to, 'plans', '', price);
  if (!to.column('duration_unit')) {
    to.setConstant('plans', 'duration_unit', 'month');
    to.checks.push('no column has the duration of plans, so each lasts a month');
  }
  to.skipEmpty([name]);
}

/** Sets an amount of money and its currency. */
export function setAmount(to: TableBuilder, collection: string, path: string, price: InspectedColumn): void {
  to.read(collection, `${path}amount_in_cents`, price, { default: 0 });
  const own = to.column('currency');
  if (own) to.read(collection, `${path}currency`, own);
  else to.set(collection, `${path}currency`, ...findCurrency(to, price));
}

function findCurrency(to: TableBuilder, { name, distinct }: InspectedColumn): [FieldMapping, string?] {
  const { timeZone } = to.options;
  const local = currencyAt(timeZone);
  const chosen = (text: string): string => {
    const { sign, candidates = [] } = currencyIn(text) ?? {};
    if (candidates.length > 1 && local !== undefined && candidates.includes(local)) return local;
    if (candidates.length > 1) to.checks.push(`${sign} in ${name} can be ${candidates.join(', ')}: set the currency`);
    return candidates.length > 1 ? 'CHECK' : (candidates[0] ?? '');
  };
  const found = new Map(distinct.filter((text) => /\d/.test(text)).map((text) => [text, chosen(text)]));
  const codes = [...new Set(found.values())].filter((code) => code !== '');
  if (codes.length === 0) codes.push(chosen(name));
  const [code = '', ...others] = codes;
  if (others.length > 0) {
    to.checks.push(`${name} is in several currencies: ${codes.join(', ')}`);
    return [{ column: name, values: Object.fromEntries([...found].filter(([, each]) => each !== '')) }];
  }
  if (code !== '') return [{ value: code }];
  to.checks.push(`${name} has no currency${local === undefined ? ': set it' : `; ${timeZone} has ${local}`}`);
  return [{ value: local ?? 'CHECK' }, 'no price contains it'];
}

export function suggestMembers(to: TableBuilder): void {
  const names = setPersonNames(to, 'members', 'first_name', 'last_name');
  const unique = [to.column('number'), to.column('email')];
  to.setKey('members', 'number', unique, to.addDistinguishing(names, to.column('birthdate')));
  const town = to.column('postal_code_and_city');
  if (town) {
    to.set('members', 'address.postal_code', { column: town.name, part: 'first-word' });
    to.set('members', 'address.city', { column: town.name, part: 'other-words' });
  }
  // Dates are in the time zone of a space.
  if (to.column('joined_at') || to.column('space')) to.set('members', 'space.slug', to.space());
  setAccreditations(to);
  const left = to.column('state') ? undefined : to.column('left_at');
  if (left) {
    const mapping = { column: left.name, default: 'active', values: { '*': 'left' } };
    to.set('members', 'state', mapping, 'members with a date have left, even if it is in the future');
  }
  setLocale(to, 'members');
  to.skipEmpty(names.slice(0, 1));
}

function setAccreditations(to: TableBuilder): void {
  const column = to.column('accreditations.name');
  if (!column) return;
  to.read('members', 'accreditations.name', column);
  const { split } = to.collection('members').get('accreditations.name')?.mapping ?? {};
  const dated = { column: column.name, ...(split !== undefined && { split }), values: { '*': to.options.now } };
  to.set('members', 'accreditations.obtained_at', dated, 'one date for all');
}

export function suggestUsers(to: TableBuilder): void {
  const email = to.column('email');
  to.read('users', 'email', email);
  setPersonNames(to, 'users', 'first_name', 'last_name');
  setLocale(to, 'users');
  if (to.column('last_sign_in_at')) to.set('users', 'time_zone', { value: to.options.timeZone });
  const space = to.column('space');
  if (space) {
    to.space();
    to.read('users', 'spaces.slug', space);
    const { mapping = {} } = to.collection('users').get('spaces.slug') ?? {};
    to.set('users', 'spaces.slug', { ...mapping, as: 'slug' });
  }
  if (!email) return;
  to.skipEmpty([email]);
  to.skipValues(
    email,
    email.distinct.filter((text) => !text.includes('@')),
  );
}

function setLocale(to: TableBuilder, collection: string): void {
  const { language } = to.table;
  to.read(collection, 'locale', to.column('locale'), { default: language });
  if (!to.column('locale')) to.set(collection, 'locale', { value: language }, 'the language of the columns');
}

/** Sets names from one column or two, as `Last, First` or `First Last`. Returns the columns. */
export function setPersonNames(
  to: TableBuilder,
  collection: string,
  first: string,
  last: string,
): readonly InspectedColumn[] {
  const [given, family] = [to.column('first_name'), to.column('last_name')];
  if (given && family) {
    const isMissing = family.filled < to.table.rows.length;
    to.set(collection, first, { column: given.name });
    to.set(collection, last, { column: family.name, ...(isMissing && { default: '?' }) });
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
  const source = columnSource([whole]);
  to.set(collection, first, { ...source, part: isInverted ? 'after-comma' : 'first-word', ...names(2) });
  to.set(collection, last, { ...source, part: isInverted ? 'before-comma' : 'other-words', ...names(1), ...missing });
  return [whole];
}
