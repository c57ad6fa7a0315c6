import { grouped, type SeedRow } from '../default-seed.js';
import { type Invariant, broken, differ, isSet, lines } from '../invariant.js';

const categoriesFit: readonly Invariant[] = (['machine', 'place', 'training', 'event', 'plan'] as const).map((type) => [
  `Category: the category of a ${type} has that type`,
  broken(
    `${type}s`,
    (row, seed) => isSet(row, 'category_id') && seed.find('categories', row.text('category_id')).text('type') !== type,
  ),
]);

const durations: readonly Invariant[] = ['machine', 'place'].flatMap((kind): Invariant[] => [
  [
    `Quota: those of a ${kind} name a duration type of the same ${kind}`,
    broken(`${kind}s`, (row, seed) => {
      const own = (seed.by(`${kind}_booking_duration_types`, `${kind}_id`).get(row.id) ?? []).map((type) => type.id);
      return row
        .items<Record<string, string>>(`${kind}_quotas`)
        .some((quota) => !own.includes(quota[`${kind}_booking_duration_type_id`] ?? ''));
    }),
  ],
  [
    `Duration type: one of a ${kind} has a custom duration exactly when its kind is custom`,
    broken(`${kind}_booking_duration_types`, (row) =>
      differ(row.value('kind') === 'custom', isSet(row, 'custom_duration_type_id')),
    ),
  ],
  [
    `Machine, Place: the time step of a ${kind} divides an hour`,
    broken(`${kind}s`, (row) => ![5, 10, 15, 20, 30, 60].includes(row.number('hourly_booking_time_step_in_minutes'))),
  ],
]);

/** What holds for what can be booked or visited, for projects, spaces and categories. */
export const resources: readonly Invariant[] = [
  ...categoriesFit,
  ...durations,
  [
    'Event: it has a location when it is offsite',
    broken('events', (row) => row.value('location_kind') === 'offsite' && !isSet(row, 'location_name')),
  ],
  [
    'Event: who is old enough is not too old',
    broken(
      'events',
      (row) => isSet(row, 'age_min') && isSet(row, 'age_max') && row.number('age_min') > row.number('age_max'),
    ),
  ],
  [
    'Event: one booking cannot take more seats than there are',
    broken(
      'events',
      (row) =>
        row.number('maximum_seats_per_booking') > row.number('seats_per_session') ||
        row.number('maximum_seats_per_booking') < 1,
    ),
  ],
  [
    'Training: it lasts a quarter of an hour and has a seat, at least',
    broken('trainings', (row) => row.number('duration_in_minutes') < 15 || row.number('seats_per_session') < 1),
  ],
  [
    'Project: its author is not among its collaborators',
    (seed) =>
      lines(
        seed
          .rows('project_collaborators')
          .filter((row) => seed.find('projects', row.text('project_id')).value('author_id') === row.value('member_id')),
      ),
  ],
  [
    'Project: steps count from 1, have ids, titles, and both descriptions or none',
    broken('projects', (row) =>
      row
        .items<Record<string, unknown>>('steps')
        .some(
          (step, index) =>
            step['position'] !== index + 1 ||
            typeof step['id'] !== 'string' ||
            typeof step['title'] !== 'string' ||
            (step['description'] === null) !== (step['description_rendered'] === null),
        ),
    ),
  ],
  [
    'section 9: tags are at most 20, each 1 to 50 characters, trimmed and unique ignoring case',
    broken('projects', (row) => {
      const tags = row.items<string>('tags');
      return (
        tags.length > 20 ||
        new Set(tags.map((tag) => tag.toLowerCase())).size < tags.length ||
        tags.some((tag) => tag.trim() !== tag || [...tag].length > 50 || tag === '')
      );
    }),
  ],
  [
    'SHAPE-10: opening hours are in the order of day and time',
    broken('spaces', (row) => {
      const keys = row
        .items<{ day_of_week: number; opens_at: string; closes_at: string }>('opening_hours')
        .map((entry) => `${entry.day_of_week} ${entry.opens_at} ${entry.closes_at}`);
      return keys.some((key, index) => !/^[1-7] \d\d:\d\d \d\d:\d\d$/.test(key) || key < (keys[index - 1] ?? ''));
    }),
  ],
  [
    'Space: its parents end somewhere',
    (seed) => {
      const parentOf = (row: SeedRow) => (isSet(row, 'parent_id') ? seed.find('spaces', row.text('parent_id')) : null);
      const depth = (row: SeedRow, seen: readonly string[] = []): number => {
        const parent = parentOf(row);
        if (seen.includes(row.id)) return Infinity;
        return parent ? 1 + depth(parent, [...seen, row.id]) : 0;
      };
      const depths = seed.rows('spaces').map((row) => depth(row));
      return Math.max(...depths) >= 2 ? depths.filter((count) => count === Infinity) : ['no grandchild'];
    },
  ],
  [
    'Category: a slug is unique in its type',
    (seed) =>
      [...grouped(seed.rows('categories'), (row) => `${row.text('type')} ${row.text('slug')}`).values()].filter(
        (rows) => rows.length > 1,
      ),
  ],
];
