import { describe, expect, it } from '@jest/globals';
import { type BusyTimesQuery, busyTimes, type FreeTimesQuery, freeTimes } from '../../src/availability/index.js';
import { type MockRequest, resourceResponse, pageResponse, problemResponse } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const window = { start: '2026-03-01T00:00Z', end: '2026-03-02T00:00Z' };
const machine = 'm1';

describe('busy and free times', () => {
  /** Serves these rows, and a 404 for any other. */
  const serving =
    (rows: Readonly<Record<string, readonly { readonly id: string }[]>>) =>
    ({ path, query }: MockRequest) => {
      const [, , , collection = '', id] = path.split('/');
      const all = rows[collection] ?? [];
      if (id === undefined) {
        const ids = query['filters[id][in]']?.split(',');
        return pageResponse(all.filter((row) => !ids || ids.includes(row.id)));
      }
      const found = all.find((row) => row.id === id);
      return found
        ? resourceResponse(found)
        : problemResponse(404, 'not_found', { detail: `No ${collection} has the id ${id}.` });
    };
  const unit = (id: string, space: string) => ({ id, state: 'available', space: { id: space, name: '' }, machine: {} });
  const space = (id: string, time_zone: string) => ({ id, time_zone, opening_hours: [], opening_exceptions: [] });
  const berlin = space('s1', 'Europe/Berlin');
  const owners = { machines: [{ id: 'm1', space: { id: 's1' } }], places: [{ id: 'p1', space: { id: 's1' } }] };
  const named = { machine_units: [unit('u1', 's1'), unit('u2', 's2')], spaces: [berlin, space('s2', 'Europe/Lisbon')] };

  it.each([
    ['a machine', { machine }, 'machine_units machine_id m1'],
    ['a place', { place: 'p1' }, 'place_units place_id p1'],
    ['a space', { space: 's1' }, 'machine_units space_id s1, place_units space_id s1'],
  ])('return no free times for %s without units', async (_, units, expected) => {
    const asked = ({ path, query }: MockRequest) => {
      const [, field] = /^filters\[(?!soft_deleted)(\w+)/m.exec(Object.keys(query).join('\n')) ?? [];
      return field ? [`${path.replace('/api/v1/', '')} ${field} ${query[`filters[${field}][in]`]}`] : [];
    };
    const { client, requests } = mockedClient(serving({ ...owners, spaces: [berlin] }));
    expect(await freeTimes(client, { ...window, ...units })).toEqual({ times: [], units: [] });
    expect(requests.flatMap(asked).join(', ')).toEqual(expected);
    const local = { start: '2026-03-07 10:00', end: '2026-03-08', ...units };
    expect((await busyTimes(client, local)).times).toEqual([
      { start: new Date('2026-03-07T09:00Z'), end: new Date('2026-03-07T23:00Z') },
    ]);
    const unknown = mockedClient(serving({})).client;
    const error = expect.objectContaining({ message: expect.stringMatching(/No \w+ has the id \w\d\./) });
    expect(await errorOf(busyTimes(unknown, { ...window, ...units }))).toEqual(error);
  });

  it('read units by id, also from iterators, and report unknown ids', async () => {
    const { client } = mockedClient(serving(named));
    const machineUnits = new Set(['u1', 'u2']).values();
    const { units } = await freeTimes(client, { ...window, machineUnits });
    expect(units.map((each) => each.unit.id)).toEqual(['u1', 'u2']);
    const error = await errorOf(freeTimes(client, { ...window, machineUnits: ['u1', 'u7', 'u8'] }));
    expect(error).toEqual(new RangeError('`machineUnits` has ids that are not units: u7, u8.'));
  });

  it('need a single time zone for local times', async () => {
    const { client } = mockedClient(serving(named));
    const query = { machineUnits: ['u1', 'u2'], start: '2026-03-07 10:00', end: '2026-03-07T12:00Z' };
    expect(await errorOf(freeTimes(client, query))).toEqual(
      new TypeError(
        '`start` and `end` must have an offset, like 2026-03-07T10:00Z: the units are in the time zones Europe/Berlin, Europe/Lisbon.',
      ),
    );
    const times = (start: string) => [{ start: new Date(start), end: new Date('2026-03-07T12:00Z') }];
    expect((await freeTimes(client, { ...query, machineUnits: ['u2'] })).times).toEqual(times('2026-03-07T10:00Z'));
    expect((await freeTimes(client, { ...query, machineUnits: ['u1'] })).times).toEqual(times('2026-03-07T09:00Z'));
    expect((await freeTimes(client, { ...query, start: '2026-03-07T09:00+00:00' })).times).toEqual(
      times('2026-03-07T09:00Z'),
    );
  });

  it.each([
    [
      'start',
      { machine, from: '2026-03-01', end: '2026-03-02' },
      /^`start` must be a time such as .+, not undefined\.$/,
    ],
    ['end', { ...window, machine, end: null }, /^`end` must be a time such as .+, not null\.$/],
    ['machine', { ...window, machine: null }, /^`machine` must be an id, not null\.$/],
    ['place', { ...window, place: 5 }, /^`place` must be an id, not 5\.$/],
    ['space', { ...window, space: '' }, /^`space` must be an id, not ""\.$/],
    ['machineUnits', { ...window, machineUnits: 'u1' }, /^`machineUnits` must be ids, not "u1"\.$/],
    ['placeUnits', { ...window, placeUnits: ['u1', null] }, /^`placeUnits` must be ids, not \["u1",null\]\.$/],
    ['placeUnits', { ...window, placeUnits: [] }, /^`placeUnits` must be at least one id, not \[\]\.$/],
    ['states', { ...window, machine, states: [] }, /^`states` must be booking states, not \[\]\.$/],
    ['states', { ...window, machine, states: 'confirmed' }, /^`states` must be booking states, not "confirmed"\.$/],
    ['duration', { ...window, machine, duration: null }, /^`duration` must be above 0 minutes\.$/],
    ['the units', window, /^Pass machineUnits, placeUnits, a machine, a place or a space\.$/],
  ])('require a valid value for %s, before any request', async (name, given, message) => {
    // A value that only JavaScript can pass.
    const query = JSON.parse(JSON.stringify(given)) as BusyTimesQuery & FreeTimesQuery;
    const { client, requests } = mockedClient([]);
    const error = expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(message) });
    expect(await errorOf(freeTimes(client, query))).toEqual(error);
    if (name !== 'duration') expect(await errorOf(busyTimes(client, query))).toEqual(error);
    expect(requests).toEqual([]);
  });
});
