/** An entity that other resources show: the column that changes, and every place where the interface shows it. */
export interface ShownEntity {
  readonly table: string;
  readonly column: string;
  /** Collection and path of the embedded object. */
  readonly shown: readonly (readonly [collection: string, path: string])[];
}

const named = (table: string, ...shown: ShownEntity['shown']): ShownEntity => ({ table, column: 'name', shown });

const everywhere = (path: string, ...collections: string[]): ShownEntity['shown'] =>
  collections.map((collection) => [collection, path] as const);

const requiring = ['machines', 'places', 'trainings', 'events'];

const members = everywhere('member', 'bookings', 'subscriptions', 'users').concat([
  ['projects', 'author'],
  ['projects', 'collaborators[]'],
]);

const staff: ShownEntity['shown'] = [
  ['training_sessions', 'trainers[]'],
  ['event_sessions', 'hosts[]'],
];

const extras: ShownEntity['shown'] = [
  ['bookings', 'place_extras[]'],
  ['places', 'place_extras[]'],
];

/** Every embedded summary of section 8, by the table whose row it shows. Written by hand. */
export const shownEntities: readonly ShownEntity[] = [
  named(
    'accreditations',
    ...everywhere('required_accreditations[]', ...requiring),
    ['trainings', 'granted_accreditations[]'],
    ['members', 'accreditations[]'],
  ),
  named(
    'categories',
    ...everywhere('category', ...requiring, 'plans'),
    ...everywhere('prices[].category', 'trainings', 'events'),
    ['bookings', 'seats[].price.category'],
  ),
  named('equipments', ['places', 'equipments[]']),
  named(
    'events',
    ['event_sessions', 'event'],
    ['bookings', 'event_session.event'],
    ['bookings', 'reserved_by_event_session.event'],
  ),
  named('groups', ...everywhere('group', 'members', 'subscriptions', 'bookings'), ['plans', 'groups[]']),
  named(
    'machines',
    ['machine_units', 'machine'],
    ['bookings', 'machine_unit.machine'],
    ...everywhere('machines[]', 'trainings', 'projects'),
  ),
  named('places', ['place_units', 'place'], ['bookings', 'place_unit.place']),
  named(
    'plans',
    ['subscriptions', 'plan'],
    ['members', 'current_subscription.plan'],
    ...everywhere('required_plans[]', ...requiring),
  ),
  named('project_licenses', ['projects', 'license']),
  named('project_thematics', ['projects', 'thematics[]']),
  named(
    'spaces',
    ...everywhere('space', ...requiring, 'machine_units', 'place_units', 'training_sessions', 'event_sessions'),
    ...everywhere('space', 'bookings', 'members', 'projects'),
    ...everywhere('spaces[]', 'plans', 'users'),
    ['spaces', 'parent'],
  ),
  named(
    'trainings',
    ['training_sessions', 'training'],
    ['bookings', 'training_session.training'],
    ['bookings', 'reserved_by_training_session.training'],
  ),
  { table: 'members', column: 'first_name', shown: members },
  { table: 'members', column: 'last_name', shown: members },
  { table: 'users', column: 'first_name', shown: staff },
  { table: 'users', column: 'last_name', shown: staff },
  { table: 'users', column: 'email', shown: [['members', 'user']] },
  { table: 'machine_units', column: 'sku', shown: [['bookings', 'machine_unit']] },
  { table: 'machine_units', column: 'state', shown: [['bookings', 'machine_unit']] },
  { table: 'place_units', column: 'sku', shown: [['bookings', 'place_unit']] },
  { table: 'place_units', column: 'state', shown: [['bookings', 'place_unit']] },
  { table: 'place_extras', column: 'name', shown: extras },
  { table: 'place_extras', column: 'sku', shown: extras },
];

/** An entity that comes to refer to another one, and where the other one shows then. */
export interface Move {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  readonly collection: string;
  readonly path: string;
  /** The key of the embedded object at the path that shows the entity referred to. */
  readonly inner: string;
}

const move = (table: string, column: string, to: string, collection: string, path: string): Move => ({
  table,
  column,
  to,
  collection,
  path,
  inner: column.replace(/_id$/, ''),
});

export const moves: readonly Move[] = [
  move('machine_units', 'machine_id', 'machines', 'bookings', 'machine_unit'),
  move('place_units', 'place_id', 'places', 'bookings', 'place_unit'),
  move('event_sessions', 'event_id', 'events', 'bookings', 'event_session'),
  move('event_sessions', 'event_id', 'events', 'bookings', 'reserved_by_event_session'),
  move('training_sessions', 'training_id', 'trainings', 'bookings', 'training_session'),
  move('training_sessions', 'training_id', 'trainings', 'bookings', 'reserved_by_training_session'),
  move('subscriptions', 'plan_id', 'plans', 'members', 'current_subscription'),
  move('prices', 'category_id', 'categories', 'bookings', 'seats[].price'),
  move('prices', 'category_id', 'categories', 'trainings', 'prices[]'),
  move('prices', 'category_id', 'categories', 'events', 'prices[]'),
];
