import type { InspectedColumn } from './inspect-table.js';
import { toSlug } from '../values/slug.js';
import type { Condition } from '../map/mapping.js';
import { members, users } from './suggest-people.js';
import { bookable, currencyIn, present, published, shared } from './suggest-shared.js';
import { bookings, sessions } from './suggest-times.js';
import type { KindName } from './table-kinds.js';
import { columnSource, type TableBuilder } from './table-builder.js';

/** Fills the collections of each kind of table. Returns the rows to skip. */
export const builders: Readonly<Record<KindName, (to: TableBuilder) => readonly Condition[]>> = {
  inventory,
  members,
  users,
  bookings,
  events: (to) => sessions(to, 'events', 'event_sessions', 'event'),
  trainings: (to) => sessions(to, 'trainings', 'training_sessions', 'training'),
  places,
  spaces,
  plans,
};

function inventory(to: TableBuilder): readonly Condition[] {
  const [own, model, brand] = [to.column('name'), to.column('model'), to.column('brand')];
  // Some lists have names for only a few items but a model for each.
  const name = own && (!model || own.filled * 2 >= to.table.rows.length) ? own : model;
  if (!name) return [];
  const differing = [model, brand].find((column) => column && to.varies([name], column, toSlug) && column !== name);
  const names = present([name, differing]);
  const room = to.column('space');
  const keys = present([...names, room && to.varies(names, room, toSlug) ? room : undefined]);
  const space = to.space();
  const machine = to.named('machines', names, keys.slice(names.length));
  to.set('machines', 'space.slug', space);
  const category = to.column('category');
  if (category && !to.varies(keys, category, toSlug)) to.category('machines', 'machine');
  shared(to, 'machines', keys, ['brand', 'model', 'summary', 'description', 'specifications']);
  const required = to.column('required_accreditations');
  if (required && !to.varies(keys, required))
    to.several('machines', 'required_accreditations.name', 'required_accreditations');
  bookable(to, 'machines');
  const quantity = to.column('quantity');
  const repeats = quantity?.distinct.some((text) => text !== '1') === true;
  to.collection('machine_units', repeats && quantity ? { repeat: quantity.name } : {});
  unitKey(to, 'machine_units', keys, repeats);
  to.set('machine_units', 'machine.slug', machine);
  to.set('machine_units', 'space.slug', space);
  if (own && own !== name) to.fill('machine_units', 'name', own, {});
  unitState(to, 'machine_units');
  to.from('machine_units', 'serial_number', 'serial_number');
  to.from('machine_units', 'commissioned_on', 'commissioned_on');
  const description = to.column('description');
  const note = to.column('state_note') ?? (description && to.varies(keys, description) ? description : undefined);
  if (note) to.fill('machine_units', 'state_note', note, {});
  return to.skipEmpty([name]);
}

function unitKey(to: TableBuilder, collection: string, keys: readonly InspectedColumn[], repeats: boolean): void {
  const sku = to.column('sku');
  if (sku && to.isUnique([sku])) {
    to.set(collection, 'sku', { column: sku.name, ...(repeats && { as: 'numbered-slug' }) });
    return;
  }
  const columns = present([sku, ...keys]);
  const isUnique = !repeats && to.isUnique(columns, toSlug);
  to.set(
    collection,
    'sku',
    { ...columnSource(columns), as: isUnique ? 'slug' : 'numbered-slug' },
    'no column has a unique number for each row',
  );
}

function unitState(to: TableBuilder, collection: string): void {
  to.fromOr(collection, 'state', 'state', 'available', { meanings: 'unit_state' });
  to.constant(collection, 'state_changed_at', to.options.now);
}

function places(to: TableBuilder): readonly Condition[] {
  const name = to.column('name');
  if (!name) return [];
  const space = to.space();
  const place = to.named('places', [name]);
  to.set('places', 'space.slug', space);
  to.category('places', 'place');
  shared(to, 'places', [name], ['summary', 'description']);
  to.from('places', 'capacity_per_unit', 'capacity');
  to.several('places', 'equipments.name', 'equipments');
  bookable(to, 'places');
  unitKey(to, 'place_units', [name], false);
  to.set('place_units', 'place.slug', place);
  to.set('place_units', 'space.slug', space);
  to.from('place_units', 'floor', 'floor');
  unitState(to, 'place_units');
  return to.skipEmpty([name]);
}

function spaces(to: TableBuilder): readonly Condition[] {
  const name = to.column('name');
  if (!name) return [];
  to.named('spaces', [name]);
  to.fromOr('spaces', 'time_zone', 'time_zone', to.options.timeZone);
  for (const header of ['street', 'postal_code', 'city', 'country_code'])
    to.from('spaces', `address.${header}`, header);
  if (to.column('longitude')) for (const header of ['latitude', 'longitude']) to.from('spaces', header, header);
  for (const header of ['email', 'phone', 'website_url', 'description']) to.from('spaces', header, header);
  return to.skipEmpty([name]);
}

function plans(to: TableBuilder): readonly Condition[] {
  const [name, price] = [to.column('name'), to.column('price')];
  if (!name || !price) return [];
  to.named('plans', [name]);
  to.category('plans', 'plan');
  shared(to, 'plans', [name], ['summary', 'description']);
  published(to, 'plans');
  to.constant('plans', 'pricing', 'charged');
  to.from('plans', 'amount_in_cents', 'price', { default: 0 });
  if (!to.from('plans', 'currency', 'currency')) to.set('plans', 'currency', { value: currencyIn(price) });
  to.fromOr('plans', 'duration_unit', 'period', 'month', { meanings: 'plans.duration_unit' });
  to.constant('plans', 'duration_count', 1);
  to.constant('plans', 'renewal_kind', 'automatic');
  return to.skipEmpty([name]);
}
