import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { publicationStates, type PublicationState } from '@resource-catalogue/contracts';
import pg from 'pg';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, type JsonObject, objectOf, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { storedRow } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import { listPage } from '../support/list-page.js';
import { errorsIn, projectIn, workshopOn } from './support/workshop.js';

const timeOf = (project: JsonObject, key = 'updated_at'): number => Date.parse(textOf(project[key]));

describe.each(databaseKinds)('changing projects on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  const whole = (): JsonObject => {
    const { members, machines, thematics, spaces, licenses } = workshop.entities;
    return {
      ...{ summary: 'One sheet.', description: '*One* sheet.', space_id: spaces[0], license_id: licenses[0] },
      ...{
        thematic_ids: thematics.slice(0, 3),
        machine_ids: machines.slice(0, 3),
        collaborator_ids: members.slice(0, 3),
      },
      ...{ tags: ['b', 'a'], external_url: 'https://makers.example.org/', publication_state: 'published' },
      steps: [{ title: 'Cut', description: '**First**' }, { title: 'Fold' }, { title: 'Sand', description: '' }],
    };
  };
  const upper = (ids: unknown): string[] => arrayOf(ids).map((id) => textOf(id).toUpperCase());
  const stepsOf = ({ steps }: JsonObject): JsonObject[] =>
    arrayOf(steps)
      .map(objectOf)
      .map(({ id, title, description }) => ({ id, title, description }));
  const reversed = (ids: unknown): unknown[] => arrayOf(ids).toReversed();

  const nothings: readonly (readonly [string, (body: JsonObject, project: JsonObject) => JsonObject])[] = [
    ['nothing', () => ({})],
    ['every field as it is', (body, project) => ({ ...body, name: project['name'], steps: stepsOf(project) })],
    [
      'sets in another order',
      ({ thematic_ids, machine_ids, collaborator_ids }) => ({
        thematic_ids: reversed(thematic_ids),
        machine_ids: reversed(machine_ids),
        collaborator_ids: reversed(collaborator_ids),
      }),
    ],
    [
      'ids in upper case',
      (body) => ({
        space_id: textOf(body['space_id']).toUpperCase(),
        machine_ids: upper(body['machine_ids']),
        collaborator_ids: upper(body['collaborator_ids']),
      }),
    ],
    [
      'step ids in upper case',
      (_, project) => ({ steps: stepsOf(project).map((step) => ({ ...step, id: textOf(step['id']).toUpperCase() })) }),
    ],
    [
      'what is trimmed away',
      (_, project) => ({
        name: ` ${textOf(project['name'])}\u3000`,
        tags: [' b', 'a '],
        steps: stepsOf(project).map((step) => ({ ...step, title: ` ${textOf(step['title'])} ` })),
      }),
    ],
    ['the state that it has', () => ({ publication_state: 'published' })],
  ];
  describe('by nothing', () => {
    let made: JsonObject;
    let before: string;
    beforeAll(async () => {
      made = await workshop.writer.make(whole());
      before = await storedRow(workshop.service.database, made['id']);
    });

    it.each(nothings)('WRITE-4: a PATCH of %s answers 200 and writes nothing', async (_, patchOf) => {
      const answer = await workshop.writer.patch(made['id'], patchOf(whole(), made));
      expect(projectIn(answer, 200)).toEqual(made);
      expect(await storedRow(workshop.service.database, made['id'])).toBe(before);
    });
  });

  const somethings: readonly (readonly [string, (project: JsonObject) => JsonObject])[] = [
    ['name', () => ({ name: 'Stool' })],
    ['the case of the name', () => ({ name: 'FOLDING STOOL' })],
    ['summary', () => ({ summary: 'One sheet. ' })],
    ['description', () => ({ description: null })],
    ['publication_state', () => ({ publication_state: 'archived' })],
    ['space', () => ({ space_id: null })],
    ['license', () => ({ license_id: workshop.entities.licenses[1] })],
    ['external_url', () => ({ external_url: 'https://makers.example.org' })],
    ['one thematic less', () => ({ thematic_ids: workshop.entities.thematics.slice(0, 2) })],
    ['another machine', () => ({ machine_ids: workshop.entities.machines.slice(1, 4) })],
    ['one collaborator more', () => ({ collaborator_ids: workshop.entities.members.slice(0, 4) })],
    ['the order of tags', () => ({ tags: ['a', 'b'] })],
    ['the case of a tag', () => ({ tags: ['b', 'A'] })],
    ['the order of steps', (project) => ({ steps: stepsOf(project).toReversed() })],
    ['the title of a step', (project) => ({ steps: stepsOf(project).map((step) => ({ ...step, title: 'Do' })) })],
    [
      'the description of a step',
      (project) => ({ steps: stepsOf(project).map((step) => ({ ...step, description: null })) }),
    ],
    [
      'steps of the same words without their ids',
      (project) => ({ steps: stepsOf(project).map(({ id: _, ...step }) => step) }),
    ],
  ];
  it.each(somethings)('SHAPE-7, WRITE-4: %s moves updated_at, and nothing else moves', async (_, patchOf) => {
    const made = await workshop.writer.make(whole());
    const patch = patchOf(made);
    const answer = await workshop.writer.patch(made['id'], patch);
    const changed = projectIn(answer, 200);
    expect(timeOf(changed)).toBeGreaterThan(timeOf(made));
    const shown = Object.keys(patch).flatMap((key) => [
      key.replace(/_ids$/, 's').replace(/_id$/, ''),
      `${key}_rendered`,
    ]);
    const others = Object.keys(made).filter((key) => !['updated_at', ...shown].includes(key));
    expect(others.map((key) => [key, changed[key]])).toEqual(others.map((key) => [key, made[key]]));
    expect(changed).not.toEqual({ ...made, updated_at: changed['updated_at'] });
    // HTTP-2: one tag for one project, however it was come by.
    const got = await workshop.writer.get(made['id']);
    expect([got.text, got.headers['etag']]).toEqual([answer.text, answer.headers['etag']]);
    const { rows } = await listPage(workshop.service, 'projects', `filters[id][in]=${textOf(made['id'])}`);
    expect(rows).toEqual([changed]);
  });

  it('WRITE-4: updated_at is strictly later each time, however fast changes follow', async () => {
    const made = await workshop.writer.make();
    const times = [timeOf(made)];
    for (let index = 0; index < 15; index += 1) {
      times.push(timeOf(await workshop.writer.change(made['id'], { summary: `${index}` })));
    }
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? Infinity))).toBe(true);
    expect(timeOf(made)).toBe(timeOf(made, 'created_at'));
  });

  it('WRITE-4: on a clock that is behind, the old time and a millisecond', async () => {
    const made = await workshop.writer.make();
    const { prisma } = workshop.service.database;
    const later = new Date('2199-12-31T23:59:59.998Z');
    await prisma.project.update({ where: { id: textOf(made['id']) }, data: { updated_at: later } });
    expect((await workshop.writer.change(made['id'], {}))['updated_at']).toBe('2199-12-31T23:59:59.998Z');
    expect((await workshop.writer.change(made['id'], { tags: ['a'] }))['updated_at']).toBe('2199-12-31T23:59:59.999Z');
    expect((await workshop.writer.change(made['id'], { tags: ['b'] }))['updated_at']).toBe('2200-01-01T00:00:00.000Z');
  });

  it('SHAPE-7, SHAPE-9: a change of what it refers to shows in it and in its tag, and does not move updated_at', async () => {
    const [member = ''] = workshop.entities.members.slice(20);
    const answer = await workshop.writer.post({ name: 'a', author_id: member });
    const made = projectIn(answer, 201);
    await workshop.service.database.prisma.member.update({ where: { id: member }, data: { last_name: 'Renamed' } });
    const patched = await workshop.writer.patch(made['id'], {});
    const got = await workshop.writer.get(made['id']);
    expect(projectIn(patched, 200)).toMatchObject({ author: { last_name: 'Renamed' }, updated_at: made['updated_at'] });
    expect(patched.headers['etag']).toBe(got.headers['etag']);
    expect(got.headers['etag']).not.toBe(answer.headers['etag']);
  });

  it('SHAPE-10, section 9: steps are shown by position, and keep the ids that they are given', async () => {
    const made = await workshop.writer.make(whole());
    const [cut, fold, sand] = stepsOf(made);
    const steps = [sand, { title: 'Paint' }, cut, fold];
    const changed = await workshop.writer.change(made['id'], { steps });
    expect(valuesAt(changed, 'steps[].position')).toEqual([1, 2, 3, 4]);
    const ids = valuesAt(changed, 'steps[].id');
    expect([ids[0], ids[2], ids[3]]).toEqual([sand?.['id'], cut?.['id'], fold?.['id']]);
    expect(valuesAt(made, 'steps[].id')).not.toContain(ids[1]);
    // A step that was taken away is no step of the project any more.
    await workshop.writer.change(made['id'], { steps: [fold] });
    const gone = await workshop.writer.patch(made['id'], { steps: [{ id: cut?.['id'], title: 'Cut' }] });
    expect(errorsIn(gone)).toEqual(['unknown_reference /steps/0/id']);
  });

  it('section 9: only what a request adds must be live', async () => {
    const { members, machines, spaces } = workshop.entities;
    const [member = '', machine = '', space = ''] = [members[30], machines[30], spaces[1]];
    const made = await workshop.writer.make({ collaborator_ids: [member], machine_ids: [machine], space_id: space });
    const { prisma } = workshop.service.database;
    const data = { soft_deleted_at: new Date() };
    await prisma.member.update({ where: { id: member }, data });
    await prisma.machine.update({ where: { id: machine }, data });
    await prisma.space.update({ where: { id: space }, data });

    const kept = { collaborator_ids: [members[31], member], machine_ids: [machine, machines[31]], space_id: space };
    const changed = await workshop.writer.change(made['id'], kept);
    expect(valuesAt(changed, 'collaborators[].id')).toContain(member);
    await workshop.writer.change(made['id'], { collaborator_ids: [], machine_ids: [], space_id: null });
    const added = await workshop.writer.patch(made['id'], kept);
    expect(errorsIn(added)).toEqual([
      'unknown_reference /collaborator_ids/1',
      'unknown_reference /machine_ids/0',
      'unknown_reference /space_id',
    ]);
    const authored = await workshop.writer.post({ name: 'a', author_id: members[32] });
    await prisma.member.update({ where: { id: members[32] ?? '' }, data });
    await workshop.writer.change(projectIn(authored, 201)['id'], { name: 'b' });
  });

  describe('publication', () => {
    const allowed = ['draft published', 'published draft', 'published archived', 'archived published'];
    const pairs = publicationStates.flatMap((from) => publicationStates.map((to) => ({ from, to })));

    async function projectThatIs(state: PublicationState): Promise<JsonObject> {
      const made = await workshop.writer.make({ publication_state: state === 'draft' ? 'draft' : 'published' });
      return state === 'archived' ? workshop.writer.change(made['id'], { publication_state: state }) : made;
    }

    it.each(pairs)('section 9, WRITE-5: $from → $to', async ({ from, to }) => {
      const before = await projectThatIs(from);
      const answer = await workshop.writer.patch(before['id'], { publication_state: to, summary: 'with the state' });
      if (from !== to && !allowed.includes(`${from} ${to}`)) {
        expectProblem(answer, 'conflict');
        expect(projectIn(await workshop.writer.get(before['id']), 200)).toEqual(before);
        return;
      }
      const after = projectIn(answer, 200);
      expect([after['publication_state'], after['summary']]).toEqual([to, 'with the state']);
      if (to === 'draft') expect(after['published_at']).toBeNull();
      else if (from === 'draft') expect(after['published_at']).toBe(after['updated_at']);
      else expect(after['published_at']).toBe(before['published_at']);
    });

    it('WRITE-5: the first publication counts, until the project is a draft again', async () => {
      const made = await workshop.writer.make({ publication_state: 'published' });
      expect(made['published_at']).toBe(made['created_at']);
      const to = (state: PublicationState) => workshop.writer.change(made['id'], { publication_state: state });
      expect((await to('archived'))['published_at']).toBe(made['published_at']);
      expect((await to('published'))['published_at']).toBe(made['published_at']);
      expect((await to('draft'))['published_at']).toBeNull();
      expect(timeOf(await to('published'), 'published_at')).toBeGreaterThan(timeOf(made, 'published_at'));
    });

    it('WRITE-5: what was archived without ever being published is published now', async () => {
      const made = await workshop.writer.make();
      const data = { publication_state: 'archived' } as const;
      await workshop.service.database.prisma.project.update({ where: { id: textOf(made['id']) }, data });
      const published = await workshop.writer.change(made['id'], { publication_state: 'published' });
      expect(published['published_at']).toBe(published['updated_at']);
    });

    it('WRITE-8: a deleted project cannot change, not even by nothing', async () => {
      const made = await workshop.writer.make();
      const { database } = workshop.service;
      await database.prisma.project.update({
        where: { id: textOf(made['id']) },
        data: { soft_deleted_at: new Date() },
      });
      const before = await storedRow(database, made['id']);
      for (const patch of [{}, { name: 'a' }, { publication_state: 'archived' }]) {
        expectProblem(await workshop.writer.patch(made['id'], patch), 'conflict');
      }
      expect(errorsIn(await workshop.writer.patch(made['id'], { name: '' }))).toEqual(['invalid_value /name']);
      expect(await storedRow(database, made['id'])).toBe(before);
    });
  });
});

if (databaseKinds.includes('postgres')) {
  describe('the statements of a change', () => {
    const workshop = workshopOn('postgres');

    it('are one for each thing that it has to know, and none for sets that it does not name', async () => {
      const { id } = await workshop.writer.make();
      await workshop.writer.get(id);
      const asked = jest.spyOn(pg.Client.prototype, 'query');
      await workshop.writer.change(id, { summary: 'Another.' });
      const texts = asked.mock.calls.map(([query]) => textOf(objectOf(query)['text']));
      asked.mockRestore();
      const [mirror, begin, locked, update, shown, commit, ...others] = texts;
      expect(others).toEqual([]);
      expect([mirror, begin, commit]).toEqual([expect.stringContaining('FROM mirrors'), 'BEGIN', 'COMMIT']);
      expect([locked, update, shown]).toEqual([
        expect.stringMatching(/SELECT id, .* FROM projects .* FOR UPDATE$/),
        expect.stringMatching(/^UPDATE "public"\."projects"/),
        expect.stringMatching(/^SELECT \* FROM \(SELECT t\.id::text/),
      ]);
    });
  });
}
