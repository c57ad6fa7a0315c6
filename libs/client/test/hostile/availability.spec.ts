import { describe, expect, it } from '@jest/globals';
import { type BusyTimesQuery, busyTimes, type FreeTimesQuery, freeTimes } from '../../src/availability/index.js';
import { type MockRequest, pageAnswer } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient } from '../support/make-client.js';

const window = { from: '2026-03-01', to: '2026-03-02' };
const machine = 'm1';

describe('busy and free times', () => {
  it.each([
    ['of a machine', { machine }, ['machine_units machine_id m1']],
    ['of a place', { place: 'p1' }, ['place_units place_id p1']],
    ['of a space', { space: 's1' }, ['machine_units space_id s1', 'place_units space_id s1']],
    ['of machine units', { machineUnits: new Set(['u1', 'u2']).values() }, ['machine_units id u1,u2']],
    ['of place units', { placeUnits: ['u3'] }, ['place_units id u3']],
    ['of no units', { machineUnits: [] }, []],
  ])('%s read these units', async (_, units, expected) => {
    const asked = ({ path, query }: MockRequest) => {
      const [, field] = /^filters\[(?!soft_deleted)(\w+)/m.exec(Object.keys(query).join('\n')) ?? [];
      return `${path.replace('/api/v1/', '')} ${field} ${query[`filters[${field}][in]`]}`;
    };
    const { client, requests } = mockedClient(() => pageAnswer([]));
    expect(await freeTimes(client, { ...window, ...units })).toEqual({ times: [], units: [] });
    expect(requests.map(asked)).toEqual(expected);
  });

  it.each([
    ['from', { machine, to: '2026-03-02' }, /^`from` must be a time such as \S+, not undefined\.$/],
    ['to', { ...window, machine, to: null }, /^`to` must be a time such as \S+, not null\.$/],
    ['machine', { ...window, machine: null }, /^`machine` must be an id, not null\.$/],
    ['place', { ...window, place: 5 }, /^`place` must be an id, not 5\.$/],
    ['space', { ...window, space: '' }, /^`space` must be an id, not ""\.$/],
    ['machineUnits', { ...window, machineUnits: 'u1' }, /^`machineUnits` must be ids, not "u1"\.$/],
    ['placeUnits', { ...window, placeUnits: ['u1', null] }, /^`placeUnits` must be ids, not \["u1",null\]\.$/],
    ['states', { ...window, machine, states: [] }, /^`states` must be booking states, not \[\]\.$/],
    ['states', { ...window, machine, states: 'confirmed' }, /^`states` must be booking states, not "confirmed"\.$/],
    ['duration', { ...window, machine, duration: null }, /^`duration` must be above 0 minutes\.$/],
    ['the units', window, /^Name machineUnits, placeUnits, a machine, a place or a space\.$/],
  ])('without a valid value for %s are refused before any request', async (name, given, message) => {
    // As JavaScript may pass it.
    const query = JSON.parse(JSON.stringify(given)) as BusyTimesQuery & FreeTimesQuery;
    const { client, requests } = mockedClient([]);
    const error = expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(message) });
    expect(await errorOf(freeTimes(client, query))).toEqual(error);
    if (name !== 'duration') expect(await errorOf(busyTimes(client, query))).toEqual(error);
    expect(requests).toEqual([]);
  });
});
