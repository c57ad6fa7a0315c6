import { describe, expect, it } from '@jest/globals';
import { arrayOf, objectOf, textOf } from '../support/json.js';
import { banner, catalogue, type Ending, seededFolder, startService, statusOf } from './running-program.js';

const told = (ending: Ending): string => {
  expect(ending).toMatchObject({ code: 0, stderr: '' });
  return ending.stdout;
};

const refused = ({ code, stdout, stderr }: Ending): string => {
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 });
  return stderr.trimEnd();
};

const unknownId = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
const wish = ['--name', 'a door', '--scopes', 'read,projects:write', '--quota', '5/1m', '--expires-in', '30d'];

describe('the command line', () => {
  it('creates, lists, rotates and revokes tokens, which the service then takes or refuses (AUTH-4)', async () => {
    const variables = { DATA_DIR: await seededFolder() };
    const text = told(await catalogue(variables, 'tokens', 'create', ...wish, '--json'));
    expect(text).toMatch(/^\{.*\}\n$/);
    const token = objectOf(JSON.parse(text));
    expect(Object.keys(token)).toEqual(['id', 'token', 'prefix', 'name', 'scopes', 'quota', 'expires_at']);
    expect(token).toMatchObject({ name: 'a door', scopes: ['read', 'projects:write'], quota: '5/60s' });
    expect(textOf(token['token']).startsWith(textOf(token['prefix']))).toBe(true);
    expect(Date.parse(textOf(token['expires_at'])) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);

    const shown = told(await catalogue(variables, 'tokens', 'create', '--name', 'a gate', '--scopes', 'spaces:read'));
    expect(shown).toMatch(
      /^rct_\w+\n\nSave it now: .* Id \S+, scopes spaces:read, quota of the service, does not expire\.\n$/,
    );

    const list = arrayOf(JSON.parse(told(await catalogue(variables, 'tokens', 'list', '--json')))).map(objectOf);
    expect(list.map(({ name }) => name)).toEqual(['a door', 'a gate']);
    expect(JSON.stringify(list)).not.toContain(token['token']);
    const table = told(await catalogue(variables, 'tokens', 'list'));
    expect(table).toMatch(
      /^id +prefix +name +scopes +quota +last used +state\n\S+ +rct_\w+… +a door +read,projects:write +5\/60s +- +expires \S+\n/,
    );

    const gate = textOf(list[1]?.['id']);
    const rotated = objectOf(JSON.parse(told(await catalogue(variables, 'tokens', 'rotate', gate, '--json'))));
    expect(rotated).toMatchObject({ name: 'a gate', replaces: { id: gate, replaced_by: rotated['id'] } });
    const again = told(await catalogue(variables, 'tokens', 'rotate', textOf(rotated['id']), '--overlap', '90s'));
    expect(again).toMatch(/^rct_\w+\n\nSave it now: .*\nThe old one, rct_\w+… \(a gate\), expires \S+Z\.\n$/);

    expect(told(await catalogue(variables, 'tokens', 'revoke', textOf(token['id'])))).toBe(
      `Revoked ${textOf(token['prefix'])}… (a door).\n`,
    );

    const service = startService(variables);
    const { url } = await banner(service);
    expect(await statusOf(`${url}/api/v1/spaces`, textOf(token['token']))).toBe(401);
    const [old, next] = [shown, again].map((text) => /^rct_\w+/.exec(text)?.[0]);
    expect(await statusOf(`${url}/api/v1/spaces`, old)).toBe(200);
    expect(await statusOf(`${url}/api/v1/spaces`, next)).toBe(200);
    // The embedded database has one holder.
    expect(refused(await catalogue(variables, 'tokens', 'list'))).toMatch(
      /^The data directory \S+ is in use by process \d+ on \S+: stop that process, or set DATA_DIR to another directory\.$/,
    );
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
    const after = arrayOf(JSON.parse(told(await catalogue(variables, 'tokens', 'list', '--json')))).map(objectOf);
    expect(after.filter((one) => one['last_used_at'] !== null).map(({ id }) => id)).toEqual([gate, expect.any(String)]);
  });

  it('migrates, seeds only what is empty, and revokes only what there is', async () => {
    const variables = { DATA_DIR: await seededFolder() };
    expect(told(await catalogue(variables, 'migrate'))).toBe('The database has the newest schema.\n');
    expect(refused(await catalogue(variables, 'seed', '--scale', '10'))).toMatch(
      /^Nothing was seeded: the database already has a catalogue\. /,
    );
    const message = (id: string) => `No token has the id ${id}. Use 'tokens list' to see all tokens.`;
    expect(refused(await catalogue(variables, 'tokens', 'revoke', unknownId))).toBe(message(unknownId));
    expect(refused(await catalogue(variables, 'tokens', 'revoke', 'door'))).toBe(message('door'));
  });
});
