import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { createToken, hashToken, newAccessToken, revokeToken } from '@resource-catalogue/tokens';
import type { Database } from '@resource-catalogue/database';
import { prepareDemo, withdrawDemoToken } from './prepare-demo.js';

const findToken = ({ prisma }: Database, token: string | null) =>
  prisma.accessToken.findUnique({ where: { hash: hashToken(token ?? '') } });

const start = new Date('2026-03-04T10:00:00.000Z');
const later = new Date('2026-03-06T07:00:00.000Z');

describe('prepareDemo, on an empty embedded database', () => {
  let database: Database;
  let token: string | null;

  beforeAll(async () => {
    database = await scratchDatabase();
    token = await prepareDemo(database, null, start);
  });
  afterAll(() => database.close());

  const names = async (): Promise<string[]> =>
    (await database.prisma.accessToken.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);

  it('fills the database and returns a token that can read and write', async () => {
    expect(token).toMatch(/^rct_[0-9A-Za-z]{49}$/);
    expect(await database.prisma.booking.count()).toBe(5000);
    const quota = { quota_limit: 6000, quota_window_seconds: 60 };
    expect(await findToken(database, token)).toMatchObject({
      name: 'Demo',
      demo: true,
      scopes: ['read', 'projects:write'],
      ...quota,
    });
  });

  it("returns the same token the next time and leaves the operator's tokens unchanged", async () => {
    await createToken(database.prisma, { name: 'Own', scopes: ['read'], expiresAt: null, quota: null });
    const before = await findToken(database, token);
    expect(await prepareDemo(database, null, start)).toBe(token);
    expect(await findToken(database, token)).toEqual(before);
    expect(await names()).toEqual(['Demo', 'Own']);
    expect(await database.prisma.booking.count()).toBe(5000);
  });

  const firstDay = async () =>
    (await database.prisma.trainingSession.findFirst({ orderBy: { starts_at: 'asc' } }))?.starts_at;

  it('renews an unchanged demo of an earlier day, with the same token', async () => {
    const before = await firstDay();
    expect(await prepareDemo(database, null, later)).toBe(token);
    const after = await firstDay();
    expect([before && after && after > before, await database.prisma.booking.count()]).toEqual([true, 5000]);
    await database.prisma.project.updateMany({ data: { updated_at: new Date(+later + 1) } });
    expect(await prepareDemo(database, null, new Date('2026-03-20'))).toBe(token);
    expect(await firstDay()).toEqual(after);
  });

  it('returns a new token after the operator has revoked the old one', async () => {
    await revokeToken(database.prisma, (await findToken(database, token))?.id ?? '');
    const next = await prepareDemo(database, null, later);
    expect([next === token, await findToken(database, token), (await findToken(database, next))?.name]).toEqual([
      ...[false, null, 'Demo'],
    ]);
    token = next;
  });

  it('uses DEMO_TOKEN as the token', async () => {
    const given = newAccessToken();
    for (const each of [given, given]) expect(await prepareDemo(database, each)).toBe(given);
    expect([await findToken(database, token), (await findToken(database, given))?.demo]).toEqual([null, true]);
    expect(await database.prisma.catalogueSetting.count({ where: { value: given } })).toBe(0);
  });

  it("rejects a DEMO_TOKEN that is mistyped or one of the operator's tokens", async () => {
    const typed = `${newAccessToken().slice(0, -6)}000000`;
    await expect(prepareDemo(database, typed)).rejects.toThrow(
      'The configuration is not valid: DEMO_TOKEN is mistyped or cut off: its last 6 characters are not its checksum.',
    );
    const own = await createToken(database.prisma, { name: 'Mine', scopes: ['read'], expiresAt: null, quota: null });
    await expect(prepareDemo(database, own.token)).rejects.toThrow(
      /^DEMO_TOKEN is already an access token of this catalogue/,
    );
    expect((await findToken(database, own.token))?.demo).toBe(false);
  });

  it('withdraws only the demo token once the demo is turned off', async () => {
    await withdrawDemoToken(database);
    expect(await names()).toEqual(['Mine', 'Own']);
  });
});

describe('prepareDemo, on other databases', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  const untouched = async () => [await database.prisma.accessToken.count(), await database.prisma.space.count()];

  it('does not touch a catalogue with other data', async () => {
    await database.prisma.group.create({ data: { id: '018f0000-0000-7000-8000-000000000001', name: 'Staff' } });
    expect(await prepareDemo(database, null)).toBeNull();
    expect(await untouched()).toEqual([0, 0]);
  });
});
