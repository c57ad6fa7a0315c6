import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createToken } from '@resource-catalogue/tokens';
import { type Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { maxBatch } from './expired-keys.js';
import { IdempotencyKeys, type StoredResponse, type KeyUse, requestHash } from './idempotency-keys.js';

/** All timers except Date. */
const realTimers = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

const kept: StoredResponse = { projectId: '018f0000-0000-7000-8000-000000000001', text: '{"id":"a"}' };

describe('idempotency keys', () => {
  let database: Database;
  let keys: IdempotencyKeys;
  let tokenId: string;
  let otherTokenId: string;
  beforeAll(async () => {
    database = await scratchDatabase();
    keys = new IdempotencyKeys(database);
    const newToken = async (name: string): Promise<string> =>
      (await createToken(database.prisma, { name, scopes: ['read'], quota: null, expiresAt: null })).id;
    [tokenId, otherTokenId] = [await newToken('a'), await newToken('b')];
  });
  afterAll(async () => {
    await keys.onApplicationShutdown();
    await database.close();
  });

  const use = (key: string, body = '{}'): KeyUse => ({ tokenId, key, requestHash: requestHash('', Buffer.from(body)) });
  const replay = ({ text }: StoredResponse): string => `again ${text}`;
  const store = (one: KeyUse): Promise<string> =>
    database.prisma.$transaction(async (transaction) => {
      const known = await keys.claim(transaction, one);
      if (known) return replay(known);
      await keys.keep(transaction, one, kept);
      return kept.text;
    });

  const send = (one: KeyUse): Promise<string> => keys.once(one, () => store(one), replay);

  it('WRITE-7: a key in use is rejected with 409, except to another token, and later gives the first response', async () => {
    const one = use('working');
    const work = async () => {
      for (const another of [one, use('working', 'other')]) {
        const headers = { 'Retry-After': expect.stringMatching(/^[1-9]/) };
        await expect(send(another)).rejects.toMatchObject({ code: 'conflict', headers });
      }
      expect(await send({ ...one, tokenId: otherTokenId })).toBe(kept.text);
      return store(one);
    };
    expect(await keys.once(one, work, replay)).toBe(kept.text);
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(one)));
    expect(responses).toEqual(Array(5).fill(`again ${kept.text}`));
    await expect(send(use('working', 'other'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('WRITE-7: a response stored meanwhile by another instance is found in the transaction', async () => {
    const one = use('since');
    const other = new IdempotencyKeys(database);
    const late = keys.once(one, () => other.once(one, () => store(one), replay).then(() => store(one)), replay);
    expect(await late).toBe(`again ${kept.text}`);
  });

  const count = (): Promise<number> => database.prisma.idempotencyKey.count();
  const expireAll = () =>
    database.exec(
      `UPDATE idempotency_keys SET expires_at = least(expires_at, date_trunc('milliseconds', clock_timestamp()))`,
    );
  const create = async (key: string) => {
    await send(use(key));
    await keys.onApplicationShutdown();
  };

  it('WRITE-7: a response is stored for 24 hours, and then its key is free for another request', async () => {
    await create('day');
    const { created_at, expires_at } = await database.prisma.idempotencyKey.findFirstOrThrow({ where: { key: 'day' } });
    expect(expires_at.getTime() - created_at.getTime()).toBe(24 * 60 * 60 * 1000);
    await expireAll();
    expect(await send(use('day', 'another'))).toBe(kept.text);
  });

  it('WRITE-7: expired keys are deleted after each create, a limited number at a time', async () => {
    await database.prisma.idempotencyKey.deleteMany();
    await database.exec(
      `INSERT INTO idempotency_keys (token_id, key, request_hash, project_id, answer, expires_at)
       SELECT gen_random_uuid(), n, '', gen_random_uuid(), '', now() FROM generate_series(1, ${maxBatch + 5}) n`,
    );
    await expireAll();
    const left: number[] = [];
    for (const made of [1, 2, 3]) {
      await create(`create ${made}`);
      left.push((await count()) - made);
    }
    expect(left).toEqual([5, 0, 0]);
  });

  it.each([-2, 2])(
    'WRITE-7: a key holds for 24 hours between instances whose clocks differ by %d days',
    async (days) => {
      const [one, another] = [use(`to ${days}`), use(`from ${days}`)];
      const inDays = async <T>(work: () => Promise<T>): Promise<T> => {
        jest.useFakeTimers({ now: Date.now() + days * 24 * 60 * 60 * 1000, doNotFake: realTimers });
        return work().finally(() => jest.useRealTimers());
      };
      expect(await send(one)).toBe(kept.text);
      expect(await inDays(() => send(another))).toBe(kept.text);
      await keys.onApplicationShutdown();
      expect(await send(another)).toBe(`again ${kept.text}`);
      expect(await inDays(() => send(one))).toBe(`again ${kept.text}`);
    },
  );

  it('WRITE-7: a key in use by another instance is rejected with 409, and a locked expired key does not delay a create', async () => {
    const one = use('elsewhere');
    const other = new IdempotencyKeys(database);
    await database.prisma.$transaction(async (transaction) => {
      await other.claim(transaction, one);
      await expect(send(one)).rejects.toMatchObject({ code: 'conflict', headers: { 'Retry-After': '1' } });
    });

    await create('locked');
    await expireAll();
    const before = await count();
    await database.session((session) =>
      session.transaction(async (locking) => {
        await locking.query({ text: 'SELECT key FROM idempotency_keys FOR UPDATE' });
        await create('beside it');
      }),
    );
    expect(await count()).toBe(before + 1);
  });
});
