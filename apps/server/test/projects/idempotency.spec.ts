import { describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, textOf } from '@resource-catalogue/testing/json';
import { until } from '@resource-catalogue/testing/until';
import { countOf } from '@resource-catalogue/database/testing/stored';
import { projectIn, workshopOn } from './support/workshop.js';

const keyed = (key: string) => ({ 'idempotency-key': key });

describe.each(databaseKinds)('on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let names = 0;

  /** A body that no other test sends, and how many projects it made. */
  function newBody(): { body: JsonObject; made: () => Promise<number> } {
    const name = `Keyed ${(names += 1)}`;
    const made = () => countOf(workshop.service.database, 'projects WHERE name = $1', [name]);
    return { body: { name, author_id: workshop.entities.author }, made };
  }

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
});
