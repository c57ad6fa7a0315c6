import { change, changed, create, created } from '../probe/projects.js';
import { textOf } from '../server/json.js';
import { pointerFlaw, refusalOf } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import { freeSlug } from '../server/write/slugs.js';
import type { Fault } from './fault.js';

// Faults of publication and slugs (WRITE-5, section 9).

const published = (server: SelfTestServer) => created(server, { publication_state: 'published' });

const slugs = async (server: SelfTestServer, ...names: readonly string[]): Promise<string[]> => {
  const made: string[] = [];
  for (const name of names) made.push(textOf((await created(server, { name }))['slug']));
  return made;
};

/** One transition more, or less, than section 9 has. */
const transition = <Name extends string>(
  name: Name,
  summary: string,
  from: string,
  to: string,
  allowed: boolean,
  probe: Fault['probe'],
) =>
  ({
    id: `write-${name}`,
    family: 'write',
    rule: 'section 9',
    summary,
    behaviour: (sound) => ({
      mayBecome: (state, next) => (state === from && next === to ? allowed : sound.mayBecome(state, next)),
    }),
    probe,
  }) as const satisfies Fault;

export const publicationFaults = [
  transition(
    'draft-archived',
    'a draft may be archived',
    'draft',
    'archived',
    true,
    async (server) => (await change(server, await created(server), { publication_state: 'archived' })).status === 200,
  ),
  transition(
    'archived-to-draft',
    'an archived project may become a draft',
    'archived',
    'draft',
    true,
    async (server) => {
      const project = await published(server);
      await change(server, project, { publication_state: 'archived' });
      return (await change(server, project, { publication_state: 'draft' })).status === 200;
    },
  ),
  transition(
    'archived-for-ever',
    'an archived project cannot be published again',
    'archived',
    'published',
    false,
    async (server) => {
      const project = await published(server);
      await change(server, project, { publication_state: 'archived' });
      return (await change(server, project, { publication_state: 'published' })).status === 409;
    },
  ),
  transition(
    'same-state-refused',
    'a published project cannot be sent as published',
    'published',
    'published',
    false,
    async (server) =>
      (await change(server, await published(server), { publication_state: 'published' })).status === 409,
  ),
  {
    id: 'write-draft-with-publication',
    family: 'write',
    rule: 'WRITE-5',
    summary: 'a project has a time of publication from the start',
    behaviour: () => ({ publishedAt: (_, __, now) => now }),
    probe: async (server) => (await created(server))['published_at'] !== null,
  },
  {
    id: 'write-draft-keeps-publication',
    family: 'write',
    rule: 'WRITE-5',
    summary: 'going back to draft keeps the time of publication',
    behaviour: (sound) => ({
      publishedAt: (before, state, now) => sound.publishedAt(before, before === null ? state : 'published', now),
    }),
    probe: async (server) =>
      (await changed(server, await published(server), { publication_state: 'draft' }))['published_at'] !== null,
  },
  {
    id: 'write-archiving-clears-publication',
    family: 'write',
    rule: 'WRITE-5',
    summary: 'archiving clears the time of publication',
    behaviour: (sound) => ({
      publishedAt: (before, state, now) => (state === 'archived' ? null : sound.publishedAt(before, state, now)),
    }),
    probe: async (server) =>
      (await changed(server, await published(server), { publication_state: 'archived' }))['published_at'] === null,
  },
  {
    id: 'write-publication-moves',
    family: 'write',
    rule: 'WRITE-5',
    summary: 'publishing again after archiving moves the time of publication',
    behaviour: (sound) => ({
      publishedAt: (before, state, now) => (state === 'published' ? now : sound.publishedAt(before, state, now)),
    }),
    probe: async (server) => {
      const project = await published(server);
      await change(server, project, { publication_state: 'archived' });
      await new Promise((resolve) => setTimeout(resolve, 3));
      const again = await changed(server, project, { publication_state: 'published' });
      return again['published_at'] !== project['published_at'];
    },
  },
  {
    id: 'write-never-published',
    family: 'write',
    rule: 'WRITE-5',
    summary: 'a project that is published from the start has no time of publication',
    behaviour: (sound) => ({
      publishedAt: (before, state, now) => (before === null ? null : sound.publishedAt(before, state, now)),
    }),
    probe: async (server) => (await published(server))['published_at'] === null,
  },
  {
    id: 'write-slugs-shared',
    family: 'write',
    rule: 'section 9',
    summary: 'projects of the same name share a slug',
    behaviour: () => ({ slugOf: (name) => freeSlug(name, new Set()) }),
    probe: async (server) => {
      const [one, other] = await slugs(server, 'Shared slug', 'Shared slug');
      return one === other;
    },
  },
  {
    id: 'write-slug-follows-name',
    family: 'write',
    rule: 'section 8',
    summary: 'the slug changes with the name',
    behaviour: (sound) => ({
      slugOnRename: (before, name, taken) =>
        before['name'] === name ? textOf(before['slug']) : sound.slugOf(name, taken),
    }),
    probe: async (server) => {
      const project = await created(server);
      return (await changed(server, project, { name: 'Renamed stool' }))['slug'] !== project['slug'];
    },
  },
  {
    id: 'write-slug-too-long',
    family: 'write',
    rule: 'section 9',
    summary: 'a number that makes a slug unique leads it beyond 100 characters',
    behaviour: () => ({
      slugOf: (name, taken) => {
        const plain = freeSlug(name, new Set());
        let slug = plain;
        for (let number = 2; taken.has(slug); number += 1) slug = `${plain}-${number}`;
        return slug;
      },
    }),
    probe: async (server) => (await slugs(server, 's'.repeat(150), 's'.repeat(150))).some((slug) => slug.length > 100),
  },
  {
    id: 'write-slug-numbered-from-one',
    family: 'write',
    rule: 'section 9',
    summary: 'the second project of a name has the slug that ends in -1',
    behaviour: () => ({
      slugOf: (name, taken) => {
        const plain = freeSlug(name, new Set());
        let slug = plain;
        for (let number = 1; taken.has(slug); number += 1) slug = `${plain}-${number}`.slice(-100);
        return slug;
      },
    }),
    probe: async (server) => (await slugs(server, 'Numbered', 'Numbered'))[1]?.endsWith('-1') === true,
  },
  {
    id: 'write-slug-without-letters',
    family: 'write',
    rule: 'section 9',
    summary: 'a name without Latin letters has the slug untitled',
    behaviour: (sound) => ({
      slugOf: (name, taken) => (/[a-z0-9]/i.test(name) ? sound.slugOf(name, taken) : freeSlug('untitled', taken)),
    }),
    probe: async (server) => (await slugs(server, '椅子'))[0]?.startsWith('untitled') === true,
  },
  {
    id: 'write-slug-in-any-script',
    family: 'write',
    rule: 'section 8',
    summary: 'slugs keep letters of every script',
    behaviour: (sound) => ({
      slugOf: (name, taken) => (/^[\p{L}\p{N}]+$/u.test(name) ? name.toLowerCase() : sound.slugOf(name, taken)),
    }),
    probe: async (server) => (await slugs(server, 'Стул'))[0] === 'стул',
  },
  {
    id: 'write-conflict-is-400',
    family: 'write',
    rule: 'section 9',
    summary: 'a change of publication_state that is not there is answered with 400',
    behaviour: (sound) => ({
      mayBecome: (state, next) => {
        if (sound.mayBecome(state, next)) return true;
        throw refusalOf([pointerFlaw('/publication_state', 'invalid_value', `A ${state} cannot become ${next}.`)]);
      },
    }),
    probe: async (server) =>
      (await change(server, await created(server), { publication_state: 'archived' })).status === 400,
  },
  {
    id: 'write-published-by-default',
    family: 'write',
    rule: 'section 9',
    summary: 'a new project is published unless it says otherwise',
    behaviour: (sound) => ({
      stored: (written) => {
        const { before, after } = written;
        return before === null && after['published_at'] === null
          ? { ...after, publication_state: 'published', published_at: after.created_at }
          : sound.stored(written);
      },
    }),
    probe: async (server) => (await create(server)).text.includes('"publication_state":"published"'),
  },
] as const satisfies readonly Fault[];
