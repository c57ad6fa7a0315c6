import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { readConfiguration } from '@resource-catalogue/program';
import type { Database } from '@resource-catalogue/database';
import { createToken, listTokens, TokenLookup } from '@resource-catalogue/tokens';
import { TokenUse } from './token-use.js';

const day = 86_400_000;
const noon = Date.parse('2026-03-01T12:00:00.000Z');

describe('the last use of tokens', () => {
  let database: Database;
  let warnings: string[];
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => {
    warnings = [];
    at(noon);
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((text: unknown) => void warnings.push(String(text)));
  });
  afterEach(() => void jest.restoreAllMocks());

  const at = (time: number): void => void jest.spyOn(Date, 'now').mockReturnValue(time);
  const newToken = (expiresAt: Date | null = null) =>
    createToken(database.prisma, { name: 'Door', scopes: ['read'], quota: null, expiresAt });
  /** An instance of the service, and the number of its writes. */
  function instance() {
    let writes = 0;
    const writing: Database['writing'] = (work) => {
      writes += 1;
      return database.writing(work);
    };
    const lookup = new TokenLookup(database.prisma, readConfiguration({}));
    const use = new TokenUse(lookup, { prisma: database.prisma, writing });
    return { lookup, use, writes: () => writes };
  }
  const lastUse = async (id: string): Promise<string | null | undefined> =>
    (await listTokens(database.prisma)).find((token) => token.id === id)?.last_used_at;

  it('the last use of all tokens is stored in one statement, and only after some were used', async () => {
    const { lookup, use, writes } = instance();
    const [first, second, unused] = [await newToken(), await newToken(), await newToken()];
    for (const { token } of [first, second, first, second]) await lookup.find(token);
    at(noon + 5);
    await lookup.find(second.token);
    expect(await lastUse(first.id)).toBeNull();
    await use.store();
    await use.store();
    expect(writes()).toBe(1);
    const times = ['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.005Z', null];
    expect(await Promise.all([first, second, unused].map(({ id }) => lastUse(id)))).toEqual(times);
  });

  it('the last use of a token is the latest among all instances, and a rejected token has none', async () => {
    const { id, token } = await newToken();
    const [early, late] = [instance(), instance()];
    await early.lookup.find(token);
    at(noon + 1000);
    await late.lookup.find(token);
    for (const { use } of [late, early]) await use.store();
    expect(await lastUse(id)).toBe('2026-03-01T12:00:01.000Z');

    const expired = await newToken(new Date(noon));
    expect(await early.lookup.find(expired.token)).toBeNull();
    await early.use.store();
    expect(await lastUse(expired.id)).toBeNull();
  });

  it('the last use of tokens is buffered while the database is read-only, which is logged once, and stored afterwards', async () => {
    const { id, token } = await newToken();
    const { lookup, use } = instance();
    const working = jest.spyOn(database, 'writing').mockImplementation(async (work) => {
      await database.prisma.$transaction(async (transaction) => {
        await transaction.$executeRaw`SET TRANSACTION READ ONLY`;
        await transaction.$executeRaw`DELETE FROM access_tokens`;
      });
      return work();
    });
    for (let round = 0; round < 2; round += 1) {
      await lookup.find(token);
      await use.store();
    }
    expect(await lastUse(id)).toBeNull();
    expect(warnings).toEqual([expect.stringMatching(/cannot be stored: .*read-only transaction/)]);
    working.mockRestore();
    await use.onApplicationShutdown();
    expect(await lastUse(id)).toBe('2026-03-01T12:00:00.000Z');
  });

  it('the use of a token near its expiry is logged once a day, by the id alone', async () => {
    const { lookup, use } = instance();
    const [soon, later] = [await newToken(new Date(noon + 7 * day)), await newToken(new Date(noon + 7 * day + 1))];
    for (const pause of [0, 1000, day - 1, day]) {
      at(noon + pause);
      await lookup.find(soon.token);
      if (pause === 0) await lookup.find(later.token);
      await use.store();
    }
    const line = `The token ${soon.id} is in use and expires at 2026-03-08T12:00:00.000Z.`;
    expect(warnings).toEqual([line, line]);
  });
});
