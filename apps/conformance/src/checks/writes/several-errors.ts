import { type Json, type JsonObject, many, toText, valuesAt } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';
import { expectProblem } from '../../kit/expect.js';
import type { CheckContext } from '../../kit/context.js';
import type { Checks } from '../../kit/check.js';
import { violated } from '../../kit/violation.js';
import { nearUnknownId } from '../../kit/subject.js';
import { onProjects, type ProjectFixture, refusedName } from '../../kit/projects.js';

/** Valid items of an array, and invalid ones with the pointer of the error in each. */
interface Items {
  readonly good: readonly Json[];
  readonly bad: readonly (readonly [item: Json, place: string])[];
}

const badIds: Items['bad'] = [
  ['me', ''],
  [7, ''],
  [nearUnknownId(1), ''],
  [nearUnknownId(2), ''],
];

const makeItems = ({ thematics, machines, members }: ProjectFixture): Readonly<Record<string, Items>> => ({
  thematic_ids: { good: thematics.slice(0, 5), bad: badIds },
  machine_ids: { good: machines.slice(0, 8), bad: badIds },
  collaborator_ids: { good: members.slice(0, 8), bad: badIds },
  tags: {
    good: many(8, (index) => `tag ${index}`),
    bad: [
      ['  ', ''],
      [5, ''],
      ['t'.repeat(51), ''],
    ],
  },
  steps: {
    good: many(8, (index) => ({ title: `Step ${index}` })),
    bad: [
      ['Cut', ''],
      [{}, '/title'],
      [{ title: 't'.repeat(201) }, '/title'],
      [{ title: 'Cut', description: 5 }, '/description'],
      [{ title: 'Cut', nothing: 1 }, '/nothing'],
    ],
  },
});

const badFields: readonly (readonly [field: string, value: Json])[] = [
  ['name', ' '],
  ['summary', 5],
  ['external_url', 'ftp://a.example/'],
  ['license_id', nearUnknownId(3)],
  ['space_id', 'here'],
  ['nothing', 1],
];

/** Inserts invalid items at random indices; returns the array and the pointers of the errors in it. */
function mixed(random: CheckContext['random'], { good, bad }: Items, errors: number) {
  const chosen = random.sample(bad, errors);
  const indices = random.sample([...Array(good.length + chosen.length).keys()], chosen.length).sort((a, b) => a - b);
  const items = [...good];
  const places = chosen.map(([item, place], which) => {
    const index = indices[which] ?? 0;
    items.splice(index, 0, item);
    return `/${index}${place}`;
  });
  return { items, places };
}

/** A body with two to four errors among valid values, and their pointers; most of them share an array. */
function badBody({ random }: CheckContext, fixture: ProjectFixture): { body: JsonObject; pointers: string[] } {
  const fields = random.sample(badFields, random.integer(2));
  const errors = 2 + random.integer(3) - fields.length;
  const body: JsonObject = {
    summary: 'Two sheets.',
    external_url: 'https://a.example/',
    ...Object.fromEntries(fields),
  };
  const pointers = fields.map(([field]) => `/${field}`);
  for (const [which, [field, items]] of random.sample(Object.entries(makeItems(fixture)), 3).entries()) {
    const { items: array, places } = mixed(random, items, [errors - 1, 1, 0][which] ?? 0);
    body[field] = array;
    pointers.push(...places.map((place) => `/${field}${place}`));
  }
  return { body, pointers };
}

/** Expects an entry for every error and none for valid values; a parent or part of an error may also be named. */
function expectErrorsAtOnly(exchange: Exchange, pointers: readonly string[], body: JsonObject): void {
  expectProblem(exchange, 'invalid_request', `errors at ${pointers.join(' and ')}`, { pointers });
  const isOf = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`);
  const good = valuesAt(exchange.json, 'errors[].pointer')
    .map(toText)
    .find((named) => !pointers.some((at) => isOf(named, at) || isOf(at, named)));
  if (good !== undefined)
    violated(
      `no entry of errors except for ${pointers.join(', ')} (ERR-2)`,
      `one for ${good} of ${toText(body)}`,
      exchange,
    );
}

const bodies = 12;

export const severalErrorChecks: Checks = {
  'only-the-errors-of-a-body-are-named': onProjects(['ERR-2', 'WRITE-3'], {
    title: 'each of two to four errors at random indices of a body is named, and no valid value',
    run: async (projects) => {
      const name = refusedName();
      const before = await projects.create(projects.full());
      for (let count = 0; count < bodies; count += 1) {
        const { body, pointers } = badBody(projects.context, projects.fixture);
        expectErrorsAtOnly(await projects.post({ ...projects.small(name), ...body }), pointers, body);
        expectErrorsAtOnly(await projects.patch(before.id, body), pointers, body);
      }
      await projects.expectNoneMade(name);
      await projects.expectUnchanged(before);
    },
  }),
};
