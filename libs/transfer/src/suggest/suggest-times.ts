import { yesOrNo } from '../values/yes-no.js';
import type { InspectedColumn } from './inspect-table.js';
import { toSlug } from '../values/slug.js';
import type { Condition, FieldMapping } from '../map/mapping.js';
import { personNames } from './suggest-people.js';
import { bookable, currencyIn, present, published, shared } from './suggest-shared.js';
import { columnSource, type TableBuilder } from './table-builder.js';
import { keyValues, memberKeys, unitKeys } from './known-keys.js';
import { findMeaning } from './words.js';

/** Sets the start and end times. Returns whether the table has both. */
function times(to: TableBuilder, collection: string): boolean {
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
  columnSource(present([day, time]));

/** Sets the state of a booking or session, and the time of a cancellation. */
function cancelable(
  to: TableBuilder,
  collection: string,
  usual: string,
  meanings: 'bookings.state' | 'session_state',
): void {
  const isCanceled = (text: string): boolean => findMeaning(text, meanings) === 'canceled';
  const own = to.column('state');
  // Without a state column, a remark or a title such as `Canceled: Ada` may say it; whole sentences are ambiguous.
  const isRemark = (text: string): boolean => isCanceled(text) && /^\S+(?: \S+)?(?:$|: )/.test(text);
  const column = own ?? to.unused([]).find((each) => to.texts(each).some(isRemark));
  const canceled = column ? to.texts(column).filter(own ? isCanceled : isRemark) : [];
  if (own || !column) to.fromOr(collection, 'state', 'state', usual, { meanings });
  else {
    const values = { ...Object.fromEntries(canceled.map((text) => [text, 'canceled'])), '*': usual };
    to.set(collection, 'state', { column: column.name, default: usual, values });
    to.checks.push(`${column.name} marks cancellations: ${canceled.slice(0, 3).join(', ')}`);
  }
  if (!column || canceled.length === 0) return;
  const dated = Object.fromEntries(canceled.map((text) => [text, to.options.now]));
  to.set(collection, 'canceled_at', { column: column.name, values: { ...dated, '*': '' } }, 'no column has the time');
}

export function bookings(to: TableBuilder): readonly Condition[] {
  const [machine, place] = [to.column('machine'), to.column('place')];
  const space = to.space('site');
  const column = machine ?? place;
  const skip = [...allDay(to), ...to.skipEmpty(present([column, to.column('start_day') ?? to.column('span')]))];
  const what = machine ? 'machine' : 'place';
  const unit = knownUnit(to, column, `${what}_units`) ?? newUnit(to, column, what, space);
  const key = to.column('key');
  times(to, 'bookings');
  const when = to.collection('bookings').get('starts_at')?.mapping;
  const own = [when?.join ?? when?.column ?? [], column?.name ?? []].flat(2);
  to.set('bookings', 'key', key && to.isUnique([key]) ? { column: key.name } : { join: own });
  to.set('bookings', 'space.slug', space);
  to.set('bookings', `${what}_unit.sku`, unit);
  member(to);
  personNames(to, 'bookings', 'seats.first_name', 'seats.last_name');
  cancelable(to, 'bookings', 'confirmed', 'bookings.state');
  return skip;
}

/** A unit in another table of the workbook. */
function knownUnit(to: TableBuilder, column: InspectedColumn | undefined, units: string): FieldMapping | null {
  const found = column && keyValues(column, unitKeys(to.others, units));
  if (!found) return null;
  const { values, unknown } = found;
  if (unknown.length > 0)
    to.checks.push(`${column.name} names units that are in no sheet: ${unknown.slice(0, 3).join(', ')}`);
  return { column: column.name, ...(Object.keys(values).length > 0 && { values }) };
}

/** Sets the member of a booking, by a number or by a name in another table of the workbook. */
function member(to: TableBuilder): void {
  if (to.from('bookings', 'member.number', 'number', { note: 'the catalogue must have these members' })) return;
  const column = to.column('email') ?? to.column('person');
  const found = column && keyValues(column, memberKeys(to.others));
  if (!found) return;
  // Other values do not name a known member.
  const unknown = found.unknown.map((text): [string, string] => [text, '']);
  to.set('bookings', 'member.number', {
    column: column.name,
    values: { ...found.values, ...Object.fromEntries(unknown) },
  });
}

/** Creates a machine or a place with one unit for each name in the column, or a single one without a column. */
function newUnit(
  to: TableBuilder,
  column: InspectedColumn | undefined,
  what: 'machine' | 'place',
  space: FieldMapping,
): FieldMapping {
  const [pages, units, title] = [`${what}s`, `${what}_units`, to.options.space];
  const reference: FieldMapping = column ? to.slugOf([column]) : { value: toSlug(title) };
  to.collection(pages, {
    note: `if the catalogue already has these ${units}, delete ${pages} and ${units} and set ${what}_unit.sku to their numbers`,
  });
  if (column) to.named(pages, [column]);
  else {
    to.constant(pages, 'slug', toSlug(title));
    to.constant(pages, 'name', title);
  }
  to.set(pages, 'space.slug', space);
  bookable(to, pages);
  to.set(units, 'sku', reference);
  to.set(units, `${what}.slug`, reference);
  to.set(units, 'space.slug', space);
  to.constant(units, 'state', 'available');
  to.constant(units, 'state_changed_at', to.options.now);
  return reference;
}

/** Skips all-day entries, which have no times and therefore are not bookings. */
function allDay(to: TableBuilder): readonly Condition[] {
  const column = to.column('all_day');
  const yes = column?.distinct.filter((text) => yesOrNo(text) === true) ?? [];
  return column && yes.length > 0 ? [{ column: column.name, is: yes }] : [];
}

export function sessions(to: TableBuilder, pages: string, collection: string, reference: string): readonly Condition[] {
  const name = to.column('name');
  if (!name) return [];
  const space = to.space();
  const page = to.named(pages, [name]);
  to.set(pages, 'space.slug', space);
  const price = to.column('price');
  if (!price || to.varies([name], price)) to.category(pages, reference);
  shared(to, pages, [name], ['summary', 'description', 'prerequisites', 'age_min', 'location_name']);
  published(to, pages);
  prices(to, pages, name);
  const seats = to.column('seats');
  const usual = 10;
  if (seats && !to.varies([name], seats)) to.from(pages, 'seats_per_session', 'seats', { default: usual });
  else to.constant(pages, 'seats_per_session', usual);
  if (pages === 'events') {
    to.constant(pages, 'location_kind', 'onsite');
    to.constant(pages, 'maximum_seats_per_booking', 1);
    to.constant(pages, 'seat_naming', 'anonymous');
  } else if (!to.from(pages, 'duration_in_minutes', 'duration')) to.constant(pages, 'duration_in_minutes', 120);
  const day = to.column('start_day') ?? to.column('span');
  if (!day) return to.skipEmpty([name]);
  if (!times(to, collection)) {
    to.checks.push(`no column says when ${pages} end, so no ${collection} are created: add a column for it`);
    return to.skipEmpty([name]);
  }
  const when = to.collection(collection).get('starts_at')?.mapping;
  to.set(collection, 'key', { join: [name.name, when?.join ?? when?.column ?? []].flat(2), as: 'slug' });
  to.set(collection, `${reference}.slug`, page);
  to.set(collection, 'space.slug', space);
  to.fromOr(collection, 'seats_total', 'seats', usual);
  cancelable(to, collection, 'scheduled', 'session_state');
  const trainers = to.column('trainers');
  const people = pages === 'events' ? 'hosts.email' : 'trainers.email';
  // References to unknown users would make the whole import fail.
  if (to.others.some(({ table }) => table.kind === 'users')) to.several(collection, people, 'trainers');
  else if (trainers)
    to.checks.push(`${trainers.name} can be ${collection}.${people} once the catalogue has these users`);
  return to.skipEmpty([name, day]);
}

function prices(to: TableBuilder, pages: string, name: InspectedColumn): void {
  const price = to.column('price');
  if (!price || to.varies([name], price)) {
    to.constant(pages, 'pricing', 'free');
    return;
  }
  to.constant(pages, 'pricing', 'charged');
  to.set(pages, 'prices.category.slug', { value: 'standard' });
  to.from(pages, 'prices.amount_in_cents', 'price', { default: 0 });
  to.set(pages, 'prices.currency', { value: currencyIn(price) });
  to.set('categories', 'type', { value: 'price' });
  to.set('categories', 'slug', { value: 'standard' });
  to.set('categories', 'name', { value: 'Standard' });
  const category = to.column('category');
  if (category) to.checks.push(`${category.name} is not used, as the categories of this sheet are those of its prices`);
}
