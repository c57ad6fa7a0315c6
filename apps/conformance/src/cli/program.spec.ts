import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMutant } from '../../mutants/start-mutant.js';
import { runCommand } from '../../test/run-command.js';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

describe('bad usage', () => {
  it.each([
    [[], 'Give a command'],
    [['check'], "missing required argument 'url'"],
    [['check', 'localhost:3000', '--token', 'a'], 'is not an http or https URL'],
    [['check', 'http://localhost:3000/api/v1', '--token', 'a'], 'without /api/v1'],
    [['check', 'http://a:b@localhost', '--token', 'a'], 'Leave user and password out'],
    [['check', 'http://localhost:3000'], 'Give an access token'],
    [['check', 'http://localhost', '--token', 'a', '--only', 'FILT-NONE'], 'no rule, check or family FILT-NONE'],
    [['check', 'http://localhost', '--token', 'a', '--layer', 'theirs'], '--layer must be seed or ours'],
    [['check', 'http://localhost', '--token', 'a', '--seed', 'x'], '--seed must be a whole number'],
    [
      ['check', 'http://localhost', '--token', 'a', '--timeout', '2147483648'],
      '--timeout must be a time like 500ms, 10s or 1m, at most a day',
    ],
    [['check', 'http://localhost', '--token', 'a', '--min-executed', '0'], '--min-executed must be a whole number'],
    [['check', 'http://localhost', '--token', 'a', '--report', 'pdf=a'], '--report must be FORMAT=FILE'],
    [
      ['check', 'http://localhost', '--token', 'a', '--timeout', '10d'],
      '--timeout must be a time like 500ms, 10s or 1m',
    ],
    [['check', 'http://localhost', '--token', 'a', '--timeout', '0s'], '--timeout must be a time like'],
    [['check', 'http://localhost', '--timeout', '500'], 'Give an access token'],
    [['check', 'http://localhost', '--timeout', '1m'], 'Give an access token'],
    [['check', 'http://localhost', '--token', 'a', '--baseline', '/nowhere'], 'cannot be read'],
    [['check', 'http://localhost', '--token', 'a', '--colour'], "unknown option '--colour'"],
    [['check', 'http://localhost', '--token', 'a', '--report', 'json=/dev/null/a'], 'cannot be written'],
    [['check', 'http://localhost', '--token', 'a', '--report', `json=${tmpdir()}`], 'cannot be written'],
    [['check', 'http://localhost', '--token', 'a', '--report', 'json=a', 'html=./a'], 'Two reports would be'],
    [['check', 'http://localhost', '--token', 'a', '--only'], 'argument missing. Run with --help for details.'],
    [['list', 'FILT-3'], 'too many arguments'],
    [['replay', 'a.json', '--only', 'FILT-3'], "unknown option '--only'. Run with --help for details."],
    [['explain', 'FILT-NONE'], 'no rule, check or family FILT-NONE'],
    [['replay', '/nowhere'], 'cannot be read'],
    [['tell'], "unknown command 'tell'"],
  ])('%j is one line and 2', async (args, words) => {
    const { code, stderr } = await runCommand(...args);
    expect(stderr).toContain(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });
});

describe('what the suite tells of itself', () => {
  it('tells its version, and shows durations as they are typed', async () => {
    expect(await runCommand('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    const { stdout } = await runCommand('check', '--help');
    expect(stdout.replace(/\s+/g, ' ')).toContain('like 500ms or 10s (default: 10s)');
  });

  it('lists every rule and its checks, with what they need', async () => {
    const { code, stdout } = await runCommand('list');
    expect(stdout).toContain('  post-answers-with-the-project (ours, once, needs --allow-writes)');
    expect([code, /\n\d+ rules, \d+ checks\.\n$/.test(stdout)]).toEqual([0, true]);
  });

  it.each([
    ['filt-3', 'A null is in no set and in no range.'],
    ['links-can-be-followed', 'of the family envelope, rests on\n  LIST-4: '],
    ['scripts', '1 check of the family scripts.\n  random-questions'],
  ])('explains %s', async (name, words) => {
    const { code, stdout } = await runCommand('explain', name);
    expect([code, stdout]).toEqual([0, expect.stringContaining(words)]);
  });

  it.each(['check', 'list', 'explain', 'snapshot', 'replay'])('%s has its --help', async (name) => {
    const { code, stdout } = await runCommand(name, '--help');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: resource-catalogue-conformance ${name}`)]);
  });
});

describe('a server that cannot be checked', () => {
  const html: RequestListener = (_, answer) => answer.setHeader('Content-Type', 'text/html').end('<h1>Hello</h1>');

  const half = (answer: ServerResponse, then: () => void = () => undefined): void => {
    answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    answer.write('{"data":', then);
  };

  it.each<[string, RequestListener, string]>([
    ['HTML', html, 'HTML instead of JSON'],
    ['a 401', (_, answer) => answer.writeHead(401).end('{}'), 'refuses the token'],
    ['a 403', (_, answer) => answer.writeHead(403).end('{}'), 'may not read'],
    ['a cut connection', (request) => request.socket.destroy(), 'cut the connection'],
    ['silence', () => undefined, 'does not answer in time'],
    ['half an answer, then silence', (_, answer) => half(answer), 'does not answer in time'],
    ['half an answer', (_, answer) => half(answer, () => answer.destroy()), 'cut the connection'],
    ['no HTTP', ({ socket }) => socket.end('hello\r\n'), 'does not speak HTTP'],
    ['nothing there', (_, answer) => answer.writeHead(404).end('{}'), 'Is the URL that of the server?'],
  ])('%s is one line and 3', async (_, listener, words) => {
    const { code, stderr } = await runCommand('check', await serve(listener), '--token', 'a', '--timeout', '300');
    expect(stderr).toContain(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(3);
  });

  it('is unreachable: one line and 3', async () => {
    const { code, stderr } = await runCommand('check', 'http://127.0.0.1:1', '--token', 'a');
    expect(stderr.trim()).toBe('http://127.0.0.1:1 cannot be reached (ECONNREFUSED).');
    expect(code).toBe(3);
  });
});

describe('a run', () => {
  let sound: Awaited<ReturnType<typeof startMutant>>;
  let broken: Awaited<ReturnType<typeof startMutant>>;

  beforeAll(async () => {
    sound = await startMutant({ size: 'poor' });
    broken = await startMutant({ size: 'poor', mutant: 'envelope-no-link-header' });
  });
  afterAll(async () => {
    await sound.close();
    await broken.close();
  });

  const file = (name: string): string => join(folder, name);
  const only = ['--only', 'LIST-4', 'AUTH-2', '--seed', '5'];

  it('that passes is 0, and writes its reports', async () => {
    const reports = [
      `html=${file('a.html')}`,
      `junit=${file('a.xml')}`,
      `json=${file('a.json')}`,
      `markdown=${file('a.md')}`,
    ];
    const { code, stdout } = await runCommand(
      'check',
      sound.url,
      '--token',
      sound.tokens.full,
      ...only,
      '--report',
      ...reports,
    );
    expect(stdout).toContain('Verdict: passed');
    expect(stdout).not.toContain('\u001b[');
    expect(code).toBe(0);
    expect(readFileSync(file('a.xml'), 'utf8')).toContain('failures="0"');
    expect(readFileSync(file('a.html'), 'utf8')).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=/);
  });

  it('that fails is 1, shows a curl line, and can be replayed', async () => {
    const report = file('b.json');
    const args = ['--token', broken.tokens.full, ...only];
    const { code, stdout } = await runCommand('check', broken.url, ...args, '--report', `json=${report}`);
    expect(stdout).toContain('FAILED LIST-4');
    expect(stdout).toContain(`replay ${report} --finding links-repeat-the-query/`);
    expect(stdout).toContain("curl -i --globoff --path-as-is -H 'Authorization: Bearer $TOKEN'");
    expect(code).toBe(1);
    const again = await runCommand('replay', report, '--token', broken.tokens.full);
    expect([again.code, again.stdout.includes('FAILED LIST-4')]).toEqual([1, true]);
    const repaired = await runCommand('replay', report, '--token', sound.tokens.full, '--url', sound.url);
    expect(repaired.code).toBe(0);
  });

  it('in which nothing could be executed is 4, not a pass', async () => {
    const { code, stdout } = await runCommand('check', sound.url, '--token', sound.tokens.full, '--only', 'WRITE-7');
    expect([code, stdout.includes('not a pass')]).toEqual([4, true]);
  });

  it('in which less was executed than is asked for is 4, not a pass', async () => {
    const args = ['check', sound.url, '--token', sound.tokens.full, '--only', 'AUTH-1', '--min-executed'];
    const enough = await runCommand(...args, '1');
    const [, executed] = /^(\d+) of \1 checks executed/m.exec(enough.stdout) ?? [];
    expect([enough.code, Number(executed) > 1]).toEqual([0, true]);
    expect((await runCommand(...args, String(executed))).code).toBe(0);
    const few = await runCommand(...args, String(Number(executed) + 1));
    expect([few.code, few.stdout.includes('Verdict: too few executed')]).toEqual([4, true]);
  });

  it('whose failures are all known is 0, and 5 when one of them is none any more', async () => {
    const baseline = file('baseline.json');
    const failures = ['links-repeat-the-query', 'links-can-be-followed'].map((check) => ({ check, reason: 'known' }));
    writeFileSync(
      baseline,
      JSON.stringify({ version: 1, failures: [...failures, { check: 'x', reason: 'long gone' }] }),
    );
    const stale = await runCommand('check', sound.url, '--token', sound.tokens.full, ...only, '--baseline', baseline);
    expect([stale.code, stale.stdout.includes('Stale in the baseline')]).toEqual([5, true]);
  });

  it('lets no token out, wherever it is written', async () => {
    const { full, second, limited } = broken.tokens;
    const files = ['c.html', 'c.xml', 'c.json', 'c.md'].map(file);
    const reports = ['html', 'junit', 'json', 'markdown'].map((format, index) => `${format}=${files[index]}`);
    const tokens = ['--token', full, '--second-token', second, '--limited-token', limited];
    const { stdout, stderr } = await runCommand('check', broken.url, ...tokens, ...only, '--report', ...reports);
    const all = [stdout, stderr, ...files.map((name) => readFileSync(name, 'utf8'))].join('\n');
    for (const token of [full, second, limited]) expect(all.includes(token)).toBe(false);
    expect(all).not.toMatch(/rct_[0-9A-Za-z]{20,}/);
  });
});
