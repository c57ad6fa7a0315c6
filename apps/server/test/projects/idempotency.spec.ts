import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, textOf } from '@resource-catalogue/testing/json';
import { until } from '@resource-catalogue/testing/until';
import { countOf } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import type { Answer } from '../support/service.js';
import { type OtherWriter, otherWriter, untilWaiting, whileLocked } from './support/instances.js';
import { projectIn, workshopOn } from './support/workshop.js';

const keyed = (key: string) => ({ 'idempotency-key': key });

describe.each(databaseKinds)('Idempotency-Key on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let other: OtherWriter;
  let names = 0;
  beforeAll(async () => {
    other = await otherWriter(workshop);
  });
  afterAll(() => other.close());

  /** A body that no other test sends, and how many projects it made. */
  function newBody(): { body: JsonObject; made: () => Promise<number> } {
    const name = `Keyed ${(names += 1)} ${kind}`;
    const made = () => countOf(workshop.service.database, 'projects WHERE name = $1', [name]);
    return { body: { name, author_id: workshop.entities.author }, made };
  }

  function expectReplay(answer: Answer, first: Answer): void {
    // Each instance has an address of its own.
    const pathOf = (location: unknown): string => new URL(textOf(location)).pathname;
    const shown = ({ status, text, headers }: Answer) => [status, text, headers['etag'], pathOf(headers['location'])];
    expect(shown(answer)).toEqual(shown(first));
    expect(answer.headers['idempotency-replayed']).toBe('true');
  }

  it('WRITE-7: another query is another request', async () => {
    const { body, made } = newBody();
    projectIn(await workshop.writer.post(body, keyed('reused')), 201);
    const elsewhere = await workshop.service.request('/api/v1/projects?a=1', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...keyed('reused') },
    });
    expectProblem(elsewhere, 'idempotency_key_reused');
    expect(await made()).toBe(1);
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
      const { running } = await whileLocked(workshop.service, lock, async () => {
        const first = workshop.writer.post(body, keyed('running'));
        await untilWaiting(workshop.service, first);
        for (const [index, { writer }] of [workshop, other].entries()) {
          for (const sent of [body, 'no json', { ...body, name: '' }]) {
            const answer = await writer.post(sent, keyed('"running"'));
            expectProblem(answer, 'conflict');
            expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
          }
          projectIn(await writer.post({ ...body, name: 'Another' }, keyed(`other-${index}`)), 201);
        }
        return { running: first };
      });
      expectReplay(await running.then(() => workshop.writer.post(body, keyed('running'))), await running);
      expect(await made()).toBe(1);
    });

  it('WRITE-7: of many first uses at once one makes the project, and no answer tells of another', async () => {
    const { body, made } = newBody();
    const writers = Array.from({ length: 10 }, (_, index) => (index % 2 ? other : workshop).writer);
    const answers = await Promise.all(writers.map((writer) => writer.post(body, keyed('race'))));
    const done = answers.filter(({ status }) => status === 201);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 'conflict');
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await made()).toBe(1);
  });
});
