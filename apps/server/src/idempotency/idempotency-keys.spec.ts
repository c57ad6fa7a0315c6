import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createToken } from '@resource-catalogue/tokens';
import { type Database } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { keysAtOnce } from './expired-keys.js';
import { IdempotencyKeys, type KeptAnswer, type KeyUse, requestHash } from './idempotency-keys.js';

const kept: KeptAnswer = { projectId: '018f0000-0000-7000-8000-000000000001', text: '{"id":"a"}' };

describe.each(databaseKinds)('idempotency keys on %s (WRITE-7)', (kind) => {
  let database: Database;
  let keys: IdempotencyKeys;
  let tokenId: string;
  let otherTokenId: string;
  beforeAll(async () => {
    database = await scratchDatabase(kind);
    keys = new IdempotencyKeys(database);
    const newToken = async (name: string): Promise<string> =>
      (await createToken(database.prisma, { name, scopes: ['read'], quota: null, expiresAt: null })).id;
    [tokenId, otherTokenId] = [await newToken('a'), await newToken('b')];
  });
  afterAll(async () => {
    await keys.onApplicationShutdown();
    await database.close();
  });

  const use = (key: string, body = '{}', query = ''): KeyUse => ({
    tokenId,
    key,
    requestHash: requestHash(query, Buffer.from(body)),
  });
  const replay = ({ text }: KeptAnswer): string => `again ${text}`;
  const store = (one: KeyUse): Promise<string> =>
    database.prisma.$transaction(async (transaction) => {
      const known = await keys.claim(transaction, one);
      if (known) return replay(known);
      await keys.keep(transaction, one, kept);
      return kept.text;
    });

  it('refuses every use but that of another token while the first works, and answers them all when it has', async () => {
    const one = use('working');
    let finish = (): void => undefined;
    const ended = new Promise<void>((resolve) => (finish = resolve));
    let working = Promise.resolve();
    await new Promise<void>((begin) => {
      working = keys.once(
        one,
        () => {
          begin();
          return ended;
        },
        () => undefined,
      );
    });
    for (const another of [one, use('working', 'other')]) {
      await expect(keys.once(another, () => store(another), replay)).rejects.toMatchObject({
        code: 'conflict',
        headers: { 'Retry-After': expect.stringMatching(/^[1-9]/) },
      });
    }
    const theirs = { ...one, tokenId: otherTokenId };
    expect(await keys.once(theirs, () => store(theirs), replay)).toBe(kept.text);
    finish();
    await working;
    expect(await keys.once(one, () => store(one), replay)).toBe(kept.text);
    const answers = await Promise.all(Array.from({ length: 5 }, () => keys.once(one, () => store(one), replay)));
    expect(answers).toEqual(Array(5).fill(`again ${kept.text}`));
  });

  it('is free again when the work failed', async () => {
    const one = use('failed');
    await expect(keys.once(one, () => Promise.reject(new Error('failed')), replay)).rejects.toThrow('failed');
    expect(await keys.once(one, () => store(one), replay)).toBe(kept.text);
  });

  it('is another request with another byte of the body, or with a query', async () => {
    const one = use('other', '{"name":"a"}');
    await keys.once(one, () => store(one), replay);
    for (const another of [
      use('other', '{"name":"b"}'),
      use('other', '{"name":"a"} '),
      use('other', '{"name":"a"}', 'a=1'),
      use('other', '\n{"name":"a"}'),
    ]) {
      await expect(keys.once(another, () => store(another), replay)).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
    }
  });

  it('finds in its transaction what another instance kept since it looked', async () => {
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
    const one = use(key);
    const answer = await keys.once(one, () => store(one), replay);
    await keys.onApplicationShutdown();
    return answer;
  };

  it('stores a new answer under a key that has expired', async () => {
    await create('expired');
    await expireAll();
    const again = use('expired', 'other');
    expect(await keys.once(again, () => store(again), replay)).toBe(kept.text);
    await expect(create('expired')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('deletes a limited number of expired keys after each create, and so has all of them deleted in time', async () => {
    const day = fc.record({
      earlier: fc.integer({ min: 0, max: 2.5 * keysAtOnce }),
      creates: fc.integer({ min: 1, max: 3 }),
    });
    let created = 0;
    const days = fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 3 }), async (sequence) => {
      await database.prisma.idempotencyKey.deleteMany();
      for (const { earlier, creates } of sequence) {
        await database.exec(
          `INSERT INTO idempotency_keys (token_id, key, request_hash, project_id, answer, expires_at)
           SELECT gen_random_uuid(), n, '', gen_random_uuid(), '', now() FROM generate_series(1, ${earlier}) n`,
        );
        await expireAll();
        let expired = await count();
        for (let made = 1; made <= creates; made += 1) {
          await create(`day ${(created += 1)}`);
          expired = Math.max(0, expired - keysAtOnce);
          expect(await count()).toBe(expired + made);
        }
      }
    });
    await fc.assert(days, { numRuns: 5 });
  });

  if (kind === 'postgres')
    it('creates while another transaction has locked an expired key', async () => {
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
