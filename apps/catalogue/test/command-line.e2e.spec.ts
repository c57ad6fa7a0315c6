import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { startInstance } from '@resource-catalogue/server/testing/service';
import { statusOf } from '@resource-catalogue/testing/running-program';
import { type Called, commandHere } from './support/command-here.js';

const told = (called: Called): string => {
  expect(called).toMatchObject({ code: 0, stderr: '' });
  return called.stdout;
};

const refused = ({ code, stdout, stderr }: Called): string => {
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 });
  return stderr.trimEnd();
};

const unknownId = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
const wish = ['--name', 'a door', '--scopes', 'read,projects:write', '--quota', '5/1m', '--expires-in', '30d'];

describe('the command line', () => {
  let database: Database;
  const catalogue = (...args: readonly string[]) => commandHere(args, (work) => work(database));
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.close());

  it('creates, lists, rotates and revokes tokens, which the service then takes or refuses (AUTH-4)', async () => {
    const text = told(await catalogue('tokens', 'create', ...wish, '--json'));
    expect(text).toMatch(/^\{.*\}\n$/);
    const token = objectOf(JSON.parse(text));
    expect(Object.keys(token)).toEqual(['id', 'token', 'prefix', 'name', 'scopes', 'quota', 'expires_at']);
    expect(token).toMatchObject({ name: 'a door', scopes: ['read', 'projects:write'], quota: '5/60s' });
    expect(textOf(token['token']).startsWith(textOf(token['prefix']))).toBe(true);
    expect(Date.parse(textOf(token['expires_at'])) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);

    const shown = told(await catalogue('tokens', 'create', '--name', 'a gate', '--scopes', 'spaces:read'));
    expect(shown).toMatch(
      /^rct_\w+\n\nSave it now: .* Id \S+, scopes spaces:read, quota of the service, does not expire\.\n$/,
    );

    const list = arrayOf(JSON.parse(told(await catalogue('tokens', 'list', '--json')))).map(objectOf);
    expect(list.map(({ name }) => name)).toEqual(['a door', 'a gate']);
    expect(JSON.stringify(list)).not.toContain(token['token']);
    const table = told(await catalogue('tokens', 'list'));
    expect(table).toMatch(
      /^id +prefix +name +scopes +quota +last used +state\n\S+ +rct_\w+… +a door +read,projects:write +5\/60s +- +expires \S+\n/,
    );

    const gate = textOf(list[1]?.['id']);
    const rotated = objectOf(JSON.parse(told(await catalogue('tokens', 'rotate', gate, '--json'))));
    expect(rotated).toMatchObject({ name: 'a gate', replaces: { id: gate, replaced_by: rotated['id'] } });
    const again = told(await catalogue('tokens', 'rotate', textOf(rotated['id']), '--overlap', '90s'));
    expect(again).toMatch(/^rct_\w+\n\nSave it now: .*\nThe old one, rct_\w+… \(a gate\), expires \S+Z\.\n$/);

    expect(told(await catalogue('tokens', 'revoke', textOf(token['id'])))).toBe(
      `Revoked ${textOf(token['prefix'])}… (a door).\n`,
    );

    const service = await startInstance(database, '');
    const spaces = `${service.url}/api/v1/spaces`;
    expect(await statusOf(spaces, textOf(token['token']))).toBe(401);
    const [old, next] = [shown, again].map((text) => /^rct_\w+/.exec(text)?.[0]);
    expect(await statusOf(spaces, old)).toBe(200);
    expect(await statusOf(spaces, next)).toBe(200);
    await service.close();
    const after = arrayOf(JSON.parse(told(await catalogue('tokens', 'list', '--json')))).map(objectOf);
    expect(after.filter((one) => one['last_used_at'] !== null).map(({ id }) => id)).toEqual([gate, expect.any(String)]);
  });

  it('migrates, seeds only what is empty, and revokes only what there is', async () => {
    expect(told(await catalogue('migrate'))).toBe('The database has the newest schema.\n');
    // A slow machine shows progress meanwhile.
    expect(await catalogue('seed', '--scale', '10')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Seeded 10 bookings \(\d+ rows in \d+ tables\) /),
    });
    expect(refused(await catalogue('seed', '--scale', '10'))).toMatch(
      /^Nothing was seeded: the database already has a catalogue\. /,
    );
    const message = (id: string) => `No token has the id ${id}. Use 'tokens list' to see all tokens.`;
    expect(refused(await catalogue('tokens', 'revoke', unknownId))).toBe(message(unknownId));
    expect(refused(await catalogue('tokens', 'revoke', 'door'))).toBe(message('door'));
  });
});
