import type { Json, JsonObject } from '../json.js';
import { nobody } from './operations.js';
import type { Scene } from './scene.js';

/** Fields that are refused, and where. */
export type Refusal = readonly [says: string, fields: JsonObject, ...pointers: string[]];

const many = (count: number, item: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Values that no data makes good. */
const refusedAlways: readonly Refusal[] = [
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
  ['machines that are a text', { machine_ids: nobody }, '/machine_ids'],
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
  ['a tag twice in another case, of letters beyond ASCII', { tags: ['Ä', 'ä'] }, '/tags/1'],
  ['a tag twice in another case, of another script', { tags: ['steel', 'Жесть', 'жесть'] }, '/tags/2'],
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

/** Values that are refused on POST and on PATCH alike. */
export function refusals({
  author,
  members,
  machines,
  thematics,
  deadMember,
  deadMachine,
  deadSpace,
}: Scene): Refusal[] {
  const [member = nobody, machine = nobody, thematic = nobody] = [members[0], machines[0], thematics[0]];
  /** Only where the data has what would be refused. */
  const where = (there: string | undefined, ...refusal: Refusal): Refusal[] => (there === undefined ? [] : [refusal]);
  return [
    ...refusedAlways,
    ['the author as a collaborator', { collaborator_ids: [author] }, '/collaborator_ids/0'],
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
}

/** Authors that are none, as far as the data has some. */
export function deadAuthors({ deadMember, spaces }: Scene): Refusal[] {
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
