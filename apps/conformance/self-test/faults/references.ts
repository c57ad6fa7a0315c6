import { ask, dataOf, idsOf, rows } from '../probe/ask.js';
import { idOf, isObject, type JsonObject, type JsonValue, objectsAt, textOf } from '../server/json.js';
import { isDeleted } from '../server/list/filtering.js';
import type { SelfTestServer } from '../server/start.js';
import type { World } from '../server/world/world.js';
import { showing } from './alterations.js';
import type { Fault } from './fault.js';

const all = (server: SelfTestServer, collection: string, query = '') => rows(server, collection, `limit=200&${query}`);

const inner = (row: JsonObject | undefined, key: string): JsonObject => {
  const value = row?.[key];
  return isObject(value) ? value : {};
};

/** What a reference to a row leads to. */
const targetOf = async (server: SelfTestServer, collection: string, reference: JsonObject): Promise<JsonObject> =>
  dataOf(await ask(server, `/api/v1/${collection}/${textOf(reference['id'])}`));

const deletedIds = (world: World): Set<string> =>
  new Set(
    Object.values(world).flatMap((known) =>
      known.filter((row) => 'soft_deleted_at' in row && isDeleted(row)).map(({ id }) => id),
    ),
  );

const changed = (row: JsonObject, key: string, change: (reference: JsonObject) => JsonValue): JsonObject => {
  const value = row[key];
  return isObject(value) ? { ...row, [key]: change(value) } : row;
};

/** Whether one of the rows embeds something that its target does not show. */
async function differs(server: SelfTestServer, from: string, key: string, to: string, field: string): Promise<boolean> {
  for (const row of (await all(server, from)).filter((one) => isObject(one[key])).slice(0, 12)) {
    const reference = inner(row, key);
    if (reference[field] !== (await targetOf(server, to, reference))[field]) return true;
  }
  return false;
}

export const referenceFaults = [
  {
    id: 'reference-stale-machine-name',
    family: 'reference',
    rule: 'SHAPE-9',
    summary: 'machine_units show their machine under a former name',
    behaviour: () =>
      showing(
        (row) => changed(row, 'machine', (machine) => ({ ...machine, name: `${textOf(machine['name'])} (old)` })),
        'machine_units',
      ),
    probe: (server) => differs(server, 'machine_units', 'machine', 'machines', 'name'),
  },
  {
    id: 'reference-stale-for-some-members',
    family: 'reference',
    rule: 'SHAPE-9',
    summary: 'some subscriptions show their member under a former family name',
    behaviour: () =>
      showing((row) => {
        const some = /^[0-7]/.test(textOf(row['id']).slice(-1));
        return some ? changed(row, 'member', (member) => ({ ...member, last_name: 'Formerly' })) : row;
      }, 'subscriptions'),
    probe: async (server) =>
      (await all(server, 'subscriptions')).some((row) => inner(row, 'member')['last_name'] === 'Formerly'),
  },
  {
    id: 'reference-stale-unit-state',
    family: 'reference',
    rule: 'SHAPE-9',
    summary: 'bookings show their machine unit as available, whatever it is now',
    behaviour: () =>
      showing((row) => changed(row, 'machine_unit', (unit) => ({ ...unit, state: 'available' })), 'bookings'),
    probe: (server) => differs(server, 'bookings', 'machine_unit', 'machine_units', 'state'),
  },
  {
    id: 'reference-names-swapped',
    family: 'reference',
    rule: 'SHAPE-9',
    summary: 'the author of a project has first and last name swapped',
    behaviour: () =>
      showing(
        (row) =>
          changed(row, 'author', ({ id, first_name, last_name }) => ({
            id: id ?? null,
            first_name: last_name ?? null,
            last_name: first_name ?? null,
          })),
        'projects',
      ),
    probe: (server) => differs(server, 'projects', 'author', 'members', 'first_name'),
  },
  {
    id: 'reference-deleted-is-null',
    family: 'reference',
    rule: 'SHAPE-9',
    summary: 'a project shows no space where the space is soft-deleted',
    behaviour: (_, world) => {
      const deleted = deletedIds(world);
      return showing((row) => (deleted.has(idOf(row['space']) ?? '') ? { ...row, space: null } : row), 'projects');
    },
    probe: async (server) => {
      const gone = idsOf(await all(server, 'spaces', 'filters[soft_deleted][eq]=true')).join(',');
      return (await all(server, 'projects', `filters[space_id][in]=${gone}`)).some((row) => row['space'] === null);
    },
  },
  {
    id: 'reference-deleted-left-out',
    family: 'reference',
    rule: 'SHAPE-9',
    summary: 'a training does not show machines that are soft-deleted',
    behaviour: (_, world) => {
      const deleted = deletedIds(world);
      return showing(
        (row) => ({ ...row, machines: objectsAt(row, 'machines').filter(({ id }) => !deleted.has(textOf(id))) }),
        'trainings',
      );
    },
    probe: async (server) => {
      const gone = idsOf(await all(server, 'machines', 'filters[soft_deleted][eq]=true'));
      return (await all(server, 'trainings', `filters[machine_id][in]=${gone.join(',')}`)).some(
        (row) => !idsOf(objectsAt(row, 'machines')).some((id) => gone.includes(id)),
      );
    },
  },
  {
    id: 'reference-draft-is-nameless',
    family: 'reference',
    rule: 'SHAPE-9',
    summary: 'event sessions hide the name of an event that is a draft',
    behaviour: (_, world) => {
      const drafts = new Set(world.events.filter((row) => row['publication_state'] === 'draft').map(({ id }) => id));
      return showing(
        (row) =>
          changed(row, 'event', (event) => (drafts.has(textOf(event['id'])) ? { ...event, name: 'Draft' } : event)),
        'event_sessions',
      );
    },
    probe: async (server) =>
      (await all(server, 'event_sessions')).some((row) => inner(row, 'event')['name'] === 'Draft'),
  },
  {
    id: 'reference-dangling-category',
    family: 'reference',
    rule: 'SHAPE-9',
    summary: 'the category of an event has an id that nothing has',
    behaviour: () =>
      showing(
        (row) =>
          changed(row, 'category', (category) => ({
            ...category,
            id: textOf(category['id']).replace(/.{4}$/, '0000'),
          })),
        'events',
      ),
    probe: (server) => differs(server, 'events', 'category', 'categories', 'id'),
  },
  {
    id: 'reference-rows-hidden',
    family: 'reference',
    rule: 'FILT-8',
    summary: 'some machines stand in no list, though they can be read and others refer to them',
    behaviour: () => ({
      rowsOf: (known, { contract }) =>
        contract.name === 'machines' ? known.filter(({ id }) => !/[0-3]$/.test(id)) : known,
    }),
    probe: async (server) => {
      const listed = idsOf(await all(server, 'machines'));
      return (await all(server, 'machine_units')).some((row) => !listed.includes(idOf(row['machine']) ?? ''));
    },
  },
  {
    id: 'reference-one-sided-user',
    family: 'reference',
    rule: 'section 8',
    summary: 'users never show the member whose account they are',
    behaviour: () => showing((row) => ({ ...row, member: null }), 'users'),
    probe: async (server) => (await all(server, 'users')).every((row) => row['member'] === null),
  },
] as const satisfies readonly Fault[];
