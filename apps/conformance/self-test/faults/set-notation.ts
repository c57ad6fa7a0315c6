import { idsOf, list, rows } from '../probe/ask.js';
import { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

// Faults of the way in which a set is written.

const count = async (server: SelfTestServer, collection: string, query: string): Promise<number> =>
  (await rows(server, collection, `limit=200&${query}`)).length;

const status = async (server: SelfTestServer, collection: string, query: string): Promise<number> =>
  (await list(server, collection, query)).status;

const values = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `sku-${from + index}`).join(',');

export const setNotationFaults = [
  {
    id: 'set-filter-text-trimmed',
    family: 'set-filter',
    rule: 'FILT-9',
    summary: 'spaces around a text do not matter',
    behaviour: (sound) => ({ setValueOf: (filter, text) => sound.setValueOf(filter, text.trim()) }),
    probe: async (server) => (await count(server, 'project_licenses', 'filters[code][in]=%20cc-by-1.0%20')) > 0,
  },
  {
    id: 'set-filter-repetition-overwrites',
    family: 'set-filter',
    rule: 'FILT-2',
    summary: 'of a repeated parameter only the last one counts',
    behaviour: (sound) => ({
      pairsOf: (rawQuery, contract) => {
        const pairs = sound.pairsOf(rawQuery, contract);
        return pairs.filter(
          ({ name }, index) =>
            !/\[(?:not_)?in\]$/.test(name) || !pairs.slice(index + 1).some((later) => later.name === name),
        );
      },
    }),
    probe: async (server) =>
      (await count(server, 'users', 'filters[state][in]=active&filters[state][in]=locked')) ===
      (await count(server, 'users', 'filters[state][in]=locked')),
  },
  {
    id: 'set-filter-brackets-split',
    family: 'set-filter',
    rule: 'FILT-2',
    summary: 'values under [] are split at commas',
    behaviour: (sound) => ({ itemsOf: (pair) => sound.itemsOf(pair, false) }),
    probe: async (server) => (await count(server, 'users', 'filters[state][in][]=active,locked')) > 0,
  },
  {
    id: 'set-filter-brackets-refused',
    family: 'set-filter',
    rule: 'FILT-2',
    summary: 'values under [] are refused',
    behaviour: (sound) => ({
      itemsOf: (pair, literal) => {
        if (literal) throw new Refusal('invalid_request', 'Brackets are not understood.');
        return sound.itemsOf(pair, literal);
      },
    }),
    probe: async (server) => (await status(server, 'users', 'filters[state][in][]=active')) === 400,
  },
  {
    id: 'set-filter-encoded-comma-kept',
    family: 'set-filter',
    rule: 'FILT-2',
    summary: 'a value is split at commas first and decoded afterwards',
    behaviour: (sound) => ({
      itemsOf: (pair, literal) =>
        literal || !/%2c/i.test(pair.raw)
          ? sound.itemsOf(pair, literal)
          : pair.raw
              .slice(pair.raw.indexOf('=') + 1)
              .split(',')
              .map((item) => decodeURIComponent(item.replaceAll('+', ' '))),
    }),
    probe: async (server) => (await status(server, 'users', 'filters[state][in]=active%2Clocked')) === 400,
  },
  {
    id: 'set-filter-most-ten',
    family: 'set-filter',
    rule: 'FILT-2',
    summary: 'a set has at most ten values',
    behaviour: () => ({ maximumSetSize: 10 }),
    probe: async (server) => (await status(server, 'machine_units', `filters[sku][in]=${values(0, 11)}`)) === 400,
  },
  {
    id: 'set-filter-no-most',
    family: 'set-filter',
    rule: 'FILT-2',
    summary: 'a set has any number of values',
    behaviour: () => ({ maximumSetSize: 100_000 }),
    probe: async (server) => (await status(server, 'machine_units', `filters[sku][in]=${values(0, 101)}`)) === 200,
  },
  {
    id: 'set-filter-duplicates-counted',
    family: 'set-filter',
    rule: 'FILT-2',
    summary: 'repeated values count towards the hundred',
    behaviour: (sound) => ({
      itemsOf: (pair, literal) => {
        const items = sound.itemsOf(pair, literal);
        if (items.length > 100) throw new Refusal('invalid_request', 'There are too many values.');
        return items;
      },
    }),
    probe: async (server) =>
      (await status(server, 'machine_units', `filters[sku][in]=${values(0, 60)},${values(0, 60)}`)) === 400,
  },
  {
    id: 'set-filter-empty-value-taken',
    family: 'set-filter',
    rule: 'FILT-2',
    summary: 'an empty value in a set is passed over',
    behaviour: (sound) => ({
      itemsOf: (pair, literal) => sound.itemsOf(pair, literal).filter((item) => item !== ''),
    }),
    probe: async (server) => (await status(server, 'users', 'filters[state][in]=active,')) === 200,
  },
  {
    id: 'set-filter-unknown-id-refused',
    family: 'set-filter',
    rule: 'FILT-7',
    summary: 'an id that belongs to nothing is not found',
    behaviour: (sound, world) => ({
      setValueOf: (filter, text) => {
        const value = sound.setValueOf(filter, text);
        const known = Object.values(world).some((all) => all.some(({ id }) => id === value));
        if (filter.kind === 'uuid' && value !== null && filter.field === 'space_id' && !known)
          throw new Refusal('not_found', 'There is no such space.');
        return value;
      },
    }),
    probe: async (server) =>
      (await status(server, 'members', 'filters[space_id][in]=00000000-0000-7000-8000-000000000000')) === 404,
  },
  {
    id: 'set-filter-capital-ids-unmatched',
    family: 'set-filter',
    rule: 'FILT-9',
    summary: 'an id in capitals matches nothing',
    behaviour: (sound) => ({
      setValueOf: (filter, text) => {
        const value = sound.setValueOf(filter, text);
        return filter.kind === 'uuid' && value !== null ? text : value;
      },
    }),
    probe: async (server) => {
      const [id = ''] = idsOf(await rows(server, 'plans', 'limit=1'));
      return (await count(server, 'plans', `filters[id][in]=${id.toUpperCase()}`)) === 0;
    },
  },
] as const satisfies readonly Fault[];
