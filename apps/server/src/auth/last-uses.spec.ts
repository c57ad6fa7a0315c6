import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { createToken, listTokens } from '@resource-catalogue/tokens';
import { storeLastUses } from './last-uses.js';

it('stores the uses of any number of tokens in statements of limited size (AUTH-4)', async () => {
  const database = await scratchDatabase();
  const { id } = await createToken(database.prisma, { name: 'Door', scopes: ['read'], quota: null, expiresAt: null });
  const noon = Date.parse('2026-03-01T12:00:00.000Z');
  const others = Array.from({ length: 5000 }, (): [string, number] => [randomUUID(), noon]);
  let statements = 0;
  const counting = {
    prisma: database.prisma,
    writing: <T>(work: () => Promise<T>) => {
      statements += 1;
      return database.writing(work);
    },
  };
  await storeLastUses(counting, new Map([...others, [id, noon]]));
  const [token] = await listTokens(database.prisma);
  expect([statements, token?.last_used_at]).toEqual([2, '2026-03-01T12:00:00.000Z']);
  await database.close();
});
