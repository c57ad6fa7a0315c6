import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken } from '../auth/token-admin.js';
import type { Database } from '../database/database.js';
import { databaseKinds } from '../../test/support/databases.js';
import { scratchDatabase } from '../../test/support/scratch-databases.js';
import { IdempotencyKeys, type KeptAnswer, type KeyUse, requestHash } from './idempotency-keys.js';

const kept: KeptAnswer = { projectId: '018f0000-0000-7000-8000-000000000001', text: '{"id":"a"}' };

/** Work that has begun and does not end by itself. */
function workInTwoHalves() {
  let begin = (): void => undefined;
  let finish = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (finish = resolve));
  const work = (): Promise<void> => {
    begin();
    return ended;
  };
  return { work, begun, finish };
}

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
  afterAll(() => database.close());

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
    const { work, begun, finish } = workInTwoHalves();
    const working = keys.once(one, work, () => undefined);
    await Promise.race([begun, working]);
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
});
