import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MutantId } from '../../mutants/all-mutants.js';
import { startMutant } from '../../mutants/start-mutant.js';
import { type Ended, runCommand } from '../../test/run-command.js';
import { type Json, parseJson, textOf, valuesAt } from '../json.js';

type Server = Awaited<ReturnType<typeof startMutant>>;
const folder = mkdtempSync(join(tmpdir(), 'conformance-replay-'));
const servers: Server[] = [];
let sound: Server;

async function serve(mutant?: MutantId): Promise<Server> {
  const server = await startMutant({ size: 'poor', ...(mutant && { mutant }) });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  sound = await serve();
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

const tokens = ({ tokens: { full, second } }: Server): string[] => ['--token', full, '--second-token', second];

/** A server with a mutant, and the first finding of a check that a run against it reported. */
async function failed(mutant: MutantId, check: string, ...args: readonly string[]) {
  const broken = await serve(mutant);
  const file = join(folder, `${mutant}.json`);
  const options = ['--only', check, 'LIST-4', 'errors', '--seed', '7', '--report', `json=${file}`, ...args];
  const { code } = await runCommand('check', broken.url, ...tokens(broken), ...options);
  expect(code).toBe(1);
  const results = valuesAt(parseJson(readFileSync(file, 'utf8')), 'results[]');
  const result = results.find((one) => valuesAt(one, 'check')[0] === check && valuesAt(one, 'outcome')[0] === 'failed');
  const id = textOf(valuesAt(result, 'id')[0]);
  const replay = (server: Server): Promise<Ended> =>
    runCommand('replay', file, '--finding', id, '--url', server.url, ...tokens(server), ...args);
  return { broken, file, id, result, replay };
}

/** The paths that curl lines ask for; a cursor is another one in each run. */
const pathsOf = (lines: string): string[] =>
  [...lines.matchAll(/'http:\/\/[^/]+(\/[^']*)'/g)].map(([, path = '']) => path.replace(/cursor=[^&]*/, 'cursor='));

const pathsOfFinding = (result: Json | undefined): string[] =>
  pathsOf(valuesAt(result, 'finding.curl[]').map(textOf).join('\n'));

const requestsOf = ({ stdout }: Ended): number => Number(/(\d+) requests in/.exec(stdout)?.[1]);

describe('replay --finding', () => {
  it('runs the smallest random script alone, and says whether the server still fails', async () => {
    const { broken, result, replay } = await failed('sort-ignored', 'random-questions-are-answered-rightly');
    expect(valuesAt(result, 'finding.shrunk.path')).toEqual([expect.stringMatching(/^\d+(:\d+)*$/)]);
    const still = await replay(broken);
    expect([still.code, still.stdout]).toEqual([1, expect.stringContaining('Still failing: the server breaks')]);
    expect(pathsOf(still.stdout)).toEqual(pathsOfFinding(result));
    expect(requestsOf(still)).toBeLessThan(Number(valuesAt(result, 'requests')[0]) + 100);
    const fixed = await replay(sound);
    expect([fixed.code, fixed.stdout]).toEqual([0, expect.stringContaining('Fixed: the server keeps the rule')]);
  });

  it('runs the smallest random story alone, if writing is allowed', async () => {
    const found = await failed('concurrency-if-match-ignored', 'projects-follow-their-model', '--allow-writes');
    expect(valuesAt(found.result, 'finding.shrunk.path')).toHaveLength(1);
    expect((await found.replay(found.broken)).code).toBe(1);
    expect((await found.replay(sound)).code).toBe(0);
    const { code, stdout } = await runCommand('replay', found.file, '--finding', found.id, ...tokens(found.broken));
    expect([code, stdout]).toEqual([4, expect.stringContaining('needs --allow-writes')]);
  });

  it('runs a check on one subject alone', async () => {
    const { broken, id, replay } = await failed('envelope-no-link-header', 'links-repeat-the-query');
    const still = await replay(broken);
    expect([still.code, still.stdout]).toEqual([1, expect.stringContaining(id)]);
    expect((await replay(sound)).code).toBe(0);
  });

  it('sends the requests again where every answer is checked, and nothing but them', async () => {
    const { broken, replay } = await failed('errors-stack-trace', 'no-body-shows-the-inside');
    const still = await replay(broken);
    expect([still.code, requestsOf(still)]).toEqual([1, probes + 1]);
    const fixed = await replay(sound);
    expect([fixed.code, requestsOf(fixed)]).toEqual([0, probes + 1]);
  });

  it('ends with 3 where the server cannot be reached', async () => {
    const { file, id, broken } = await failed('sort-minus-ignored', 'random-questions-are-answered-rightly');
    const args = ['--finding', id, '--url', 'http://127.0.0.1:9', ...tokens(broken)];
    expect((await runCommand('replay', file, ...args)).code).toBe(3);
  });
});

/** A run looks at three lists first, to tell a broken server from one that is none. */
const probes = 3;

describe('bad usage of replay', () => {
  const failure = { check: 'no-answer-is-a-500', subject: 'server', outcome: 'failed' };
  const request = { method: 'GET', path: '/api/v1/users', headers: {}, body: null, token: 'limited' };
  const server = 'no-answer-is-a-500/server';
  const reportOf = (result: object): string =>
    JSON.stringify({ version: 2, url: 'http://127.0.0.1:9', seed: 1, layer: 'ours', results: [result] });

  it.each<[string, string, string, string]>([
    ['a finding that is none', reportOf(failure), 'x/users', `x/users did not fail in`],
    ['a finding without requests', reportOf(failure), server, 'run check --only no-answer-is-a-500 instead'],
    [
      'a token that is not given',
      reportOf({ ...failure, finding: { requests: [request] } }),
      server,
      'give it with --limited-token',
    ],
    ['a request that is none', reportOf({ ...failure, finding: { requests: [{}] } }), server, 'no method, path or'],
    ['a check that is none', reportOf({ ...failure, check: 'x' }), server, 'names the check x'],
    ['a report without failures', reportOf({ ...failure, outcome: 'passed' }), server, 'nothing to replay'],
    ['another file', '[]', server, 'is not a JSON report'],
  ])('%s is one line and 2', async (name, text, id, words) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, text);
    const { code, stderr } = await runCommand('replay', file, '--finding', id, '--token', 'a');
    expect(stderr).toContain(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });
});
