import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken } from '@resource-catalogue/tokens';
import { type Database } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { keysAtOnce } from './expired-keys.js';
import { IdempotencyKeys, type KeptAnswer, type KeyUse, requestHash } from './idempotency-keys.js';

const kept: KeptAnswer = { projectId: '018f0000-0000-7000-8000-000000000001', text: '{"id":"a"}' };

describe.each(databaseKinds)('on %s', (kind) => {
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

  it('WRITE-7: a key in use is refused but to another token, and all are answered when the first is', async () => {
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

  it('WRITE-7: another byte of the body, or a query, makes another request', async () => {
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

  it('WRITE-7: an answer that another instance kept meanwhile is found in the transaction', async () => {
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

  it('WRITE-7: expired keys are deleted after each create, a limited number at a time', async () => {
    await database.prisma.idempotencyKey.deleteMany();
    await database.exec(
      `INSERT INTO idempotency_keys (token_id, key, request_hash, project_id, answer, expires_at)
       SELECT gen_random_uuid(), n, '', gen_random_uuid(), '', now() FROM generate_series(1, ${keysAtOnce + 5}) n`,
    );
    await expireAll();
    for (const [made, expired] of [
      [1, 5],
      [2, 0],
      [3, 0],
    ] as const) {
      await create(`create ${made}`);
      expect(await count()).toBe(expired + made);
    }
  });

  if (kind === 'postgres')
    it('WRITE-7: a key that another instance is using is refused with 409', async () => {
      const one = use('elsewhere');
      const other = new IdempotencyKeys(database);
      await database.prisma.$transaction(async (transaction) => {
        await other.claim(transaction, one);
        const refused = expect(keys.once(one, () => store(one), replay)).rejects;
        await refused.toMatchObject({ code: 'conflict', headers: { 'Retry-After': '1' } });
      });
    });

  if (kind === 'postgres')
    it('WRITE-7: a create succeeds while another transaction has locked an expired key', async () => {
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
