import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { asArray, type JsonObject, asObject, asText } from '@resource-catalogue/testing/json';
import { expectProblem } from '../http/support/problems.js';
import { projectIn, type Workshop, workshopOn } from './support/workshop.js';

const omit = (object: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

describe('changes of projects', () => {
  const workshop = workshopOn();

  // The conformance suite changes every field; these are the smallest differences.
  it.each<[string, (steps: JsonObject[]) => JsonObject]>([
    ['the case of the name', () => ({ name: 'FOLDING STOOL' })],
    ['space at the end of the summary', () => ({ summary: 'One sheet. ' })],
    ['the order of steps', (steps) => ({ steps: steps.toReversed() })],
    ['the description of a step', ([cut, ...others]) => ({ steps: [{ ...cut, description: null }, ...others] })],
    ['the ids of steps', (steps) => ({ steps: steps.map(({ id: _, ...step }) => step) })],
  ])('SHAPE-7, WRITE-4: a change of %s updates updated_at and no other field', async (_, patchOf) => {
    const steps = [{ title: 'Cut', description: '**First**' }, { title: 'Fold' }];
    const made = await workshop.writer.make({ summary: 'One sheet.', tags: ['b', 'a'], steps });
    const patch = patchOf(
      asArray(made['steps']).map((step) => omit(asObject(step), 'position', 'description_rendered')),
    );
    const changed = await workshop.writer.change(made['id'], patch);
    expect(asText(changed['updated_at']) > asText(made['updated_at'])).toBe(true);
    const moved = ['updated_at', ...Object.keys(patch)];
    expect(omit(changed, ...moved)).toEqual(omit(made, ...moved));
  });

  it('WRITE-4: updated_at increases by a millisecond if the clock is behind', async () => {
    const made = await workshop.writer.make();
    const { prisma } = workshop.service.database;
    const later = new Date('2199-12-31T23:59:59.998Z');
    await prisma.project.update({ where: { id: asText(made['id']) }, data: { updated_at: later } });
    const times: unknown[] = [];
    for (const patch of [{}, { tags: ['a'] }, { tags: ['b'] }])
      times.push((await workshop.writer.change(made['id'], patch))['updated_at']);
    expect(times).toEqual(['2199-12-31T23:59:59.998Z', '2199-12-31T23:59:59.999Z', '2200-01-01T00:00:00.000Z']);
  });

  it('SHAPE-7, WRITE-6, HTTP-2: a change of a summary changes the tag but not updated_at', async () => {
    const [member = ''] = workshop.entities.members.slice(20);
    const response = await workshop.writer.post({ name: 'a', author_id: member });
    const made = projectIn(response, 201);
    await workshop.service.database.prisma.member.update({ where: { id: member }, data: { last_name: 'Renamed' } });
    const match = { 'if-match': asText(response.headers['etag']) };
    expectProblem(await workshop.writer.patch(made['id'], {}, match), 'precondition_failed');
    const patched = await workshop.writer.patch(made['id'], {});
    expect(projectIn(patched, 200)).toMatchObject({ author: { last_name: 'Renamed' }, updated_at: made['updated_at'] });
    const got = await workshop.writer.get(made['id']);
    expect([patched.text, patched.headers['etag']]).toEqual([got.text, got.headers['etag']]);
  });

  it.each([
    ['one field', 0, () => ({ summary: 'Another.' })],
    [
      'every kind of field, with one look-up of all references',
      1,
      ({ members, machines, thematics, spaces, licenses }: Workshop['entities']) => ({
        ...{ name: 'Stool', tags: ['b'], steps: [{ title: 'Cut', description: '**First**' }] },
        ...{ space_id: spaces[0], license_id: licenses[0], machine_ids: machines.slice(0, 2) },
        ...{ collaborator_ids: members.slice(0, 2), thematic_ids: thematics.slice(0, 2) },
      }),
    ],
  ])('a change of %s runs four statements', async (_, lookups, fieldsOf) => {
    const fields = fieldsOf(workshop.entities);
    // The summaries are cached afterwards.
    await workshop.writer.make(fields);
    const { id } = await workshop.writer.make();
    const querySpy = jest.spyOn(pg.Client.prototype, 'query');
    const patched = await workshop.writer.patch(id, fields);
    const texts = querySpy.mock.calls.map(([query]) => asText(asObject(query)['text']).trim());
    querySpy.mockRestore();
    // The token may have to be read again.
    expect(texts.filter((text) => !/access_tokens|AS deleted FROM/.test(text))).toEqual([
      expect.stringContaining('FROM mirrors'),
      expect.stringMatching(/^SELECT t\.id::text/),
      expect.stringMatching(/^WITH projects AS/),
      expect.stringMatching(/^WITH changed AS/),
    ]);
    expect(texts.filter((text) => text.includes('AS deleted FROM'))).toHaveLength(lookups);
    const got = await workshop.writer.get(id);
    expect([patched.text, patched.headers['etag']]).toEqual([got.text, got.headers['etag']]);
  });

  const slug = async (name: string): Promise<string> => asText((await workshop.writer.make({ name }))['slug']);

  it.each([
    [
      'is numbered from 2, skipping numbers that other names already end with',
      ['Bench', 'BENCH', 'Bench 3', 'bench!', 'Bench', 'Bench-2'],
      ['bench', 'bench-2', 'bench-3', 'bench-4', 'bench-5', 'bench-2-2'],
    ],
    [
      'has at most 100 characters including its number, and no hyphen at the cut',
      Array<string>(2).fill(`${'v'.repeat(97)} ${'v'.repeat(50)}`),
      [`${'v'.repeat(97)}-vv`, `${'v'.repeat(97)}-2`],
    ],
  ])('section 8, Page: a slug %s', async (_, names, expected) => {
    const slugs: string[] = [];
    for (const name of names) slugs.push(await slug(name));
    expect(slugs).toEqual(expected);
  });

  it('section 8, Page: the first free number of a slug is found among hundreds of taken ones', async () => {
    const { prisma } = workshop.service.database;
    const slugs = ['stack', ...Array.from({ length: 699 }, (_, index) => `stack-${index + 2}`)];
    const author_id = workshop.entities.author;
    await prisma.project.createMany({ data: slugs.map((taken) => ({ name: 'Stack', slug: taken, author_id })) });
    expect(await slug('Stack')).toBe('stack-701');
    await prisma.project.deleteMany({ where: { slug: 'stack-350' } });
    expect(await slug('Stack')).toBe('stack-350');
  });
});
