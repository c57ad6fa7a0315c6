import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, textOf } from '@resource-catalogue/testing/json';
import { storedRow } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import { type OtherInstance, otherInstance } from './support/instances.js';
import { projectIn, projectsPath, workshopOn } from './support/workshop.js';

describe.each(databaseKinds)('If-Match on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let other: OtherInstance;
  beforeAll(async () => {
    other = await otherInstance(workshop);
  });
  afterAll(() => other.close());

  async function made(): Promise<{ id: string; tag: string }> {
    const answer = await workshop.writer.post({ name: 'Stool', author_id: workshop.entities.author });
    return { id: textOf(projectIn(answer, 201)['id']), tag: textOf(answer.headers['etag']) };
  }

  it('HTTP-2: POST, GET, PATCH and another instance show one tag, compressed or not, until something changes', async () => {
    const { id, tag } = await made();
    expect(tag).toMatch(/^"[^"]+"$/);
    const description = 'long '.repeat(400);
    const changed = await workshop.writer.patch(id, { description });
    const next = textOf(changed.headers['etag']);
    expect(next).not.toBe(tag);
    expect(changed.headers['cache-control']).toBe('no-store');
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': coding };
      const got = await workshop.service.request(`${projectsPath}/${id}`, { headers });
      expect([got.headers['etag'], got.headers['content-encoding']]).toEqual([
        next,
        coding === 'identity' ? undefined : coding,
      ]);
      expect((await workshop.writer.patch(id, { description }, headers)).headers['etag']).toBe(next);
    }
    expect((await other.writer.get(id)).headers['etag']).toBe(next);
    expect((await other.writer.patch(id, {})).headers['etag']).toBe(next);
    expect((await workshop.writer.patch(id, { description: null })).headers['etag']).not.toBe(tag);
  });

  const forms: readonly (readonly [string, (tag: string) => string, boolean])[] = [
    ['the tag', (tag) => tag, true],
    ['the tag between spaces', (tag) => `  ${tag} `, true],
    ['any', () => '*', true],
    ['a list that has it', (tag) => `"a",${tag} , "b"`, true],
    ['a list with commas in its tags', (tag) => `"a,b", ${tag}`, true],
    ['the tag, weak', (tag) => `W/${tag}`, false],
    ['a list that has it weak', (tag) => `"a", W/${tag}`, false],
    ['the tag without quotes', (tag) => tag.slice(1, -1), false],
    ['another', () => '"another"', false],
    ['a part of it', (tag) => `${tag.slice(0, -3)}"`, false],
    ['the tag inside another', (tag) => `"a${tag.slice(1)}`, false],
    ['in another case', (tag) => tag.toLowerCase().replace('"', '"A'), false],
    ['nothing', () => '', false],
    ['any among others', () => '"a", *', false],
  ];
  it.each(forms)('WRITE-6: %s', async (_, form, matches) => {
    const { id, tag } = await made();
    const before = await storedRow(workshop.service.database, id);
    for (const patch of [{}, { summary: 'changed' }]) {
      const answer = await workshop.writer.patch(id, patch, { 'if-match': form(tag) });
      if (matches) projectIn(answer, 200);
      else expectProblem(answer, 'precondition_failed');
    }
    expect((await storedRow(workshop.service.database, id)) === before).toBe(!matches);
  });

  it('WRITE-6, HTTP-2: a summary that changed makes another tag', async () => {
    const [member = ''] = workshop.entities.members.slice(40);
    const answer = await workshop.writer.post({ name: 'a', author_id: member });
    const { id } = projectIn(answer, 201);
    await workshop.service.database.prisma.member.update({ where: { id: member }, data: { first_name: 'Otherwise' } });
    const headers = { 'if-match': textOf(answer.headers['etag']) };
    expectProblem(await workshop.writer.patch(id, { name: 'b' }, headers), 'precondition_failed');
    const tag = textOf((await workshop.writer.get(id)).headers['etag']);
    await workshop.writer.change(id, { name: 'b' }, { 'if-match': tag });
  });

  it('WRITE-6, ERR-4: of what is not there nothing can match', async () => {
    const answer = await workshop.writer.patch(workshop.entities.nothing, {}, { 'if-match': '*' });
    expectProblem(answer, 'not_found');
  });

  it('WRITE-6: of many changes at once with one tag exactly one succeeds, on all instances together', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, tag } = await made();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const { writer } = index % 2 ? other : workshop;
          return writer.patch(id, { summary: `by ${index}` }, { 'if-match': tag });
        }),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
      expect((await workshop.writer.get(id)).text).toBe(won[0]?.text);
    }
  });

  it('WRITE-6, WRITE-9: of many changes without a tag none is lost, on all instances together', async () => {
    const { id } = await made();
    const fields = [
      { summary: 'a' },
      { description: '*b*' },
      { tags: ['c'] },
      { external_url: 'https://d.example' },
      { name: 'e' },
      { machine_ids: workshop.entities.machines.slice(0, 2) },
      { steps: [{ title: 'f' }] },
      { publication_state: 'published' },
    ];
    const answers = await Promise.all(
      fields.map((field, index) => (index % 2 ? other : workshop).writer.patch(id, field)),
    );
    const times = answers.map((answer) => textOf(projectIn(answer, 200)['updated_at']));
    expect(new Set(times).size).toBe(fields.length);
    const now = projectIn(await other.writer.get(id), 200);
    expect(now).toMatchObject({
      summary: 'a',
      description: '*b*',
      tags: ['c'],
      external_url: 'https://d.example',
      name: 'e',
      publication_state: 'published',
    });
    expect([arrayOf(now['machines']).length, arrayOf(now['steps']).length]).toEqual([2, 1]);
    expect(now['updated_at']).toBe(times.sort().at(-1));
  });
});
