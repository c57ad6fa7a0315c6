import { objectIn, same } from '../probe/ask.js';
import { changed, created, idsIn } from '../probe/projects.js';
import { idOf, isList, isObject, objectsAt, type Row, textOf } from '../server/json.js';
import { newId } from '../server/write/project-rows.js';
import type { Fault } from './fault.js';

// Faults of what a write makes of the values that were sent.

export const mergingFaults = [
  {
    id: 'write-replaces-everything',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'a PATCH that changes the name clears tags and summary',
    behaviour: () => ({
      stored: ({ before, after }) =>
        before !== null && before['name'] !== after['name'] ? { ...after, tags: [], summary: null } : after,
    }),
    probe: async (server) => {
      const project = await created(server, { summary: 'kept', tags: ['kept'] });
      return (await changed(server, project, { name: 'Another' }))['summary'] === null;
    },
  },
  {
    id: 'write-null-ignored',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'null keeps what is there',
    behaviour: () => ({ merged: (_, before, sent) => sent ?? before }),
    probe: async (server) => {
      const project = await created(server, { summary: 'kept' });
      return (await changed(server, project, { summary: null }))['summary'] === 'kept';
    },
  },
  {
    id: 'write-space-not-cleared',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'null keeps the space, and clears everything else',
    behaviour: () => ({ merged: (key, before, sent) => (key === 'space' ? (sent ?? before) : sent) }),
    probe: async (server) => {
      const [space = ''] = await idsIn(server, 'spaces');
      const project = await created(server, { space_id: space });
      return (await changed(server, project, { space_id: null }))['space'] !== null;
    },
  },
  {
    id: 'write-tags-appended',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'new tags are added to those that are there',
    behaviour: () => ({
      merged: (key, before, sent) =>
        key === 'tags' && isList(before) && isList(sent) ? [...new Set([...before, ...sent])] : sent,
    }),
    probe: async (server) => {
      const project = await created(server, { tags: ['one'] });
      return same((await changed(server, project, { tags: ['two'] }))['tags'], ['one', 'two']);
    },
  },
  {
    id: 'write-references-appended',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'new machines are added to those that are there',
    behaviour: () => ({
      merged: (key, before, sent) => {
        if (key !== 'machines' || !isList(before) || !isList(sent)) return sent;
        const ids = sent.filter(isObject).map(({ id }) => id);
        return [...before.filter(isObject).filter(({ id }) => !ids.includes(id)), ...sent];
      },
    }),
    probe: async (server) => {
      const [one = '', two = ''] = await idsIn(server, 'machines');
      const project = await created(server, { machine_ids: [one] });
      return objectsAt(await changed(server, project, { machine_ids: [two] }), 'machines').length === 2;
    },
  },
  {
    id: 'write-empty-array-ignored',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'an empty array keeps what is there',
    behaviour: () => ({ merged: (_, before, sent) => (isList(sent) && sent.length === 0 ? before : sent) }),
    probe: async (server) => {
      const project = await created(server, { tags: ['kept'] });
      return same((await changed(server, project, { tags: [] }))['tags'], ['kept']);
    },
  },
  {
    id: 'write-tags-sorted',
    family: 'write',
    rule: 'SHAPE-10',
    summary: 'tags are kept in the order of the alphabet',
    behaviour: () => ({
      stored: ({ after }): Row => ({ ...after, tags: isList(after['tags']) ? after['tags'].map(textOf).sort() : [] }),
    }),
    probe: async (server) => same((await created(server, { tags: ['b', 'a'] }))['tags'], ['a', 'b']),
  },
  {
    id: 'write-same-set-moves-time',
    family: 'write',
    rule: 'SHAPE-10',
    summary: 'the same references in another order are a change',
    behaviour: (sound) => {
      let reordered = false;
      return {
        merged: (key, before, sent) => {
          reordered ||= key === 'machines' && isList(sent) && sent.length > 1 && same(before, sent);
          return sent;
        },
        hasChanged: (before, after) => {
          const changes = reordered || sound.hasChanged(before, after);
          reordered = false;
          return changes;
        },
      };
    },
    probe: async (server) => {
      const [one = '', two = ''] = await idsIn(server, 'machines');
      const project = await created(server, { machine_ids: [one, two] });
      return (await changed(server, project, { machine_ids: [two, one] }))['updated_at'] !== project['updated_at'];
    },
  },
  {
    id: 'write-steps-from-zero',
    family: 'write',
    rule: 'section 8',
    summary: 'positions of steps are counted from 0',
    behaviour: () => ({
      stored: ({ after }) => ({
        ...after,
        steps: objectsAt(after, 'steps').map((step, index) => ({ ...step, position: index })),
      }),
    }),
    probe: async (server) =>
      objectsAt(await created(server, { steps: [{ title: 'a' }] }), 'steps')[0]?.['position'] === 0,
  },
  {
    id: 'write-step-ids-made-anew',
    family: 'write',
    rule: 'section 9',
    summary: 'a step that is sent with its id gets a new one',
    behaviour: () => ({
      merged: (key, before, sent) =>
        key === 'steps' && isList(sent)
          ? objectsAt({ sent }, 'sent').map((step) => ({
              ...step,
              id: objectsAt({ before }, 'before').some(({ id }) => id === step['id'])
                ? newId(Date.now())
                : (step['id'] ?? null),
            }))
          : sent,
    }),
    probe: async (server) => {
      const project = await created(server, { steps: [{ title: 'a' }] });
      const [step] = objectsAt(project, 'steps');
      const after = await changed(server, project, { steps: [{ id: step?.['id'] ?? null, title: 'b' }] });
      return objectsAt(after, 'steps')[0]?.['id'] !== step?.['id'];
    },
  },
  {
    id: 'write-step-order-kept',
    family: 'write',
    rule: 'section 9',
    summary: 'steps that are kept keep their places, whatever order they are sent in',
    behaviour: () => ({
      merged: (key, before, sent) => {
        if (key !== 'steps' || !isList(sent)) return sent;
        const places = objectsAt({ before }, 'before').map(({ id }) => id);
        const placeOf = (step: { readonly id?: unknown }): number => places.findIndex((id) => id === step.id);
        return objectsAt({ sent }, 'sent')
          .slice()
          .sort((one, other) => placeOf(one) - placeOf(other));
      },
    }),
    probe: async (server) => {
      const project = await created(server, { steps: [{ title: 'a' }, { title: 'b' }] });
      const steps = objectsAt(project, 'steps').map(({ id, title }) => ({ id: id ?? null, title: title ?? null }));
      const after = await changed(server, project, { steps: steps.reverse() });
      return !same(
        objectsAt(after, 'steps').map(({ title }) => title),
        ['b', 'a'],
      );
    },
  },
  {
    id: 'write-thematics-cut',
    family: 'write',
    rule: 'section 9',
    summary: 'thematics beyond the second are dropped',
    behaviour: () => ({ merged: (key, _, sent) => (key === 'thematics' && isList(sent) ? sent.slice(0, 2) : sent) }),
    probe: async (server) => {
      const thematics = (await idsIn(server, 'project_thematics')).slice(0, 3);
      return objectsAt(await created(server, { thematic_ids: thematics }), 'thematics').length === 2;
    },
  },
  {
    id: 'write-author-is-first-member',
    family: 'write',
    rule: 'section 9',
    summary: 'the author of a new project is the member that comes first, not the one that was sent',
    behaviour: (_, world) => ({
      stored: ({ before, after }) => {
        const [member] = world.members;
        const author = {
          id: member?.id ?? null,
          first_name: member?.['first_name'] ?? null,
          last_name: member?.['last_name'] ?? null,
        };
        return before === null ? { ...after, author } : after;
      },
    }),
    probe: async (server) => {
      const [one = '', other = ''] = await idsIn(server, 'members');
      const made = [await created(server, { author_id: one }), await created(server, { author_id: other })];
      return idOf(objectIn(made[0] ?? {}, 'author')) === idOf(objectIn(made[1] ?? {}, 'author'));
    },
  },
] as const satisfies readonly Fault[];
