import { ask, idsOf, rows } from '../probe/ask.js';
import { change, changed, created, pathOf } from '../probe/projects.js';
import { type Row, textOf } from '../server/json.js';
import { Refusal } from '../server/refusal.js';
import type { Fault } from './fault.js';

// Faults of when a write counts: its times, and how soon it is seen (WRITE-4, WRITE-9).

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const writeTimeFaults = [
  {
    id: 'write-no-change-moves-time',
    family: 'write',
    rule: 'WRITE-4',
    summary: 'a PATCH that changes nothing moves updated_at',
    behaviour: () => ({ hasChanged: () => true }),
    probe: async (server) => {
      const project = await created(server);
      return (await changed(server, project, {}))['updated_at'] !== project['updated_at'];
    },
  },
  ...(['summary', 'tags', 'external_url'] as const).map(
    (field) =>
      ({
        id: `write-same-${field}-moves-time`,
        family: 'write',
        rule: 'WRITE-4',
        summary: `a PATCH of nothing but the same ${field} moves updated_at`,
        behaviour: (sound) => {
          let sent: string[] = [];
          return {
            merged: (key, before, value) => {
              sent.push(key);
              return sound.merged(key, before, value);
            },
            hasChanged: (before, after) => {
              return (sent.length === 1 && sent[0] === field) || sound.hasChanged(before, after);
            },
            stored: (written) => {
              sent = [];
              return sound.stored(written);
            },
          };
        },
        probe: async (server) => {
          const value = { summary: 'x', tags: ['x'], external_url: 'https://a.example/' }[field];
          const project = await created(server, { [field]: value });
          return (await changed(server, project, { [field]: value }))['updated_at'] !== project['updated_at'];
        },
      }) as const satisfies Fault,
  ),
  {
    id: 'write-change-keeps-time',
    family: 'write',
    rule: 'WRITE-4',
    summary: 'a PATCH does not move updated_at',
    behaviour: () => ({ updatedAt: ({ updated_at }) => updated_at }),
    probe: async (server) => {
      const project = await created(server);
      return (await changed(server, project, { summary: 'x' }))['updated_at'] === project['updated_at'];
    },
  },
  {
    id: 'write-step-change-keeps-time',
    family: 'write',
    rule: 'SHAPE-7',
    summary: 'a change of nothing but steps does not move updated_at',
    behaviour: (sound) => ({
      hasChanged: (before, after) => sound.hasChanged({ ...before, steps: [] }, { ...after, steps: [] }),
    }),
    probe: async (server) => {
      const project = await created(server);
      return (await changed(server, project, { steps: [{ title: 'x' }] }))['updated_at'] === project['updated_at'];
    },
  },
  {
    id: 'write-time-in-seconds',
    family: 'write',
    rule: 'WRITE-4',
    summary: 'two changes in a second have the same updated_at',
    behaviour: () => ({
      updatedAt: ({ updated_at, created_at }, now) => {
        const second = `${new Date(now).toISOString().slice(0, 19)}.999Z`;
        return second < created_at ? updated_at : second;
      },
    }),
    probe: async (server) => {
      const times: unknown[] = [];
      const project = await created(server);
      for (let index = 0; index < 6; index += 1)
        times.push((await changed(server, project, { summary: String(index) }))['updated_at']);
      return new Set(times).size < times.length;
    },
  },
  {
    id: 'write-change-moves-creation',
    family: 'write',
    rule: 'SHAPE-7',
    summary: 'a PATCH moves created_at, too',
    behaviour: () => ({
      stored: ({ before, after }) => (before === null ? after : { ...after, created_at: after.updated_at }),
    }),
    probe: async (server) => {
      const project = await created(server);
      await wait(3);
      return (await changed(server, project, { summary: 'x' }))['created_at'] !== project['created_at'];
    },
  },
  {
    id: 'write-shown-late',
    family: 'write',
    rule: 'WRITE-9',
    summary: 'a new project is in the lists half a second later',
    behaviour: () => {
      const made = new Map<string, number>();
      return {
        stored: ({ before, after }) => {
          if (before === null) made.set(after.id, Date.now());
          return after;
        },
        rowsOf: (known) => known.filter(({ id }) => (made.get(id) ?? 0) < Date.now() - 500),
      };
    },
    probe: async (server) => {
      const { id } = await created(server);
      return !idsOf(await rows(server, 'projects', 'limit=200')).includes(textOf(id));
    },
  },
  {
    id: 'write-change-listed-late',
    family: 'write',
    rule: 'WRITE-9',
    summary: 'lists show a changed project as it was for half a second',
    behaviour: (sound) => {
      const former = new Map<string, { readonly row: Row; readonly until: number }>();
      return {
        stored: ({ before, after }) => {
          if (before !== null) former.set(after.id, { row: before, until: Date.now() + 500 });
          return after;
        },
        shownInList: (row, contract) => {
          const known = former.get(row.id);
          return sound.shownInList(known !== undefined && known.until > Date.now() ? known.row : row, contract);
        },
      };
    },
    probe: async (server) => {
      const project = await created(server);
      await change(server, project, { summary: 'new' });
      const [listed] = await rows(server, 'projects', `filters[id][in]=${textOf(project['id'])}`);
      return listed?.['summary'] === null;
    },
  },
  {
    id: 'write-lost-from-single',
    family: 'write',
    rule: 'WRITE-9',
    summary: 'a new project is listed, and found alone half a second later',
    behaviour: (sound) => {
      const made = new Map<string, number>();
      return {
        stored: ({ before, after }) => {
          if (before === null) made.set(after.id, Date.now());
          return after;
        },
        allows: (token, scope, visit) => {
          const late = (made.get(visit.route?.id ?? '') ?? 0) > Date.now() - 500;
          if (late && visit.request.method === 'GET') throw new Refusal('not_found', 'Nothing has this id.');
          return sound.allows(token, scope, visit);
        },
      };
    },
    probe: async (server) => (await ask(server, pathOf(await created(server)))).status === 404,
  },
] as const satisfies readonly Fault[];
