import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { ReferenceServer } from '@resource-catalogue/reference-server';
import { listen } from '@resource-catalogue/testing/sockets';
import type { MutantId } from '../../mutants/all-mutants.js';
import { startMutant } from '../../mutants/start-mutant.js';
import { schemaFaults } from '../../test/report-schema.js';
import { expectRejected, runCommand } from '../../test/run-command.js';
import { type Json, parseJson, toText, valuesAt } from '../json.js';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const file = (name: string): string => join(folder, name);
const servers: Server[] = [];
const mutants = new Map<MutantId | null, Promise<ReferenceServer>>();

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}`;
}

/** The intact reference server, or one with a mutant, shared by all tests. */
function startServer(mutant: MutantId | null = null): Promise<ReferenceServer> {
  const server = mutants.get(mutant) ?? startMutant({ size: 'poor', ...(mutant && { mutant }) });
  mutants.set(mutant, server);
  return server;
}

afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const server of servers) server.close().closeAllConnections();
  await Promise.all([...mutants.values()].map(async (server) => (await server).close()));
});

describe('wrong usage', () => {
  it.each([
    ['', 'Missing command'],
    ['check', "missing required argument 'url'"],
    ['check localhost:3000 --token a', 'is not an http or https URL'],
    ['check http://localhost:3000/api/v1 --token a', 'without /api/v1'],
    ['check http://localhost:3000?a=b --token a', 'without a query or a fragment'],
    ['check http://a:b@localhost --token a', 'Remove user and password'],
    ['check http://localhost:3000', 'Missing access token'],
    ['check http://localhost --token ä', 'visible ASCII characters only'],
    ['check http://localhost --token a --only FILT-NONE', 'Unknown rule, check or family FILT-NONE'],
    ['check http://localhost --token a --layer theirs', 'Allowed choices are core, extension'],
    ['check http://localhost --token a --seed x', 'It must be a whole number of at least 0'],
    ['check http://localhost --token a --timeout 2147483648', 'It must be a time like 500ms, 10s or 1m, at most a day'],
    ['check http://localhost --token a --timeout 0s', "--timeout <time>' argument '0s' is invalid"],
    ['check http://localhost --token a --max-outage soon', "--max-outage <time>' argument 'soon' is invalid"],
    ['check http://localhost --timeout 1m', 'Missing access token'],
    ['check http://localhost --token a --min-executed 0', 'It must be a whole number of at least 1'],
    ['check http://localhost --token a --report pdf=a', '--report must be FORMAT=FILE'],
    ['check http://localhost --token a --report json=/dev/null/a', 'cannot be written'],
    [`check http://localhost --token a --report json=${tmpdir()}`, 'cannot be written'],
    ['check http://localhost --token a --report json=a junit=./a', 'Two reports would be'],
    ['check http://localhost --token a --baseline /nowhere', 'cannot be read'],
    ['check http://localhost --token a --only', 'argument missing. Run with --help for details.'],
    ['list FILT-3', 'too many arguments'],
    ['replay a.json --only FILT-3', "unknown option '--only'. Run with --help for details."],
    ['replay /nowhere', 'cannot be read'],
    ['tell', "unknown command 'tell'"],
  ])('prints one line and exits with 2: %s', (line, words) =>
    expectRejected(2, words, ...line.split(' ').filter(Boolean)),
  );
});

it.each([
  ['--version', /^\d+\.\d+\.\d+\n$/],
  ['check --help', /Usage: resource-catalogue-conformance check[^]*like 500ms or 10s\s+\(default: 10s\)/],
  ['list', / {2}post-returns-the-project \(extension, once, needs --allow-writes\)[^]*\n\d+ rules, \d+ checks\.\n$/],
  ['list --json', /"rule": "SHAPE-1",\s+"layers": \[\s+"core"\s+\],\s+"text": "/],
])('%s needs no server and prints %s', async (line, words) => {
  expect(await runCommand(...line.split(' '))).toMatchObject({ code: 0, stdout: expect.stringMatching(words) });
});

describe('a server that cannot be checked', () => {
  const html: RequestListener = (_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Hello</h1>');
  const half = (response: ServerResponse, then: () => void = () => undefined): void => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('{"data":', then);
  };

  it.each<[string, RequestListener, string]>([
    ['HTML', html, 'HTML instead of JSON'],
    ['a 401', (_, response) => response.writeHead(401).end('{}'), 'rejects the token'],
    ['a 403', (_, response) => response.writeHead(403).end('{}'), 'does not allow the token to read'],
    ['a cut connection', (request) => request.socket.destroy(), 'cut the connection'],
    ['silence', () => undefined, 'does not respond in time'],
    ['half a response, then silence', (_, response) => half(response), 'does not respond in time'],
    ['half a response', (_, response) => half(response, () => response.destroy()), 'cut the connection'],
    ['no HTTP', ({ socket }) => socket.end('hello\r\n'), 'does not speak HTTP'],
    ['an unknown path', (_, response) => response.writeHead(404).end('{}'), 'Check the URL of the server.'],
  ])('ends the run with one line and 3: %s', async (_, listener, words) =>
    expectRejected(3, words, 'check', await serve(listener), '--token', 'a', '--timeout', '300'),
  );

  it('ends the run without a report if it is unreachable', async () => {
    const report = ['--report', `json=${file('nowhere.json')}`];
    const words = 'http://127.0.0.1:1 cannot be reached (ECONNREFUSED).';
    await expectRejected(3, words, 'check', 'http://127.0.0.1:1', '--token', 'a', ...report);
    expect(() => readFileSync(file('nowhere.json'))).toThrow('ENOENT');
  });
});

const only = ['--only', 'LIST-4', 'AUTH-2', '--seed', '5'];
const tokensOf = ({ tokens: { full, second } }: ReferenceServer) => ['--token', full, '--second-token', second];
const formats = ['junit', 'json', 'markdown'];
const writeReports = (name: string) => [
  '--report',
  ...formats.map((format) => `${format}=${file(`${name}.${format}`)}`),
];
const readReport = (name: string): Json => parseJson(readFileSync(file(`${name}.json`), 'utf8')) ?? null;

describe('check', () => {
  it('passes an intact server with 0 and writes the reports', async () => {
    const { url, tokens } = await startServer();
    const { code, stdout } = await runCommand('check', url, '--token', tokens.full, ...only, ...writeReports('sound'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('Verdict: passed')]);
    expect(stdout).not.toContain('\u001b[');
    expect(valuesAt(readReport('sound'), 'verdict')).toEqual(['passed']);
    expect(schemaFaults(readReport('sound'))).toEqual([]);
  });

  it('fails a broken server with 1, prints curl lines without tokens, and can be replayed', async () => {
    const [broken, sound] = [await startServer('envelope-no-link-header'), await startServer()];
    const { full, second, limited } = broken.tokens;
    const options = [...tokensOf(broken), '--limited-token', limited, ...only, ...writeReports('broken')];
    const { code, stdout, stderr } = await runCommand('check', broken.url, ...options);
    expect(stdout).toContain('FAILED LIST-4');
    expect(stdout).toContain(`replay ${file('broken.json')} --finding links-can-be-followed/`);
    expect(stdout).toContain('curl -i --globoff --path-as-is -H "Authorization: Bearer $TOKEN"');
    expect(code).toBe(1);
    const written = formats.map((format) => readFileSync(file(`broken.${format}`), 'utf8'));
    const all = [stdout, stderr, ...written].join('\n');
    for (const token of [full, second, limited]) expect(all.includes(token)).toBe(false);
    expect(all).not.toMatch(/rct_[0-9A-Za-z]{20,}/);
    expect(schemaFaults(readReport('broken'))).toEqual([]);
    const again = await runCommand('replay', file('broken.json'), '--token', full);
    expect([again.code, again.stdout.includes('FAILED LIST-4')]).toEqual([1, true]);
    const repaired = await runCommand('replay', file('broken.json'), '--url', sound.url, ...tokensOf(sound));
    expect(repaired.code).toBe(0);
  });

  it('exits with 4 if too few checks were executed, and with 5 if the baseline is stale', async () => {
    const { url, tokens } = await startServer();
    const check = (...args: readonly string[]) => runCommand('check', url, '--token', tokens.full, ...args);
    expect(await check('--only', 'WRITE-7')).toMatchObject({ code: 4, stdout: expect.stringContaining('not a pass') });
    const [, executed] = /^(\d+) of \1 checks executed/m.exec((await check('--only', 'AUTH-1')).stdout) ?? [];
    expect((await check('--only', 'AUTH-1', '--min-executed', String(executed))).code).toBe(0);
    const few = await check('--only', 'AUTH-1', '--min-executed', String(Number(executed) + 1));
    expect(few).toMatchObject({ code: 4, stdout: expect.stringContaining('Verdict: too few executed') });
    const failures = ['links-can-be-followed', 'x'].map((known) => ({ check: known, reason: 'known' }));
    writeFileSync(file('baseline.json'), JSON.stringify({ version: 1, failures }));
    const stale = await check(...only, '--baseline', file('baseline.json'));
    expect(stale).toMatchObject({ code: 5, stdout: expect.stringContaining('Stale in the baseline') });
  });
});

describe('replay --finding', () => {
  /** Starts a server with a mutant; returns it with the first finding of a check against it. */
  async function failed(mutant: MutantId, check: string, ...args: readonly string[]) {
    const broken = await startServer(mutant);
    const options = ['--only', check, 'LIST-4', 'errors', '--seed', '7', ...writeReports(mutant), ...args];
    expect((await runCommand('check', broken.url, ...tokensOf(broken), ...options)).code).toBe(1);
    expect(schemaFaults(readReport(mutant))).toEqual([]);
    const isFailed = (one: Json) => valuesAt(one, 'check')[0] === check && valuesAt(one, 'outcome')[0] === 'failed';
    const result = valuesAt(readReport(mutant), 'results[]').find(isFailed);
    const id = toText(valuesAt(result, 'id')[0]);
    const replay = (server: ReferenceServer, ...more: readonly string[]) =>
      runCommand('replay', file(`${mutant}.json`), '--finding', id, '--url', server.url, ...tokensOf(server), ...more);
    return { broken, sound: await startServer(), id, replay };
  }

  const requestsOf = ({ stdout }: { readonly stdout: string }): number => Number(/(\d+) requests in/.exec(stdout)?.[1]);

  it('runs a check that writes, if --allow-writes is given', async () => {
    const story = ['concurrency-if-match-ignored', 'projects-follow-the-model', '--allow-writes'] as const;
    const { broken, sound, replay } = await failed(...story);
    expect((await replay(broken, '--allow-writes')).code).toBe(1);
    expect((await replay(sound, '--allow-writes')).code).toBe(0);
    expect(await replay(broken)).toMatchObject({ code: 4, stdout: expect.stringContaining('needs --allow-writes') });
  });

  it('runs a check on one subject', async () => {
    const { broken, sound, id, replay } = await failed('envelope-no-link-header', 'links-can-be-followed');
    expect(await replay(broken)).toMatchObject({ code: 1, stdout: expect.stringContaining(id) });
    expect((await replay(sound)).code).toBe(0);
  });

  it('sends the requests of a check of every response again, after three probes', async () => {
    const { broken, sound, replay } = await failed('errors-sql', 'no-body-reveals-internals');
    const [still, fixed] = [await replay(broken), await replay(sound)];
    expect([still.code, requestsOf(still), fixed.code, requestsOf(fixed)]).toEqual([1, 4, 0, 4]);
  });
});
