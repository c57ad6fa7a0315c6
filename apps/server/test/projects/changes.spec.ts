import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, type JsonObject, objectOf, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { storedRow } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import { errorsIn, projectIn, workshopOn } from './support/workshop.js';

const upper = (ids: unknown): string[] => arrayOf(ids).map((id) => textOf(id).toUpperCase());

const stepsOf = ({ steps }: JsonObject): JsonObject[] =>
  arrayOf(steps)
    .map(objectOf)
    .map(({ id, title, description }) => ({ id, title, description }));

describe.each(databaseKinds)('changes of projects on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let whole: JsonObject;
  beforeAll(() => {
    const { members, machines, thematics, spaces, licenses } = workshop.entities;
    whole = {
      summary: 'One sheet.',
      description: '*One* sheet.',
      space_id: spaces[0],
      license_id: licenses[0],
      thematic_ids: thematics.slice(0, 3),
      machine_ids: machines.slice(0, 3),
      collaborator_ids: members.slice(0, 3),
      tags: ['b', 'a'],
      external_url: 'https://makers.example.org/',
      publication_state: 'published',
      steps: [{ title: 'Cut', description: '**First**' }, { title: 'Fold' }, { title: 'Sand', description: '' }],
    };
  });

  it('WRITE-4: a change to what the project has already, in another form or order, writes nothing', async () => {
    const { database } = workshop.service;
    const made = await workshop.writer.make(whole);
    const before = await storedRow(database, made['id']);
    const steps = stepsOf(made);
    const otherForms = {
      name: ` ${textOf(made['name'])}\u3000`,
      space_id: textOf(whole['space_id']).toUpperCase(),
      thematic_ids: arrayOf(whole['thematic_ids']).toReversed(),
      machine_ids: upper(whole['machine_ids']),
      collaborator_ids: upper(whole['collaborator_ids']).toReversed(),
      tags: [' b', 'a '],
      steps: steps.map((step) => ({ ...step, id: upper([step['id']])[0], title: ` ${textOf(step['title'])} ` })),
    };
    for (const patch of [{}, { ...whole, name: made['name'], steps }, otherForms]) {
      expect(await workshop.writer.change(made['id'], patch)).toEqual(made);
      expect(await storedRow(database, made['id'])).toBe(before);
    }
  });

  // The suite changes every field; these are the smallest differences.
  it.each<[string, (steps: JsonObject[]) => JsonObject]>([
    ['the case of the name', () => ({ name: 'FOLDING STOOL' })],
    ['space at the end of the summary', () => ({ summary: 'One sheet. ' })],
    ['the order of steps', (steps) => ({ steps: steps.toReversed() })],
    ['step descriptions', (steps) => ({ steps: steps.map((step) => ({ ...step, description: null })) })],
    ['steps with the same text but new ids', (steps) => ({ steps: steps.map(({ id: _, ...step }) => step) })],
  ])('SHAPE-7, WRITE-4: a change of %s updates updated_at and no other field', async (_, patchOf) => {
    const made = await workshop.writer.make(whole);
    const patch = patchOf(stepsOf(made));
    const changed = await workshop.writer.change(made['id'], patch);
    expect(textOf(changed['updated_at']) > textOf(made['updated_at'])).toBe(true);
    const keys = new Set(['updated_at', ...Object.keys(patch).map((key) => key.replace(/_ids$/, 's'))]);
    const others = (project: JsonObject) => Object.entries(project).filter(([key]) => !keys.has(key));
    expect(others(changed)).toEqual(others(made));
  });

  it('WRITE-4: updated_at increases by a millisecond where the clock is behind', async () => {
    const made = await workshop.writer.make();
    const { prisma } = workshop.service.database;
    const later = new Date('2199-12-31T23:59:59.998Z');
    await prisma.project.update({ where: { id: textOf(made['id']) }, data: { updated_at: later } });
    const times: unknown[] = [];
    for (const patch of [{}, { tags: ['a'] }, { tags: ['b'] }])
      times.push((await workshop.writer.change(made['id'], patch))['updated_at']);
    expect(times).toEqual(['2199-12-31T23:59:59.998Z', '2199-12-31T23:59:59.999Z', '2200-01-01T00:00:00.000Z']);
  });

  it('SHAPE-7, WRITE-6, HTTP-2: a change of a summary changes the tag and not updated_at', async () => {
    const [member = ''] = workshop.entities.members.slice(20);
    const answer = await workshop.writer.post({ name: 'a', author_id: member });
    const made = projectIn(answer, 201);
    await workshop.service.database.prisma.member.update({ where: { id: member }, data: { last_name: 'Renamed' } });
    const match = { 'if-match': textOf(answer.headers['etag']) };
    expectProblem(await workshop.writer.patch(made['id'], {}, match), 'precondition_failed');
    const patched = await workshop.writer.patch(made['id'], {});
    expect(projectIn(patched, 200)).toMatchObject({ author: { last_name: 'Renamed' }, updated_at: made['updated_at'] });
    const got = await workshop.writer.get(made['id']);
    expect([patched.text, patched.headers['etag']]).toEqual([got.text, got.headers['etag']]);
  });

  it('section 9: only references that a request adds must be live', async () => {
    const { members, machines, spaces } = workshop.entities;
    const [member = '', machine = '', space = ''] = [members[30], machines[30], spaces[1]];
    const made = await workshop.writer.make({ collaborator_ids: [member], machine_ids: [machine], space_id: space });
    const authored = await workshop.writer.post({ name: 'a', author_id: members[32] });
    const { prisma } = workshop.service.database;
    const data = { soft_deleted_at: new Date() };
    await prisma.member.updateMany({ where: { id: { in: [member, members[32] ?? ''] } }, data });
    await prisma.machine.update({ where: { id: machine }, data });
    await prisma.space.update({ where: { id: space }, data });

    const kept = { collaborator_ids: [members[31], member], machine_ids: [machine, machines[31]], space_id: space };
    const changed = await workshop.writer.change(made['id'], kept);
    expect(valuesAt(changed, 'collaborators[].id')).toContain(member);
    await workshop.writer.change(projectIn(authored, 201)['id'], { name: 'b' });
    await workshop.writer.change(made['id'], { collaborator_ids: [], machine_ids: [], space_id: null });
    expect(errorsIn(await workshop.writer.patch(made['id'], kept))).toEqual([
      'unknown_reference /collaborator_ids/1',
      'unknown_reference /machine_ids/0',
      'unknown_reference /space_id',
    ]);
  });

  if (kind === 'postgres')
    it('a change of one field runs six statements, none for sets that it does not name', async () => {
      const { id } = await workshop.writer.make();
      await workshop.writer.get(id);
      const asked = jest.spyOn(pg.Client.prototype, 'query');
      await workshop.writer.change(id, { summary: 'Another.' });
      const texts = asked.mock.calls.map(([query]) => textOf(objectOf(query)['text']));
      asked.mockRestore();
      expect(texts).toEqual([
        expect.stringContaining('FROM mirrors'),
        'BEGIN',
        expect.stringMatching(/SELECT id, .* FROM projects .* FOR UPDATE$/),
        expect.stringMatching(/^UPDATE "public"\."projects"/),
        expect.stringMatching(/^SELECT \* FROM \(SELECT t\.id::text/),
        'COMMIT',
      ]);
    });

  const slug = async (name: string): Promise<string> => textOf((await workshop.writer.make({ name }))['slug']);

  it.each([
    [
      'is numbered from 2, past numbers that are taken by name',
      ['Bench', 'BENCH', 'Bench 3', 'bench!', 'Bench', 'Bench-2'],
      ['bench', 'bench-2', 'bench-3', 'bench-4', 'bench-5', 'bench-2-2'],
    ],
    [
      'has at most 100 characters, its number included',
      Array<string>(10).fill('s'.repeat(200)),
      ['s'.repeat(100), ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${'s'.repeat(98)}-${n}`), `${'s'.repeat(97)}-10`],
    ],
    [
      'has no hyphen where it is cut before its number',
      Array<string>(2).fill(`${'v'.repeat(97)} ${'v'.repeat(50)}`),
      [`${'v'.repeat(97)}-vv`, `${'v'.repeat(97)}-2`],
    ],
  ])('section 8, Page: a slug %s', async (_, names, expected) => {
    const slugs: string[] = [];
    for (const name of names) slugs.push(await slug(name));
    expect(slugs).toEqual(expected);
  });

  it('section 8, Page: the first free number of a slug is found among hundreds that are taken', async () => {
    const { prisma } = workshop.service.database;
    const slugs = ['stack', ...Array.from({ length: 699 }, (_, index) => `stack-${index + 2}`)];
    const author_id = workshop.entities.author;
    await prisma.project.createMany({ data: slugs.map((taken) => ({ name: 'Stack', slug: taken, author_id })) });
    expect(await slug('Stack')).toBe('stack-701');
    await prisma.project.deleteMany({ where: { slug: 'stack-350' } });
    expect(await slug('Stack')).toBe('stack-350');
  });
});
