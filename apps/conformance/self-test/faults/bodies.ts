import { parseUrl } from '@resource-catalogue/contracts';
import { idsOf, rows } from '../probe/ask.js';
import { change, create, created, idsIn } from '../probe/projects.js';
import { objectsAt } from '../server/json.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

// Faults of what bodies a server accepts (WRITE-2, WRITE-3, section 9).

const isTaken = async (server: SelfTestServer, body: Parameters<typeof create>[1]): Promise<boolean> =>
  (await create(server, body)).status === 201;

/** A flaw of a body is passed over. */
const tolerant = <Name extends string>(
  name: Name,
  rule: string,
  summary: string,
  tolerates: (flaw: { readonly at: string; readonly code: string }) => boolean,
  probe: Fault['probe'],
) =>
  ({
    id: `write-${name}`,
    family: 'write',
    rule,
    summary,
    behaviour: () => ({ tolerates }),
    probe,
  }) as const satisfies Fault;

const text = async (server: SelfTestServer, body: string): Promise<boolean> =>
  (await create(server, {}, { body })).status === 201;

export const bodyFaults = [
  tolerant(
    'unknown-fields-ignored',
    'WRITE-3',
    'fields that are not there are passed over',
    ({ at, code }) => code === 'unknown_field' && at !== '/author_id',
    (server) => isTaken(server, { colour: 'red' }),
  ),
  tolerant(
    'author-change-ignored',
    'section 9',
    'a PATCH may name an author, who is passed over',
    ({ at, code }) => code === 'unknown_field' && at === '/author_id',
    async (server) => {
      const [, other = ''] = await idsIn(server, 'members');
      return (await change(server, await created(server), { author_id: other })).status === 200;
    },
  ),
  tolerant(
    'step-fields-ignored',
    'WRITE-3',
    'fields that a step does not have are passed over',
    ({ at, code }) => code === 'unknown_field' && at.startsWith('/steps'),
    (server) => isTaken(server, { steps: [{ title: 'a', position: 1 }] }),
  ),
  tolerant(
    'duplicate-keys-taken',
    'WRITE-3',
    'of a key that stands twice in an object the last one counts',
    ({ code, at }) => code === 'duplicate' && !/\d/.test(at),
    async (server) => {
      const [author = ''] = await idsIn(server, 'members');
      return text(server, `{"name":"a","name":"b","author_id":"${author}"}`);
    },
  ),
  tolerant(
    'nul-taken',
    'WRITE-3',
    'a text may have a NUL in it',
    ({ at, code }) => code === 'invalid_value' && at === '/summary',
    (server) => isTaken(server, { summary: 'a\u0000b' }),
  ),
  tolerant(
    'archived-from-the-start',
    'section 9',
    'a project may be archived from the start',
    ({ at }) => at === '/publication_state',
    (server) => isTaken(server, { publication_state: 'archived' }),
  ),
  tolerant(
    'author-collaborates',
    'section 9',
    'the author may be a collaborator',
    ({ at, code }) => /^\/collaborator_ids\/\d+$/.test(at) && code === 'invalid_value',
    async (server) => {
      const [author = ''] = await idsIn(server, 'members');
      return isTaken(server, { collaborator_ids: [author] });
    },
  ),
  tolerant(
    'too-many-tags-taken',
    'section 9',
    'there may be more than 20 tags',
    ({ at, code }) => at === '/tags' && code === 'too_many',
    (server) => isTaken(server, { tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }),
  ),
  tolerant(
    'references-twice-taken',
    'section 9',
    'a machine may stand twice in machine_ids',
    ({ at, code }) => at.startsWith('/machine_ids') && code === 'duplicate',
    async (server) => {
      const [machine = ''] = await idsIn(server, 'machines');
      return isTaken(server, { machine_ids: [machine, machine] });
    },
  ),
  tolerant(
    'unknown-machines-passed-over',
    'section 9',
    'a machine that is not there is accepted',
    ({ at, code }) => at.startsWith('/machine_ids') && code === 'unknown_reference',
    (server) => isTaken(server, { machine_ids: ['00000000-0000-7000-8000-000000000000'] }),
  ),
  tolerant(
    'step-from-elsewhere-taken',
    'section 9',
    'a step may have the id of a step of another project',
    ({ at, code }) => at.startsWith('/steps') && code === 'unknown_reference',
    async (server) => {
      const [other] = objectsAt(await created(server, { steps: [{ title: 'a' }] }), 'steps');
      const project = await created(server);
      return (await change(server, project, { steps: [{ id: other?.['id'] ?? null, title: 'b' }] })).status === 200;
    },
  ),
  {
    id: 'write-deleted-member-taken',
    family: 'write',
    rule: 'section 9',
    summary: 'an author may be soft-deleted',
    behaviour: (sound) => ({ isUsable: (row) => 'accreditations' in row || sound.isUsable(row) }),
    probe: async (server) => {
      const [author = ''] = await idsIn(server, 'members', true);
      return isTaken(server, { author_id: author });
    },
  },
  {
    id: 'write-known-deleted-refused',
    family: 'write',
    rule: 'section 9',
    summary: 'a reference that the project has must be live, too, whenever it is sent',
    behaviour: () => ({ refersTo: () => false }),
    probe: async (server) => {
      const gone = await idsIn(server, 'machines', true);
      const projects = await rows(
        server,
        'projects',
        `limit=200&filters[soft_deleted][eq]=false&filters[machine_id][in]=${gone.join(',')}`,
      );
      const [project = {}] = projects;
      const ids = idsOf(objectsAt(project, 'machines'));
      return (await change(server, project, { machine_ids: ids })).status === 400;
    },
  },
  {
    id: 'write-not-trimmed',
    family: 'write',
    rule: 'WRITE-3',
    summary: 'names keep the spaces around them',
    behaviour: () => ({ trimmed: (value) => value }),
    probe: async (server) => (await created(server, { name: ' Stool ' }))['name'] === ' Stool ',
  },
  {
    id: 'write-trims-ascii-only',
    family: 'write',
    rule: 'WRITE-3',
    summary: 'only spaces of ASCII are trimmed',
    behaviour: () => ({ trimmed: (value) => value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') }),
    probe: async (server) => (await created(server, { name: '\u3000Stool' }))['name'] !== 'Stool',
  },
  {
    id: 'write-lengths-in-utf16',
    family: 'write',
    rule: 'WRITE-3',
    summary: 'lengths count UTF-16 units',
    behaviour: () => ({ lengthOf: (value) => value.length }),
    probe: async (server) => !(await isTaken(server, { name: '🛠'.repeat(200) })),
  },
  {
    id: 'write-lengths-in-bytes',
    family: 'write',
    rule: 'WRITE-3',
    summary: 'lengths count bytes',
    behaviour: () => ({ lengthOf: (value) => Buffer.byteLength(value) }),
    probe: async (server) => !(await isTaken(server, { name: 'ä'.repeat(200) })),
  },
  {
    id: 'write-tags-folded-as-ascii',
    family: 'write',
    rule: 'section 9',
    summary: 'tags that differ in the case of a letter beyond ASCII are both taken',
    behaviour: () => ({ folded: (tag) => tag.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) }),
    probe: async (server) => (await create(server, { tags: ['Ä', 'ä'] })).status === 201,
  },
  {
    id: 'write-tags-differ-by-case',
    family: 'write',
    rule: 'section 9',
    summary: 'tags that differ in case alone are accepted',
    behaviour: () => ({ folded: (tag) => tag }),
    probe: (server) => isTaken(server, { tags: ['Steel', 'steel'] }),
  },
  {
    id: 'write-any-url',
    family: 'write',
    rule: 'section 9',
    summary: 'external_url may be of any scheme',
    behaviour: () => ({ isWebUrl: (value) => parseUrl(value) !== null }),
    probe: (server) => isTaken(server, { external_url: 'javascript:alert(1)' }),
  },
] as const satisfies readonly Fault[];
