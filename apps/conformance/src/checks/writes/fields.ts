import { type Json, type JsonObject, many, toText, valuesAt } from '../../json.js';
import { expectEqual, expectProblem } from '../../kit/expect.js';
import {
  expectShownAs,
  type Written,
  type Arrangement,
  arrangedSteps,
  expectArranged,
  expectMovedByChange,
} from '../../kit/expect-project.js';
import type { Checks } from '../../kit/check.js';
import { violated } from '../../kit/violation.js';
import { unknownId } from '../../kit/subject.js';
import { ifAny, onProjects, type ProjectFixture, refusedName } from '../../kit/projects.js';

type Refusal = readonly [says: string, fields: JsonObject, ...pointers: string[]];

const manyIds = (count: number): Json[] => many(count, (index) => `${unknownId.slice(0, -2)}${index + 10}`);

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
  ['a space that is not a uuid', { space_id: 'here' }, '/space_id'],
  ['an unknown space', { space_id: unknownId }, '/space_id'],
  ['an unknown license', { license_id: unknownId }, '/license_id'],
  ['a license that is a number', { license_id: 7 }, '/license_id'],
  ['an unknown thematic', { thematic_ids: [unknownId] }, '/thematic_ids/0'],
  ['11 thematics', { thematic_ids: manyIds(11) }, '/thematic_ids'],
  ['thematics that are null', { thematic_ids: null }, '/thematic_ids'],
  ['an unknown machine', { machine_ids: [unknownId] }, '/machine_ids/0'],
  ['51 machines', { machine_ids: manyIds(51) }, '/machine_ids'],
  ['machines that are a string', { machine_ids: unknownId }, '/machine_ids'],
  ['an unknown collaborator', { collaborator_ids: [unknownId] }, '/collaborator_ids/0'],
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
  ['a URL with another scheme', { external_url: 'ftp://a.example/' }, '/external_url'],
  ['a script as a URL', { external_url: 'javascript:alert(1)' }, '/external_url'],
  ['a URL without a scheme', { external_url: 'a.example' }, '/external_url'],
  ['a URL of 2049 characters', { external_url: `https://a.example/${'a'.repeat(2031)}` }, '/external_url'],
  ['101 steps', { steps: many(101, () => ({ title: 'a' })) }, '/steps'],
  ['a step without a title', { steps: [{ title: 'a' }, {}] }, '/steps/1/title'],
  ['a title of 201 characters', { steps: [{ title: 't'.repeat(201) }] }, '/steps/0/title'],
  ['a title that is empty after trimming', { steps: [{ title: '  ' }] }, '/steps/0/title'],
  ['a step of 20 001 characters', { steps: [{ title: 'a', description: 'd'.repeat(20_001) }] }, '/steps/0/description'],
  ['an unknown field of a step', { steps: [{ title: 'a', position: 1 }] }, '/steps/0/position'],
  ['a step that is a string', { steps: ['a'] }, '/steps/0'],
  ['steps that are null', { steps: null }, '/steps'],
  ['unknown fields', { slug: 'a', id: unknownId, 'a/b~c': 1 }, '/slug', '/id', '/a~1b~0c'],
  ['a time', { updated_at: '2026-01-01' }, '/updated_at'],
  ['a field in another case', { Name: 'a' }, '/Name'],
  ['NUL in texts', { summary: 'a\0b', tags: ['\0'] }, '/summary', '/tags/0'],
  ['NUL in the title of a step', { steps: [{ title: 'a\0' }] }, '/steps/0/title'],
  ['many errors', { name: '', tags: [''], nothing: 1, license_id: 'x' }, '/name', '/tags/0', '/nothing', '/license_id'],
];

type RefusalOfId = readonly [says: string, id: string | undefined, fields: (id: string) => JsonObject, pointer: string];

const ofKnownIds = (refused: readonly RefusalOfId[]): Refusal[] =>
  refused.flatMap(([says, id, fields, pointer]) => ifAny<Refusal>(id, (known) => [says, fields(known), pointer]));

function refusals({ author, members, machines, thematics, ...dead }: ProjectFixture): Refusal[] {
  const of =
    (key: string) =>
    (id: string): JsonObject => ({ [key]: [id] });
  return [
    ...refusedAlways,
    ...ofKnownIds([
      ['the author as a collaborator', author, of('collaborator_ids'), '/collaborator_ids/0'],
      ['a deleted collaborator', dead.deadMember, of('collaborator_ids'), '/collaborator_ids/0'],
      ['a deleted machine', dead.deadMachine, of('machine_ids'), '/machine_ids/0'],
      ['a deleted space', dead.deadSpace, (id) => ({ space_id: id }), '/space_id'],
      ['a collaborator twice', members[0], (id) => ({ collaborator_ids: [id, id] }), '/collaborator_ids/1'],
      ['a machine twice', machines[0], (id) => ({ machine_ids: [id, id.toUpperCase()] }), '/machine_ids/1'],
      ['a thematic twice', thematics[0], (id) => ({ thematic_ids: [id, id] }), '/thematic_ids/1'],
    ]),
  ];
}

/** Invalid bodies as texts, because a JSON printer would not write them. */
const texts: readonly (readonly [says: string, text: string, ...pointers: string[]])[] = [
  ['no JSON', 'name=a'],
  ['an empty body', ''],
  ['a truncated body', '{"name":"a"'],
  ['an array', '[]'],
  ['a text', '"name"'],
  ['null', 'null'],
  ['an extra comma', '{"name":"a",}'],
  ['a key twice', '{"name":"a","name":"a"}', '/name'],
  ['a key of a step twice', '{"steps":[{"title":"a","title":"b"}]}', '/steps/0/title'],
  ['a lone surrogate', '{"summary":"\\ud83d"}', '/summary'],
];

export const refusalChecks: Checks = {
  'bad-bodies-of-post-are-refused': onProjects(['WRITE-3', 'ERR-2', 'SHAPE-8'], {
    title: 'POST refuses every invalid value, names all errors and stores nothing',
    run: async (projects) => {
      const name = refusedName();
      const own: Refusal[] = [
        ['archived at once', { publication_state: 'archived' }, '/publication_state'],
        ['an unknown author', { author_id: unknownId }, '/author_id'],
        ['an author that is null', { author_id: null }, '/author_id'],
        ['an author that is not a uuid', { author_id: 'me' }, '/author_id'],
        ['an id of a step', { steps: [{ id: unknownId, title: 'a' }] }, '/steps/0/id'],
        ...ofKnownIds([
          ['an author that is deleted', projects.fixture.deadMember, (id) => ({ author_id: id }), '/author_id'],
          ['an author that is a space', projects.fixture.spaces[0], (id) => ({ author_id: id }), '/author_id'],
        ]),
      ];
      for (const [says, fields, ...pointers] of [...refusals(projects.fixture), ...own]) {
        const exchange = await projects.post({ ...projects.small(name), ...fields });
        expectProblem(exchange, 'invalid_request', `POST with ${says}`, { pointers });
      }
      const empty = await projects.post({});
      expectProblem(empty, 'invalid_request', 'POST of {}', { pointers: ['/name', '/author_id'] });
      await projects.expectNoneMade(name);
    },
  }),
  'bad-bodies-of-patch-are-refused': onProjects(['WRITE-3', 'WRITE-2', 'ERR-2'], {
    title: 'PATCH refuses every invalid value and changes nothing, not even the valid fields',
    run: async (projects) => {
      const before = await projects.create(projects.full());
      const own: Refusal[] = [
        ['an author', { author_id: projects.fixture.author }, '/author_id'],
        ['an author that is null', { author_id: null }, '/author_id'],
        ['an unknown step', { steps: [{ id: unknownId, title: 'a' }] }, '/steps/0/id'],
      ];
      for (const [says, fields, ...pointers] of [...refusals(projects.fixture), ...own]) {
        const exchange = await projects.patch(before.id, { summary: 'Half applied', ...fields });
        expectProblem(exchange, 'invalid_request', `PATCH with ${says}`, { pointers });
      }
      await projects.expectUnchanged(before);
    },
  }),
  'bad-texts-are-refused': onProjects(['WRITE-3', 'ERR-2'], {
    title: 'invalid JSON, non-object bodies, duplicate keys and lone surrogates are 400 on POST and PATCH',
    run: async (projects) => {
      const before = await projects.create();
      for (const [says, text, ...pointers] of texts) {
        for (const exchange of [await projects.post(text), await projects.patch(before.id, text)])
          expectProblem(exchange, 'invalid_request', says, { pointers });
      }
      await projects.expectUnchanged(before);
    },
  }),
};

const listIds = ({ project }: Written): string[] => valuesAt(project, 'steps[].id').map(toText);

/** Arrangements of the steps, each applied to the result of the previous one; the project begins with three. */
const arrangements: readonly Arrangement[] = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 1, 0],
  ['Measure', 0, 1, 2],
  [3, 0, 'Sand', 2, 1],
  [4, 2, 0],
  ['Sand', 1, 'Sand'],
  [2, 1, 0],
  ['Sand', 1, 'Sand'],
  [],
  ['Cut'],
];

export const stepChecks: Checks = {
  'steps-take-every-arrangement': onProjects(['WRITE-2', 'WRITE-3', 'WRITE-4', 'SHAPE-10', 'SHAPE-7'], {
    title: 'kept, new, dropped and reordered steps are stored, and reordering alone moves updated_at',
    run: async (projects) => {
      let before = await projects.create(projects.full());
      for (const arrangement of arrangements) {
        const steps = arrangedSteps(arrangement, before);
        const after = await projects.update(before.id, { steps }, `steps arranged as ${JSON.stringify(arrangement)}`);
        expectShownAs({ steps }, after);
        expectArranged(arrangement, before, after);
        expectMovedByChange(before, after);
        before = after;
      }
      await projects.expectUnchanged(before);
    },
  }),
  'steps-keep-their-ids': onProjects(['WRITE-3', 'WRITE-2', 'SHAPE-10', 'SHAPE-7'], {
    title: 'a step with an id stays that step, one without is new, and their position is the array order',
    run: async (projects) => {
      const before = await projects.create(projects.full());
      const [first = '', second = '', third = ''] = listIds(before);
      const [sand, cut] = [{ title: 'Sand' }, { title: 'Cut again' }];
      const again = { ...cut, description: 'Twice.' };
      const steps = [{ id: third, ...sand }, { title: 'Paint' }, { id: first, ...again }];
      const after = await projects.update(before.id, { steps });
      expectShownAs({ steps: [sand, { title: 'Paint' }, again] }, after);
      const [one, middle = '', last] = listIds(after);
      expectEqual('the ids that were sent', [one ?? '', last ?? ''], [third, first], after.exchange);
      if ([first, second, third].includes(middle)) violated('a new id for a new step', middle, after.exchange);
      if (toText(after.project['updated_at']) <= toText(before.project['updated_at']))
        violated('updated_at that moves with the steps (SHAPE-7)', toText(after.project['updated_at']), after.exchange);
      // The first step has a description, which is removed by sending the step without one (WRITE-3).
      const fewer = [
        { id: first, ...cut },
        { id: third, ...sand },
      ];
      const reordered = await projects.update(before.id, { steps: fewer });
      expectShownAs({ steps: [cut, sand] }, reordered);
      expectEqual('steps in the order of the array', listIds(reordered), [first, third], reordered.exchange);
    },
  }),
  'steps-of-others-are-refused': onProjects(['WRITE-3'], {
    title: 'ids of foreign or removed steps and duplicate ids are 400 and change nothing',
    run: async (projects) => {
      const other = await projects.create(projects.full());
      const mine = await projects.create(projects.full());
      const [first = '', second = ''] = listIds(mine);
      const [foreign = ''] = listIds(other);
      const refuse = async (ids: readonly string[], ...pointers: readonly string[]): Promise<void> => {
        const exchange = await projects.patch(mine.id, { steps: ids.map((id) => ({ id, title: 'a' })) });
        expectProblem(exchange, 'invalid_request', 'steps with ids that are not of this project', { pointers });
      };
      await refuse([first, foreign], '/steps/1/id');
      await refuse([first, first], '/steps/1/id');
      await refuse(['me'], '/steps/0/id');
      await projects.expectUnchanged(mine);
      await projects.update(mine.id, { steps: [{ id: first, title: 'Cut' }] });
      await refuse([second]);
      await projects.expectUnchanged(other);
    },
  }),
};
