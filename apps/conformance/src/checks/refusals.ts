import type { Json, JsonObject } from '../json.js';
import { askPage } from './ask-list.js';
import { onServer } from './check.js';
import { expectFaults, expectProblem } from './expect.js';
import { nobody } from './operations.js';
import { create, fullBody, patch, post, read, type Scene, sceneOf, smallBody } from './scene.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';
import { expectSame } from './shown.js';

/** Fields that are refused, and where. */
type Refusal = readonly [says: string, fields: JsonObject, ...pointers: string[]];

const many = (count: number, item: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Values that are refused on POST and on PATCH alike. */
function refusals({ author, members, machines, thematics, deadMember, deadMachine, deadSpace }: Scene): Refusal[] {
  const [member = nobody, machine = nobody, thematic = nobody] = [members[0], machines[0], thematics[0]];
  /** Only where the data has what would be refused. */
  const where = (there: string | undefined, ...refusal: Refusal): Refusal[] => (there === undefined ? [] : [refusal]);
  const known: Refusal[] = [
    ...where(
      deadMember,
      'a collaborator that is deleted',
      { collaborator_ids: [deadMember ?? ''] },
      '/collaborator_ids/0',
    ),
    ...where(deadMachine, 'a machine that is deleted', { machine_ids: [deadMachine ?? ''] }, '/machine_ids/0'),
    ...where(deadSpace, 'a space that is deleted', { space_id: deadSpace ?? '' }, '/space_id'),
    ...where(members[0], 'a collaborator twice', { collaborator_ids: [member, member] }, '/collaborator_ids/1'),
    ...where(machines[0], 'a machine twice', { machine_ids: [machine, machine.toUpperCase()] }, '/machine_ids/1'),
    ...where(thematics[0], 'a thematic twice', { thematic_ids: [thematic, thematic] }, '/thematic_ids/1'),
  ];
  return [
    ...known,
    ['a name that is empty after trimming', { name: ' \t ' }, '/name'],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, '/name'],
    ['a name of 201 characters of two units', { name: '🛠'.repeat(201) }, '/name'],
    ['a name that is null', { name: null }, '/name'],
    ['a name that is a number', { name: 5 }, '/name'],
    ['a summary of 501 characters', { summary: 's'.repeat(501) }, '/summary'],
    ['a summary that is an array', { summary: ['a'] }, '/summary'],
    ['a description of 100 001 characters', { description: 'd'.repeat(100_001) }, '/description'],
    ['a description that is an object', { description: {} }, '/description'],
    ['an unknown state', { publication_state: 'deleted' }, '/publication_state'],
    ['a state in another case', { publication_state: 'Draft' }, '/publication_state'],
    ['a state that is null', { publication_state: null }, '/publication_state'],
    ['a space that is no uuid', { space_id: 'here' }, '/space_id'],
    ['a space that nothing is', { space_id: nobody }, '/space_id'],
    ['a license that nothing is', { license_id: nobody }, '/license_id'],
    ['a license that is a number', { license_id: 7 }, '/license_id'],
    ['a thematic that nothing is', { thematic_ids: [nobody] }, '/thematic_ids/0'],
    ['11 thematics', { thematic_ids: many(11, (index) => `${nobody.slice(0, -2)}${index + 10}`) }, '/thematic_ids'],
    ['thematics that are null', { thematic_ids: null }, '/thematic_ids'],
    ['a machine that nothing is', { machine_ids: [nobody] }, '/machine_ids/0'],
    ['51 machines', { machine_ids: many(51, (index) => `${nobody.slice(0, -2)}${index + 10}`) }, '/machine_ids'],
    ['machines that are a text', { machine_ids: machine }, '/machine_ids'],
    ['the author as a collaborator', { collaborator_ids: [author] }, '/collaborator_ids/0'],
    ['a collaborator that nothing is', { collaborator_ids: [nobody] }, '/collaborator_ids/0'],
    [
      '51 collaborators',
      { collaborator_ids: many(51, (index) => `${nobody.slice(0, -2)}${index + 10}`) },
      '/collaborator_ids',
    ],
    ['21 tags', { tags: many(21, (index) => `tag ${index}`) }, '/tags'],
    ['a tag of 51 characters', { tags: ['a', '🛠'.repeat(51)] }, '/tags/1'],
    ['a tag that is empty after trimming', { tags: ['  '] }, '/tags/0'],
    ['a tag twice in another case', { tags: ['Steel', 'steel'] }, '/tags/1'],
    ['a tag twice after trimming', { tags: ['steel', ' steel '] }, '/tags/1'],
    ['tags that are null', { tags: null }, '/tags'],
    ['a tag that is a number', { tags: ['a', 5] }, '/tags/1'],
    ['an address of another scheme', { external_url: 'ftp://a.example/' }, '/external_url'],
    ['a script as an address', { external_url: 'javascript:alert(1)' }, '/external_url'],
    ['an address without a scheme', { external_url: 'a.example' }, '/external_url'],
    ['an address of 2049 characters', { external_url: `https://a.example/${'a'.repeat(2031)}` }, '/external_url'],
    ['101 steps', { steps: many(101, () => ({ title: 'a' })) }, '/steps'],
    ['a step without a title', { steps: [{ title: 'a' }, {}] }, '/steps/1/title'],
    ['a title of 201 characters', { steps: [{ title: 't'.repeat(201) }] }, '/steps/0/title'],
    ['a title that is empty after trimming', { steps: [{ title: '  ' }] }, '/steps/0/title'],
    [
      'a step description of 20 001 characters',
      { steps: [{ title: 'a', description: 'd'.repeat(20_001) }] },
      '/steps/0/description',
    ],
    ['an unknown field of a step', { steps: [{ title: 'a', position: 1 }] }, '/steps/0/position'],
    ['a step that is a text', { steps: ['a'] }, '/steps/0'],
    ['steps that are null', { steps: null }, '/steps'],
    [
      'unknown fields',
      { slug: 'a', id: nobody, updated_at: '2026-01-01', 'a/b~c': 1 },
      '/slug',
      '/id',
      '/updated_at',
      '/a~1b~0c',
    ],
    ['a field in another case', { Name: 'a' }, '/Name'],
    [
      'NUL in texts',
      { summary: 'a\0b', tags: ['\0'], steps: [{ title: 'a\0' }] },
      '/summary',
      '/tags/0',
      '/steps/0/title',
    ],
    [
      'many faults',
      { name: '', summary: 5, tags: ['', 'a'], nothing: 1, license_id: 'x' },
      '/name',
      '/summary',
      '/tags/0',
      '/nothing',
      '/license_id',
    ],
  ];
}

function deadAuthors({ deadMember, spaces }: Scene): Refusal[] {
  const [space] = spaces;
  return [
    ...(deadMember === undefined
      ? []
      : [['an author that is deleted', { author_id: deadMember }, '/author_id'] satisfies Refusal]),
    ...(space === undefined
      ? []
      : [['an author that is a space', { author_id: space }, '/author_id'] satisfies Refusal]),
  ];
}

/** Bodies that are refused as texts: no JSON printer would write them. */
const texts: readonly (readonly [says: string, text: string, pointer: string])[] = [
  ['no JSON', 'name=a', ''],
  ['an empty body', '', ''],
  ['a body that is cut off', '{"name":"a"', ''],
  ['an array', '[]', ''],
  ['a text', '"name"', ''],
  ['null', 'null', ''],
  ['a comma too many', '{"name":"a",}', ''],
  ['a key twice', '{"name":"a","name":"a"}', '/name'],
  ['a key of a step twice', '{"steps":[{"title":"a","title":"b"}]}', '/steps/0/title'],
  ['a lone surrogate', '{"summary":"\\ud83d"}', '/summary'],
];

async function expectNoneMade(trial: Trial, since: string, made: ReadonlySet<string>): Promise<void> {
  const page = await askPage(trial, '/api/v1/projects', `filters[created_at][gt]=${since}&limit=200`);
  const name = page.rows.find((row) => !made.has(String(row['id'])) && String(row['name']).startsWith('Refused'));
  if (name)
    violated('nothing stored when anything is refused (WRITE-3)', `the project ${String(name['id'])}`, page.exchange);
}

export const refusalChecks = [
  onServer({
    id: 'bad-bodies-of-post-are-refused',
    rules: ['WRITE-3', 'ERR-2', 'SHAPE-8'],
    needs: ['writes'],
    title: 'POST refuses every value outside the limits, names all faults, and stores nothing',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { project } = await create(trial, smallBody(scene));
      const since = String(project['created_at']);
      const own: Refusal[] = [
        ['archived at once', { publication_state: 'archived' }, '/publication_state'],
        ['an author that nothing is', { author_id: nobody }, '/author_id'],
        ['an author that is null', { author_id: null }, '/author_id'],
        ['an author that is no uuid', { author_id: 'me' }, '/author_id'],
        ['an id of a step', { steps: [{ id: nobody, title: 'a' }] }, '/steps/0/id'],
        ...deadAuthors(scene),
      ];
      for (const [says, fields, ...pointers] of [...refusals(scene), ...own]) {
        const exchange = await post(trial, { ...smallBody(scene, 'Refused'), ...fields });
        expectFaults(
          exchange,
          expectProblem(exchange, 'invalid_request', `POST with ${says}`),
          pointers.map((pointer) => ({ pointer })),
        );
      }
      const empty = await post(trial, {});
      expectFaults(empty, expectProblem(empty, 'invalid_request', 'POST of {}'), [
        { pointer: '/name' },
        { pointer: '/author_id' },
      ]);
      await expectNoneMade(trial, since, new Set([String(project['id'])]));
    },
  }),
  onServer({
    id: 'bad-bodies-of-patch-are-refused',
    rules: ['WRITE-3', 'WRITE-2', 'ERR-2'],
    needs: ['writes'],
    title: 'PATCH refuses every value outside the limits and changes nothing, also of what was good',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { id, tag, project } = await create(trial, fullBody(scene));
      const own: Refusal[] = [
        ['an author', { author_id: scene.author }, '/author_id'],
        ['an author that is null', { author_id: null }, '/author_id'],
        ['a step that nothing is', { steps: [{ id: nobody, title: 'a' }] }, '/steps/0/id'],
      ];
      for (const [says, fields, ...pointers] of [...refusals(scene), ...own]) {
        const exchange = await patch(trial, id, {
          ...('summary' in fields ? {} : { summary: 'Half applied' }),
          ...fields,
        });
        expectFaults(
          exchange,
          expectProblem(exchange, 'invalid_request', `PATCH with ${says}`),
          pointers.map((pointer) => ({ pointer })),
        );
      }
      const shown = await read(trial, id);
      expectSame(project, shown.project, [], shown.exchange);
      if (shown.tag !== tag) violated(`the ETag ${tag}, since nothing was stored`, shown.tag, shown.exchange);
    },
  }),
  onServer({
    id: 'bad-texts-are-refused',
    rules: ['WRITE-3', 'ERR-2'],
    needs: ['writes'],
    title: 'broken JSON, bodies that are no object, duplicate keys and lone surrogates are 400 on POST and PATCH',
    run: async (trial) => {
      const { id, tag } = await create(trial, smallBody(sceneOf(trial)));
      for (const [says, text, pointer] of texts) {
        for (const exchange of [await post(trial, text), await patch(trial, id, text)]) {
          expectFaults(exchange, expectProblem(exchange, 'invalid_request', says), pointer === '' ? [] : [{ pointer }]);
        }
      }
      const shown = await read(trial, id);
      if (shown.tag !== tag) violated('nothing stored', 'another ETag', shown.exchange);
    },
  }),
];
