import { expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { prepareDemo } from '@resource-catalogue/demo';
import { asObject } from '@resource-catalogue/testing/json';
import { everyRow, importRows } from '@resource-catalogue/transfer/testing/transfer';
import { hashToken, newAccessToken } from '@resource-catalogue/tokens';

it('an import of real data revokes the demo token, and later starts create none', async () => {
  const database = await scratchDatabase();
  const token = await prepareDemo(database, null);
  const isKnown = () => database.prisma.accessToken.count({ where: { hash: hashToken(token ?? '') } });
  const [space = ''] = (await everyRow(database, 'spaces'))['spaces'] ?? [];
  const renamed = JSON.stringify({ ...asObject(JSON.parse(space)), name: 'Ours' });

  await importRows(database, { spaces: [renamed] }, { dryRun: true });
  expect(await isKnown()).toBe(1);
  expect((await importRows(database, { spaces: [renamed] })).stored).toBe(true);
  expect(await isKnown()).toBe(0);
  for (const given of [null, newAccessToken()]) expect(await prepareDemo(database, given)).toBeNull();
  expect(await database.prisma.catalogueSetting.count({ where: { key: { startsWith: 'demo.' } } })).toBe(0);
  await database.close();
});
