import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type DtoClass,
  type Field,
  fieldTable,
  ProjectCreateDto,
  ProjectStepCreateDto,
  ProjectStepUpdateDto,
  ProjectUpdateDto,
} from '@resource-catalogue/contracts';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, type JsonObject } from '@resource-catalogue/testing/json';
import type { Answer } from '../support/service.js';
import { withIds } from './support/entities.js';
import { errorsIn, projectIn, workshopOn } from './support/workshop.js';

const texts = ['text', 'uuid', 'enum'];

/** A value that is of no field's kind but those, by its name. */
const strangers: readonly (readonly [name: string, value: unknown, fits: readonly string[]])[] = [
  ['a number', 7, []],
  ['a fraction', 0.5, []],
  ['true', true, []],
  ['an object', { a: 1 }, []],
  ['an array', [], ['array']],
  ['a nested array', [[]], []],
  ['a text', 'x', texts],
];

const allOf = (dto: DtoClass, value: unknown): JsonObject =>
  Object.fromEntries([...fieldTable(dto).keys()].map((name) => [name, value]));

/** Where the value is an error as a whole: everywhere but in fields of its kind. An item has its own place. */
function placesOf(dto: DtoClass, value: unknown, fits: readonly string[]): string[] {
  const at = ({ name, kind }: Field): string[] => {
    if (kind === 'array' && Array.isArray(value)) return value.map((_, index) => `invalid_value /${name}/${index}`);
    // What has the form of a text can still be no id, no state and no URL.
    const isFree = fits.includes(kind) && kind === 'text' && name !== 'external_url';
    return isFree ? [] : [`invalid_value /${name}`];
  };
  return [...fieldTable(dto).values()].flatMap(at).sort();
}

describe.each(databaseKinds)('the fields of a project body on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let id: unknown;
  beforeAll(async () => {
    id = (await workshop.writer.make())['id'];
  });

  const operations = [
    { name: 'POST', dto: ProjectCreateDto, step: ProjectStepCreateDto },
    { name: 'PATCH', dto: ProjectUpdateDto, step: ProjectStepUpdateDto },
  ];
  const sendAs = (operation: string, body: unknown): Promise<Answer> =>
    operation === 'POST' ? workshop.writer.post(body) : workshop.writer.patch(id, body);

  describe.each(operations)('$name', ({ name: operation, dto, step }) => {
    it.each(strangers)('WRITE-3: every field is told of %s', async (_, value, fits) => {
      expect(errorsIn(await sendAs(operation, allOf(dto, value)))).toEqual(placesOf(dto, value, fits));
    });

    it.each(strangers)('WRITE-3: every field of a step is told of %s', async (_, value, fits) => {
      const places = placesOf(step, value, fits).map((place) => place.replace(' /', ' /steps/0/'));
      const required = operation === 'POST' ? { name: 'a', author_id: workshop.entities.author } : {};
      const answer = await sendAs(operation, { ...required, steps: [allOf(step, value)] });
      if (places.length > 0) expect(errorsIn(answer)).toEqual(places);
      else expect(answer.status).toBe(201);
    });

    it('WRITE-2, WRITE-3: null is for fields that may be null, and every other one is told', async () => {
      const fields = [...fieldTable(dto).values()];
      const never = fields.filter(({ nullable }) => !nullable).map(({ name }) => `required /${name}`);
      expect(errorsIn(await sendAs(operation, allOf(dto, null)))).toEqual(never.sort());
      expect(never.length).toBeLessThan(fields.length);
    });
  });

  const sets = [
    ['thematic_ids', 'thematics', 10],
    ['machine_ids', 'machines', 50],
    ['collaborator_ids', 'collaborators', 50],
  ] as const;
  it.each(sets)('section 9: %s has at most its number of entries', async (field, key, most) => {
    const { members, machines, thematics } = workshop.entities;
    // The seed has no more thematics than one project may have.
    const more = '0198c1a4-0000-7000-8000-0000000000aa';
    await workshop.service.database.prisma.projectThematic.upsert({
      where: { id: more },
      create: { id: more, name: 'One more', slug: 'one-more' },
      update: {},
    });
    const ids = { thematics: [...thematics, more], machines, collaborators: members }[key].slice(0, most + 1);
    expect(ids).toHaveLength(most + 1);
    expect(errorsIn(await workshop.writer.patch(id, { [field]: ids }))).toEqual([`too_many /${field}`]);
    const full = ids.slice(1);
    expect(withIds(await workshop.writer.change(id, { [field]: full }))[key]).toEqual(full.sort());
    const made = await workshop.writer.make({ [field]: full });
    expect(arrayOf(made[key])).toHaveLength(most);
  });

  const size = 1024 * 1024 - 200;
  const filled = (item: (index: number) => string): string => {
    const items: string[] = [];
    for (let length = 0, index = 0; length < size - 60; index += 1)
      length += items.push(item(index)) && item(index).length + 1;
    return items.join(',');
  };
  const hostile: readonly (readonly [string, () => string, string])[] = [
    ['arrays in arrays', () => `{"steps":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`, 'invalid_value /steps/0'],
    ['objects in objects', () => `{"a":${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}}`, 'unknown_field /a'],
    ['tags', () => `{"tags":[${filled((index) => `"${index}"`)}]}`, 'too_many /tags'],
    ['one tag many times', () => `{"tags":[${filled(() => '"a"')}]}`, 'too_many /tags'],
    [
      'ids',
      () => `{"machine_ids":[${filled((index) => `"0198c1a4-0000-7000-8000-${String(index).padStart(12, '0')}"`)}]}`,
      'too_many /machine_ids',
    ],
    ['steps', () => `{"steps":[${filled(() => '{}')}]}`, 'too_many /steps'],
    ['steps that are none', () => `{"steps":[${filled(() => '0')}]}`, 'too_many /steps'],
    ['keys', () => `{${filled((index) => `"k${index}":0`)}}`, 'unknown_field /k0'],
    ['keys of a step', () => `{"steps":[{${filled((index) => `"${index}":0`)}}]}`, 'required /steps/0/title'],
    ['a text', () => `{"name":"${'😀'.repeat(size / 4)}"}`, 'invalid_value /name'],
    ['an address', () => `{"external_url":"https://${'a.'.repeat(size / 2)}"}`, 'invalid_value /external_url'],
  ];
  // What reading them costs is held by read-body.spec.ts.
  it.each(hostile)('ERR-5: a mebibyte of %s is refused, and not at length', async (_, body, error) => {
    const text = body();
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    const answer = await workshop.writer.patch(id, text);
    expect(errorsIn(answer)).toContain(error);
    expect(answer.text.length).toBeLessThan(300_000);
  });

  it('WRITE-3: a body of the very limits is stored whole', async () => {
    const steps = Array.from({ length: 100 }, (_, n) => ({ title: '🪚'.repeat(200), description: `${n}`.repeat(90) }));
    const body = {
      tags: Array.from({ length: 20 }, (_, n) => `${n}`.padStart(50, 'ä')),
      steps,
      summary: '𝒳'.repeat(500),
    };
    const project = await workshop.writer.make(body);
    expect(project).toMatchObject(body);
    expect(projectIn(await workshop.writer.get(project['id']), 200)).toEqual(project);
  });
});
