import { toSlug } from '../values/slug.js';
import type { FieldMapping } from '../map/mapping.js';
import { yesOrNo } from '../values/yes-no.js';
import { setAmount, setPersonNames } from './build-tables.js';
import type { InspectedColumn } from './inspect-table.js';
import { columnSource, compact, type TableBuilder } from './table-builder.js';
import { findMeaning, plain } from './words.js';

/** Sets the start and end times. Returns whether the table has both. */
function setTimes(to: TableBuilder, collection: string): boolean {
  const [day, time] = [to.column('start_day'), to.column('start_time')];
  const [endDay, endTime] = [to.column('end_day'), to.column('end_time')];
  const span = to.column('span') ?? to.column('times');
  if (span) {
    const from = dayAndTime(span.kind === 'span' ? span : day, span.kind === 'span' ? undefined : span);
    to.set(collection, 'starts_at', { ...from, part: 'start' });
    to.set(collection, 'ends_at', { ...from, part: 'end' });
    return true;
  }
  if (!day || !(endDay ?? endTime)) return false;
  to.set(collection, 'starts_at', dayAndTime(day, day.kind === 'datetime' ? undefined : time));
  to.set(collection, 'ends_at', dayAndTime(endDay ?? day, endDay?.kind === 'datetime' ? undefined : endTime));
  return true;
}

const dayAndTime = (day: InspectedColumn | undefined, time: InspectedColumn | undefined): FieldMapping =>
  columnSource(compact([day, time]));

/** Without a state column, uses remarks or titles such as `Canceled: Ada` as the state. */
function setCanceled(to: TableBuilder, collection: string, usual: string): void {
  if (to.column('state')) return;
  // Whole sentences are ambiguous.
  const isRemark = (text: string): boolean =>
    findMeaning(text, `${collection}.state`) === 'canceled' && /^\S+(?: \S+)?(?:$|: )/.test(text);
  const column = to.unused().find(({ distinct }) => distinct.some(isRemark));
  if (!column) return;
  const canceled = column.distinct.filter(isRemark);
  const values = { ...Object.fromEntries(canceled.map((text) => [text, 'canceled'])), '*': usual };
  to.set(collection, 'state', { column: column.name, default: usual, values });
  to.checks.push(`${column.name} marks cancellations: ${canceled.slice(0, 3).join(', ')}`);
}

export function suggestBookings(to: TableBuilder): void {
  const [machine, place] = [to.column('machine'), to.column('place')];
  const space = to.space('site');
  const column = machine ?? place;
  // All-day entries have no times and therefore are not bookings.
  const allDay = to.column('all_day');
  if (allDay)
    to.skipValues(
      allDay,
      allDay.distinct.filter((text) => yesOrNo(text) === true),
    );
  to.skipEmpty(compact([column, to.column('start_day') ?? to.column('span')]));
  const what = machine ? 'machine' : 'place';
  const unit = findUnit(to, column, `${what}_units`) ?? createUnit(to, column, what, space);
  if (!setTimes(to, 'bookings'))
    to.checks.push('no column says when bookings start and end: add starts_at and ends_at');
  const when = to.collection('bookings').get('starts_at')?.mapping;
  const own = [when?.join ?? when?.column ?? [], column?.name ?? []].flat(2);
  const key = to.column('key');
  if (key && to.isUnique([key])) to.set('bookings', 'key', { column: key.name });
  else if (own.length > 0) to.set('bookings', 'key', { join: own });
  to.set('bookings', 'space.slug', space);
  to.set('bookings', `${what}_unit.sku`, unit);
  setMember(to);
  setPersonNames(to, 'bookings', 'seats.first_name', 'seats.last_name');
  setCanceled(to, 'bookings', 'confirmed');
}

/** A unit in another table of the workbook. */
function findUnit(to: TableBuilder, column: InspectedColumn | undefined, units: string): FieldMapping | null {
  const found = column && keyValues(column, unitKeys(to.others, units));
  if (!found) return null;
  const { values, unknown } = found;
  if (unknown.length > 0)
    to.checks.push(`${column.name} refers to units that no sheet lists: ${unknown.slice(0, 3).join(', ')}`);
  return { column: column.name, ...(Object.keys(values).length > 0 && { values }) };
}

/** Sets the member of a booking, by a number or by a name in another table of the workbook. */
function setMember(to: TableBuilder): void {
  const number = to.column('member.number');
  if (number) to.set('bookings', 'member.number', { column: number.name }, 'the catalogue must have these members');
  const column = to.column('email') ?? to.column('person');
  const found = column && keyValues(column, memberKeys(to.others));
  if (number || !found) return;
  // Other values match no known member.
  const unknown = Object.fromEntries(found.unknown.map((text) => [text, '']));
  to.set('bookings', 'member.number', { column: column.name, values: { ...found.values, ...unknown } });
}

/** Creates a machine or a place with one unit for each name in the column, or a single one without a column. */
function createUnit(
  to: TableBuilder,
  column: InspectedColumn | undefined,
  what: 'machine' | 'place',
  space: FieldMapping,
): FieldMapping {
  const [pages, units, title] = [`${what}s`, `${what}_units`, to.options.space];
  to.collection(pages, {
    note: `if the catalogue already has these ${units}, delete ${pages} and ${units} and set ${what}_unit.sku to their numbers`,
  });
  const reference = column ? to.setName(pages, [column]) : { value: toSlug(title) };
  if (!column) {
    to.set(pages, 'slug', reference);
    to.set(pages, 'name', { value: title });
  }
  to.set(pages, 'space.slug', space);
  to.fillOthers([pages]);
  to.set(units, 'sku', reference);
  to.set(units, `${what}.slug`, reference);
  to.set(units, 'space.slug', space);
  return reference;
}

export function suggestSessions(to: TableBuilder, pages: string, collection: string, reference: string): void {
  const name = to.title();
  const space = to.space();
  const page = to.setName(pages, [name]);
  to.set(pages, 'space.slug', space);
  const price = to.column('price');
  if (price && !to.varies([name], price)) setPrices(to, pages, price);
  else to.category(pages, reference);
  const seats = to.column('seats');
  if (seats && !to.varies([name], seats)) to.read(pages, 'seats_per_session', seats, { default: usualSeats });
  const day = to.column('start_day') ?? to.column('span');
  if (!day) to.skipEmpty([name]);
  else if (setTimes(to, collection)) {
    const when = to.collection(collection).get('starts_at')?.mapping;
    to.set(collection, 'key', { join: [name.name, when?.join ?? when?.column ?? []].flat(2), as: 'slug' });
    to.set(collection, `${reference}.slug`, page);
    to.set(collection, 'space.slug', space);
    to.read(collection, 'seats_total', seats, { default: usualSeats });
    setCanceled(to, collection, 'scheduled');
    setLeaders(to, collection, pages === 'events' ? 'hosts.email' : 'trainers.email');
    to.skipEmpty([name, day]);
  } else {
    to.checks.push(`no column says when ${pages} end, so no ${collection} are created: add a column for it`);
    to.skipEmpty([name]);
  }
}

/** Sets the leaders only if the users are in the workbook: unknown ones would make the whole import fail. */
function setLeaders(to: TableBuilder, collection: string, header: string): void {
  const trainers = to.column('trainers');
  if (to.others.some(({ table }) => table.kind === 'users')) to.read(collection, header, trainers);
  else if (trainers)
    to.checks.push(`add the users in ${trainers.name} to the catalogue, then map it to ${collection}.${header}`);
}

const usualSeats = 10;

function setPrices(to: TableBuilder, pages: string, price: InspectedColumn): void {
  to.setConstant(pages, 'pricing', 'charged');
  to.set(pages, 'prices.category.slug', { value: 'standard' });
  setAmount(to, pages, 'prices.', price);
  to.set('categories', 'type', { value: 'price' });
  to.set('categories', 'slug', { value: 'standard' });
  to.set('categories', 'name', { value: 'Standard' });
  const category = to.column('category');
  if (category) to.checks.push(`${category.name} is not used, as the categories of this sheet are those of its prices`);
}

/** Keys of the rows in other tables of a workbook, by the names that people may use. */
type KnownKeys = ReadonlyMap<string, string>;

/** Keys of units, by themselves and by the names of their machines or places. */
const unitKeys = (builders: readonly TableBuilder[], units: string): KnownKeys =>
  knownKeys(builders, units, 'sku', (text) => [text('title')]);

/** Keys of members, by themselves, by name in either order, and by e-mail address. */
const memberKeys = (builders: readonly TableBuilder[]): KnownKeys =>
  knownKeys(builders, 'members', 'number', (text) => {
    const [first, last] = [text('first_name'), text('last_name')];
    return [text('email'), text('full_name'), ...(last === '' ? [] : [`${first} ${last}`, `${last} ${first}`])];
  });

function knownKeys(
  builders: readonly TableBuilder[],
  collection: string,
  header: string,
  names: (text: (role: string) => string) => readonly string[],
): KnownKeys {
  const keys = new Map<string, string>();
  for (const { table, collections } of builders) {
    const mapping = collections.get(collection)?.fields.get(header)?.mapping;
    if (!mapping) continue;
    const columns = table.columns.filter((column) => [mapping.column, mapping.join].flat(2).includes(column.name));
    const counts = new Map<string, number>();
    for (const row of table.rows) {
      const text = columns.map(({ index }) => row[index] ?? '').join(' ');
      const made = mapping.as === undefined ? text : toSlug(text);
      const count = (counts.get(made) ?? 0) + 1;
      counts.set(made, count);
      const key = mapping.as === 'numbered-slug' ? `${made}-${count}` : made;
      const called = names((role) => row[table.roles.get(role)?.index ?? -1] ?? '');
      for (const each of [key, ...called].map(plain)) if (each !== '' && !keys.has(each)) keys.set(each, key);
    }
  }
  return keys;
}

const maxListed = 50;

/** Maps values of a column to keys; null if most are unknown or if there are too many to list. */
function keyValues(
  { distinct }: InspectedColumn,
  keys: KnownKeys,
): { readonly values: Readonly<Record<string, string>>; readonly unknown: readonly string[] } | null {
  const values: Record<string, string> = {};
  const unknown: string[] = [];
  for (const text of distinct) {
    const key = keys.get(plain(text));
    if (key === undefined) unknown.push(text);
    else if (key !== text) values[text] = key;
  }
  const isListed = distinct.length <= maxListed || Object.keys(values).length === 0;
  return isListed && unknown.length * 2 <= distinct.length ? { values, unknown } : null;
}
