import { type Json, type JsonObject, many } from '../../json.js';
import { unknownId } from '../context/operations.js';
import { ifAny, type ProjectFixture } from '../requests/projects.js';

export type Refusal = readonly [says: string, fields: JsonObject, ...pointers: string[]];

const manyIds = (count: number): Json[] => many(count, (index) => `${unknownId.slice(0, -2)}${index + 10}`);

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
  ['a space that nothing is', { space_id: unknownId }, '/space_id'],
  ['a license that nothing is', { license_id: unknownId }, '/license_id'],
  ['a license that is a number', { license_id: 7 }, '/license_id'],
  ['a thematic that nothing is', { thematic_ids: [unknownId] }, '/thematic_ids/0'],
  ['11 thematics', { thematic_ids: manyIds(11) }, '/thematic_ids'],
  ['thematics that are null', { thematic_ids: null }, '/thematic_ids'],
  ['a machine that nothing is', { machine_ids: [unknownId] }, '/machine_ids/0'],
  ['51 machines', { machine_ids: manyIds(51) }, '/machine_ids'],
  ['machines that are a text', { machine_ids: unknownId }, '/machine_ids'],
  ['a collaborator that nothing is', { collaborator_ids: [unknownId] }, '/collaborator_ids/0'],
  ['51 collaborators', { collaborator_ids: manyIds(51) }, '/collaborator_ids'],
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
  ['a step of 20 001 characters', { steps: [{ title: 'a', description: 'd'.repeat(20_001) }] }, '/steps/0/description'],
  ['an unknown field of a step', { steps: [{ title: 'a', position: 1 }] }, '/steps/0/position'],
  ['a step that is a text', { steps: ['a'] }, '/steps/0'],
  ['steps that are null', { steps: null }, '/steps'],
  ['unknown fields', { slug: 'a', id: unknownId, 'a/b~c': 1 }, '/slug', '/id', '/a~1b~0c'],
  ['a time', { updated_at: '2026-01-01' }, '/updated_at'],
  ['a field in another case', { Name: 'a' }, '/Name'],
  ['NUL in texts', { summary: 'a\0b', tags: ['\0'] }, '/summary', '/tags/0'],
  ['NUL in the title of a step', { steps: [{ title: 'a\0' }] }, '/steps/0/title'],
  ['many errors', { name: '', tags: [''], nothing: 1, license_id: 'x' }, '/name', '/tags/0', '/nothing', '/license_id'],
];

export function refusals(fixture: ProjectFixture): Refusal[] {
  const { author, members, machines, thematics, deadMember, deadMachine, deadSpace } = fixture;
  return [
    ...refusedAlways,
    ['the author as a collaborator', { collaborator_ids: [author] }, '/collaborator_ids/0'],
    ...ifAny<Refusal>(deadMember, (id) => [
      'a deleted collaborator',
      { collaborator_ids: [id] },
      '/collaborator_ids/0',
    ]),
    ...ifAny<Refusal>(deadMachine, (id) => ['a deleted machine', { machine_ids: [id] }, '/machine_ids/0']),
    ...ifAny<Refusal>(deadSpace, (id) => ['a deleted space', { space_id: id }, '/space_id']),
    ...ifAny<Refusal>(members[0], (id) => [
      'a collaborator twice',
      { collaborator_ids: [id, id] },
      '/collaborator_ids/1',
    ]),
    ...ifAny<Refusal>(machines[0], (id) => [
      'a machine twice',
      { machine_ids: [id, id.toUpperCase()] },
      '/machine_ids/1',
    ]),
    ...ifAny<Refusal>(thematics[0], (id) => ['a thematic twice', { thematic_ids: [id, id] }, '/thematic_ids/1']),
  ];
}

export const deadAuthors = ({ deadMember, spaces }: ProjectFixture): Refusal[] => [
  ...ifAny<Refusal>(deadMember, (id) => ['an author that is deleted', { author_id: id }, '/author_id']),
  ...ifAny<Refusal>(spaces[0], (id) => ['an author that is a space', { author_id: id }, '/author_id']),
];
