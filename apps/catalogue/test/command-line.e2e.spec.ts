import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { asArray, asObject, asText } from '@resource-catalogue/testing/json';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { startInstance } from '@resource-catalogue/server/testing/service';
import { built, spawnProgram } from '@resource-catalogue/testing/program';
import { fetchStatus, newFolder } from '@resource-catalogue/testing/running-program';
import { runInProcess } from './support/run-in-process.js';

describe('the command line', () => {
  let database: Database;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.close());

  const run = (...args: readonly string[]) => runInProcess(args, (work) => work(database));
  const printed = async (...args: readonly string[]) => {
    const { stdout, ...rest } = await run(...args);
    expect(rest).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  it('AUTH-4: tokens are created, listed, rotated and revoked, and the service accepts or rejects them accordingly', async () => {
    const json = async (...args: readonly string[]): Promise<unknown> => JSON.parse(await printed(...args, '--json'));
    const options = ['--name', 'a door', '--scopes', 'read,projects:write', '--quota', '5/1m', '--expires-in', '30d'];
    const door = asObject(await json('tokens', 'create', ...options));
    expect(door).toEqual({
      ...{ id: expect.any(String), token: expect.any(String), prefix: asText(door['token']).slice(0, 10) },
      ...{ name: 'a door', scopes: ['read', 'projects:write'], quota: '5/60s', expires_at: expect.any(String) },
      ...{ feed: null, feed_path: null, with_names: false },
    });
    const { created_at: created } = await database.prisma.accessToken.findFirstOrThrow();
    expect((Date.parse(asText(door['expires_at'])) - created.getTime()) / 86_400_000).toBeCloseTo(30, 2);

    const gate = await printed('tokens', 'create', '--name', 'a gate', '--scopes', 'spaces:read');
    expect(gate).toMatch(
      /^rct_\w+\n\nSave it now: .* Id \S+, scopes spaces:read, quota of the service, does not expire\.\n$/,
    );

    const list = asArray(await json('tokens', 'list')).map(asObject);
    expect(list.map(({ name }) => name)).toEqual(['a door', 'a gate']);
    expect(JSON.stringify(list)).not.toContain(door['token']);
    expect(await printed('tokens', 'list')).toMatch(
      /^id +prefix +name +scopes +quota +last used +state\n\S+ +rct_\w+… +a door +read,projects:write +5\/60s +- +expires \S+\n/,
    );

    const gateId = asText(list[1]?.['id']);
    const rotated = asObject(await json('tokens', 'rotate', gateId));
    expect(rotated).toMatchObject({ name: 'a gate', replaces: { id: gateId, replaced_by: rotated['id'] } });
    const again = await printed('tokens', 'rotate', asText(rotated['id']), '--overlap', '90s');
    expect(again).toMatch(/^rct_\w+\n\nSave it now: .*\nThe old token, rct_\w+… \(a gate\), expires \S+Z\.\n$/);

    const revoked = await printed('tokens', 'revoke', asText(door['id']));
    expect(revoked).toBe(`Revoked ${asText(door['prefix'])}… (a door).\n`);

    const service = await startInstance(database, '');
    const tokens = [asText(door['token']), ...[gate, again].map((text) => text.split('\n')[0])];
    const statuses = await Promise.all(tokens.map((token) => fetchStatus(`${service.url}/api/v1/spaces`, token)));
    expect(statuses).toEqual([401, 200, 200]);
    await service.close();
    const used = asArray(await json('tokens', 'list')).filter((one) => asObject(one)['last_used_at'] !== null);
    expect(used).toMatchObject([{ id: gateId }, { name: 'a gate' }]);
  });

  it('the token of a feed is created with its URL, listed, rotated and revoked', async () => {
    await database.prisma.space.create({
      data: { id: '0198c1b2-2b70-7a24-bb72-4dfa1b3e6958', slug: 'quayside', name: 'Quayside', time_zone: 'UTC' },
    });
    const create = ['tokens', 'create', '--name', 'a screen', '--feed', 'space:quayside'];
    const created = await printed(...create);
    const feed = String.raw`/calendars/spaces/0198c1b2-2b70-7a24-bb72-4dfa1b3e6958\.ics\?token=rct_\w+`;
    expect(created).toMatch(new RegExp(`^${feed}\n\nSave it now: .* Id \\S+, feed space:0198c1b2-\\S+, quota `));
    process.env['PUBLIC_URL'] = 'https://example.org/catalogue';
    const named = await printed(...create, '--with-names').finally(() => delete process.env['PUBLIC_URL']);
    expect(named).toMatch(new RegExp(`^https://example.org/catalogue${feed}\n\n.* feed space:\\S+ with names, quota `));

    const service = await startInstance(database, '');
    const statusOf = (text: string) => fetchStatus(`${service.url}${text.split('\n')[0]}`, undefined);
    const [id = ''] = /[0-9a-f-]{36}(?=, feed)/.exec(created) ?? [];
    const rotated = await printed('tokens', 'rotate', id);
    expect(await Promise.all([created, rotated].map(statusOf))).toEqual([200, 200]);
    expect(await printed('tokens', 'list')).toMatch(
      / a screen +feed space:0198c1b2-\S+ +- .*\n.* feed space:\S+ with names /,
    );
    expect(await printed('tokens', 'revoke', id)).toMatch(/^Revoked rct_\w+… \(a screen\)\.\n$/);
    await service.close();

    const stderr = 'The token was not created: no space with the id or slug harbour exists.\n';
    const unknown = await run('tokens', 'create', '--name', 'x', '--feed', 'space:harbour');
    expect(unknown).toEqual({ code: 1, stdout: '', stderr });
  });

  it('migrate applies all migrations, and seed fills only an empty database', async () => {
    expect(await printed('migrate')).toBe('The database schema is up to date.\n');
    expect(await run('seed', '--scale', '10')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Seeded 10 bookings \(\d+ rows in \d+ tables\) /),
    });
    const stderr = expect.stringMatching(/^Nothing was seeded: the database already has a catalogue\. .*\n$/);
    expect(await run('seed', '--scale', '10')).toEqual({ code: 1, stdout: '', stderr });
  });
});

it('sheet writes its mapping without an error if nothing reads its output', async () => {
  const folder = await newFolder();
  const [sheet, mapping] = [join(folder, 'tools.csv'), join(folder, 'made.yaml')];
  await writeFile(sheet, 'Tag,Machine\n1,Saw\n');
  const args = [built('catalogue.js'), 'sheet', sheet, '--output', mapping];
  const { child, ended } = spawnProgram(process.execPath, args, {});
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(mapping, 'utf8')).toContain('sku: Tag');
});
