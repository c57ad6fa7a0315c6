import { beforeAll, describe, expect, it } from '@jest/globals';
import { arrayOf, objectOf, textOf } from '../support/json.js';
import { banner, catalogue, type Ending, newFolder, seededFolder, startService, statusOf } from './running-program.js';

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
  it('creates, lists and revokes tokens, which the service then takes or refuses (AUTH-4)', async () => {
    const settings = { DATA_DIR: await seededFolder() };
    const text = told(await catalogue(settings, 'tokens', 'create', ...wish, '--json'));
    expect(text).toMatch(/^\{.*\}\n$/);
    const token = objectOf(JSON.parse(text));
    expect(Object.keys(token)).toEqual(['id', 'token', 'prefix', 'name', 'scopes', 'quota', 'expires_at']);
    expect(token).toMatchObject({ name: 'a door', scopes: ['read', 'projects:write'], quota: '5/60s' });
    expect(textOf(token['token']).startsWith(textOf(token['prefix']))).toBe(true);
    expect(Date.parse(textOf(token['expires_at'])) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);

    const shown = told(await catalogue(settings, 'tokens', 'create', '--name', 'a gate', '--scopes', 'spaces:read'));
    expect(shown).toMatch(
      /^rct_\w+\n\nKeep it now: .* Id \S+, scopes spaces:read, quota of the service, does not expire\.\n$/,
    );

    const list = arrayOf(JSON.parse(told(await catalogue(settings, 'tokens', 'list', '--json')))).map(objectOf);
    expect(list.map(({ name }) => name)).toEqual(['a door', 'a gate']);
    expect(JSON.stringify(list)).not.toContain(token['token']);
    const table = told(await catalogue(settings, 'tokens', 'list'));
    expect(table).toMatch(
      /^id +prefix +name +scopes +quota +state\n\S+ +rct_\w+… +a door +read,projects:write +5\/60s +expires \S+\n/,
    );

    expect(told(await catalogue(settings, 'tokens', 'revoke', textOf(token['id'])))).toBe(
      `Revoked ${textOf(token['prefix'])}… (a door).\n`,
    );

    const { url } = await banner(startService(settings));
    expect(await statusOf(`${url}/api/v1/spaces`, textOf(token['token']))).toBe(401);
    expect(await statusOf(`${url}/api/v1/spaces`, /^rct_\w+/.exec(shown)?.[0])).toBe(200);
    // The embedded database has one holder.
    expect(refused(await catalogue(settings, 'tokens', 'list'))).toMatch(
      /^The data directory \S+ is in use by process \d+ on \S+: stop that process, or set DATA_DIR to another directory\.$/,
    );
  }, 60_000);

  it('migrates, seeds only what is empty, and revokes only what there is', async () => {
    const settings = { DATA_DIR: await seededFolder() };
    expect(told(await catalogue(settings, 'migrate'))).toBe('The database has the newest schema.\n');
    expect(refused(await catalogue(settings, 'seed', '--scale', '10'))).toMatch(
      /^The database has a catalogue already, /,
    );
    const message = (id: string) => `No token has the id ${id}. 'tokens list' shows all of them.`;
    expect(refused(await catalogue(settings, 'tokens', 'revoke', unknownId))).toBe(message(unknownId));
    expect(refused(await catalogue(settings, 'tokens', 'revoke', 'door'))).toBe(message('door'));
  }, 120_000);
});

// None of them comes so far as to open a database, so they run at once.
describe('the command line refuses in one line', () => {
  const calls: readonly (readonly [call: string, line: RegExp])[] = [
    ['copy', /^Unknown command 'copy'\. --help shows what is there\.$/],
    ['token list', /^Unknown command 'token' \(Did you mean tokens\?\)\. --help shows what is there\.$/],
    ['tokens create --scopes read', /^Required option '--name <name>' not specified\. --help /],
    ['tokens create --name', /^Option '--name <name>' argument missing\. --help /],
    [
      'tokens create --name a --scopes read --qota 1/1s',
      /^Unknown option '--qota' \(Did you mean --quota\?\)\. --help /,
    ],
    [
      'tokens create --name= --scopes=read,write --quota=9 --expires-in=3w',
      /^The token was not created: --name takes .*; --scopes has no 'write'; .*; --expires-in takes .*; --quota takes .*\.$/,
    ],
    ['tokens revoke', /^Missing required argument 'id'\. --help /],
    ['tokens revoke a b', /^Too many arguments for 'revoke'\. Expected 1 argument but got 2\. --help /],
    ['migrate now', /^Too many arguments for 'migrate'\. /],
    ['seed --scale none --seed x --at now', /^Nothing was seeded: --scale takes .*; --seed takes .*; --at takes .*\.$/],
  ];
  let endings: Ending[] = [];
  let help: Ending | undefined;

  beforeAll(async () => {
    const settings = { DATA_DIR: await newFolder() };
    [help, ...endings] = await Promise.all(
      ['--help', ...calls.map(([call]) => call)].map((call) => catalogue(settings, ...call.split(' '))),
    );
  }, 60_000);

  it.each(calls.map(([call, line], index) => [call, line, index] as const))('%s', (_call, line, index) => {
    const ending = endings[index];
    expect(ending && refused(ending)).toMatch(line);
  });

  it('but answers --help', () => {
    expect(help && told(help)).toMatch(/^Usage: catalogue \[options\] \[command\]\n[^]*\n {2}tokens /);
  });
});
