import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, textOf } from '@resource-catalogue/testing/json';
import { until } from '@resource-catalogue/testing/until';
import { countOf } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import type { Answer } from '../support/service.js';
import { type OtherInstance, otherInstance, untilWaiting, whileLocked } from './support/instances.js';
import { errorsIn, projectIn, workshopOn } from './support/workshop.js';

const keyed = (key: string) => ({ 'idempotency-key': key });

describe.each(databaseKinds)('Idempotency-Key on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let other: OtherInstance;
  let names = 0;
  beforeAll(async () => {
    other = await otherInstance(workshop);
  });
  afterAll(() => other.close());

  /** A body that no other test sends, and how many projects it made. */
  function newBody(more: JsonObject = {}): { body: JsonObject; made: () => Promise<number> } {
    const name = `Keyed ${(names += 1)} ${kind}`;
    const made = () => countOf(workshop.service.database, 'projects WHERE name = $1', [name]);
    return { body: { name, author_id: workshop.entities.author, ...more }, made };
  }

  function expectReplay(answer: Answer, first: Answer): void {
    projectIn(answer, 201);
    const shown = ({ text, headers }: Answer) => [text, headers['etag'], headers['location'], headers['cache-control']];
    expect(shown(answer)).toEqual(shown(first));
    expect([first.headers['idempotency-replayed'], answer.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
  }

  it('WRITE-7: the same request again is answered with the first 201 again, whatever became of the project', async () => {
    const { body, made } = newBody();
    const first = await workshop.writer.post(body, keyed('again'));
    const project = projectIn(first, 201);
    expect(first.headers['location']).toBe(`${workshop.service.url}/api/v1/projects/${textOf(project['id'])}`);
    expectReplay(await workshop.writer.post(body, keyed('again')), first);
    await workshop.writer.change(project['id'], { name: 'Changed', summary: 'since' });
    const { prisma } = workshop.service.database;
    await prisma.member.update({ where: { id: workshop.entities.author }, data: { job_title: 'Carpenter' } });
    const again = await other.writer.post(body, keyed('again'));
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await made()).toBe(0);
  });

  it('WRITE-7: many repetitions at once are all answered with the first 201, on all instances', async () => {
    const { body, made } = newBody();
    const first = await workshop.writer.post(body, keyed('many'));
    const writers = Array.from({ length: 10 }, (_, index) => (index % 2 ? other : workshop).writer);
    const answers = await Promise.all(writers.map((writer) => writer.post(body, keyed('many'))));
    for (const answer of answers) {
      expect([answer.status, answer.text, answer.headers['idempotency-replayed']]).toEqual([201, first.text, 'true']);
    }
    expect(await made()).toBe(1);
  });

  it('WRITE-7: another request with the key is answered with 422, even where it could not be read', async () => {
    const { body, made } = newBody();
    const text = JSON.stringify(body);
    projectIn(await workshop.writer.post(text, keyed('reused')), 201);
    for (const changed of [
      `${text} `,
      text.replace(',', ', '),
      '{}',
      'no json',
      '',
      { ...body, name: 'a' },
      { ...body, more: 1 },
    ]) {
      expectProblem(await workshop.writer.post(changed, keyed('reused')), 'idempotency_key_reused');
      expectProblem(await other.writer.post(changed, keyed('reused')), 'idempotency_key_reused');
    }
    const elsewhere = await workshop.service.request('/api/v1/projects?a=1', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...keyed('reused') },
    });
    expectProblem(elsewhere, 'idempotency_key_reused');
    expect(await made()).toBe(1);
  });

  it.each([
    ['a', '"a"'],
    ['"~!#$%&\'()*+,-./:;<=>?@[\\]^_`{|}"', "~!#$%&'()*+,-./:;<=>?@[\\]^_`{|}"],
    ['k'.repeat(255), `"${'k'.repeat(255)}"`],
    ['"two"quotes"', 'two"quotes'],
  ])('WRITE-7: %s and %s are one key', async (one, another) => {
    const { body, made } = newBody();
    const first = await workshop.writer.post(body, keyed(one));
    expectReplay(await workshop.writer.post(body, keyed(another)), first);
    expect(await made()).toBe(1);
  });

  it('WRITE-7: keys differ by case', async () => {
    const { body, made } = newBody();
    projectIn(await workshop.writer.post(body, keyed('case')), 201);
    projectIn(await workshop.writer.post(body, keyed('CASE')), 201);
    expect(await made()).toBe(2);
  });

  it.each([
    '',
    ' ',
    '""',
    'two words',
    '"two words"',
    'k'.repeat(256),
    `"${'k'.repeat(256)}"`,
    'schlüssel',
    'a\tb',
    '"\t"',
    '\x7f'.replace('\x7f', 'a\u00a0'),
  ])('WRITE-7: "%s" is no key, which is said beside the errors of the body', async (key) => {
    const { body, made } = newBody();
    expect(errorsIn(await workshop.writer.post(body, keyed(key)))).toEqual(['invalid_value Idempotency-Key']);
    expect(errorsIn(await workshop.writer.post({ ...body, tags: 5 }, keyed(key)))).toEqual([
      'invalid_value /tags',
      'invalid_value Idempotency-Key',
    ]);
    expect(await made()).toBe(0);
  });

  it('WRITE-7: tokens do not share keys, one after the other or at once', async () => {
    const { body, made } = newBody();
    const { token } = await workshop.service.newToken();
    const theirs = (key: string) => workshop.writer.with(token).post({ ...body, summary: 'theirs' }, keyed(key));
    const mine = projectIn(await workshop.writer.post(body, keyed('shared')), 201);
    expect(projectIn(await theirs('shared'), 201)['id']).not.toBe(mine['id']);
    const answers = await Promise.all([workshop.writer.post(body, keyed('at-once')), theirs('at-once')]);
    expect(new Set(answers.map((answer) => projectIn(answer, 201)['id'])).size).toBe(2);
    expect(await made()).toBe(4);
  });

  it('WRITE-7: only a 201 is kept, so that a refused request can be put right', async () => {
    const { body, made } = newBody();
    const key = keyed('refused');
    expect(errorsIn(await workshop.writer.post({ ...body, tags: 5 }, key))).toEqual(['invalid_value /tags']);
    expect(errorsIn(await workshop.writer.post({ ...body, space_id: workshop.entities.nothing }, key))).toEqual([
      'unknown_reference /space_id',
    ]);
    expectProblem(await workshop.writer.post(body, { ...key, 'content-type': 'text/plain' }), 'unsupported_media_type');
    const first = await workshop.writer.post(body, key);
    expectReplay(await workshop.writer.post(body, key), first);
    expect(await made()).toBe(1);
  });

  it('WRITE-7: PATCH takes no key', async () => {
    const { body } = newBody();
    const { id } = projectIn(await workshop.writer.post(body, keyed('patched')), 201);
    await workshop.writer.change(id, { name: 'a' }, keyed('patched'));
    await workshop.writer.change(id, { name: 'b' }, keyed('no key'));
  });

  it('WRITE-7: a key is kept for 24 hours, then it is as new and its answer is gone', async () => {
    const { database } = workshop.service;
    const { body, made } = newBody();
    const first = projectIn(await workshop.writer.post(body, keyed('old')), 201);
    await workshop.writer.post(newBody().body, keyed('older'));
    const [row] = await database.prisma.idempotencyKey.findMany({ where: { key: 'old' } });
    const kept = (row?.expires_at.getTime() ?? 0) - Date.parse(textOf(first['created_at']));
    expect(Math.round(kept / (60 * 60 * 1000))).toBe(24);

    const expire = (milliseconds: number) =>
      database.prisma.idempotencyKey.updateMany({
        where: { key: { startsWith: 'old' } },
        data: { expires_at: new Date(Date.now() + milliseconds) },
      });
    await expire(60 * 60_000);
    expect((await workshop.writer.post(body, keyed('old'))).headers['idempotency-replayed']).toBe('true');
    await expire(-1);
    const second = await workshop.writer.post({ ...body, summary: 'another body' }, keyed('old'));
    expect(projectIn(second, 201)['id']).not.toBe(first['id']);
    expect(await made()).toBe(2);
    // Deleted behind the answer.
    await until(async () => (await countOf(database, `idempotency_keys WHERE expires_at <= now()`)) === 0);
    expect(await countOf(database, `idempotency_keys WHERE key = 'older'`)).toBe(0);
  });

  // The embedded database answers one statement at a time, so nothing can keep the first there but it keeps all.
  if (kind === 'postgres')
    it('WRITE-7: while the first runs, every use of its key is answered with 409, on every instance', async () => {
      const { body, made } = newBody();
      const lock = `SELECT pg_advisory_xact_lock(hashtextextended('slug keyed-${names}-${kind}', 0))::text`;
      let others = 0;
      const { running } = await whileLocked(workshop.service, lock, async () => {
        const first = workshop.writer.post(body, keyed('running'));
        await untilWaiting(workshop.service, first);
        for (const { writer } of [workshop, other]) {
          for (const sent of [body, 'no json', { ...body, name: '' }]) {
            const answer = await writer.post(sent, keyed('"running"'));
            expectProblem(answer, 'conflict');
            expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
          }
          projectIn(await writer.post({ ...body, name: 'Another' }, keyed(`other-${(others += 1)}`)), 201);
        }
        return { running: first };
      });
      expectReplay(await running.then(() => workshop.writer.post(body, keyed('running'))), await running);
      expect(await made()).toBe(1);
    });

  it('WRITE-7: of many first uses at once one makes the project, and no answer tells of another', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { body, made } = newBody();
      const key = keyed(`race ${round}`.replace(' ', '-'));
      const writers = Array.from({ length: 10 }, (_, index) => (index % 2 ? other : workshop).writer);
      const answers = await Promise.all(writers.map((writer) => writer.post(body, key)));
      const done = answers.filter(({ status }) => status === 201);
      for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 'conflict');
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
      expect(await made()).toBe(1);
    }
  });
});
