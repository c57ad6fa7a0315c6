const list16 = (figure) => (field) => field.figure('list-16', 'service', figure);
const against = (scenario, other, id) => (field) => field.ratio(scenario, id ?? 'service', other);

/** What the service shall reach, and how it is read from the figures. */
export const goals = [
  { text: '100 bookings, 16 callers: times PostgREST', least: 8, value: against('list-16', 'postgrest') },
  { text: '100 bookings, 16 callers: part of the limit', least: 0.5, value: against('list-16', 'limit') },
  { text: '100 bookings, 1 caller: times PostgREST', least: 6, value: against('list-1', 'postgrest') },
  { text: '100 bookings, 1 caller: part of the limit', least: 0.4, value: against('list-1', 'limit') },
  { text: 'All places: times PostgREST', least: 6, value: against('places', 'postgrest') },
  { text: 'One booking: times PostgREST', least: 12, value: against('get', 'postgrest') },
  { text: 'One booking: part of the limit', least: 0.5, value: against('get', 'limit') },
  { text: '304: times the 200', least: 3, value: against('unchanged', 'changed', 'unchanged') },
  { text: 'CPU of PostgreSQL for 100 bookings, ms', most: 1.3, value: list16('databaseCpu') },
  { text: 'CPU of Node for 100 bookings, ms', most: 2, value: list16('serviceCpu') },
  { text: 'Resident memory under load, MB', most: 240, value: (field) => field.memory },
  { text: 'Start until ready, s', most: 1.5, value: (field) => field.starting },
];

/** Each goal with its value, and whether it is met; null where it could not be measured. */
export function judged(field) {
  return goals.map(({ text, least, most, value }) => {
    const measured = value(field);
    const met = measured === null ? null : least === undefined ? measured <= most : measured >= least;
    return { text, goal: least === undefined ? `≤ ${most}` : `≥ ${least}`, measured, met };
  });
}
