import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, it } from '@jest/globals';
import { expectRejected } from '../../test/run-command.js';
import { failure, makeRun } from '../../test/results.js';
import { isObject, parseJson, valuesAt } from '../json.js';
import { jsonReport } from '../reports/json-report.js';
import { makeReport } from '../reports/report.js';

const folder = mkdtempSync(join(tmpdir(), 'conformance-reports-'));
const file = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** A report of the suite as JSON, changed by hand. */
const edited = (part: object, results: readonly object[] = []): string => {
  const whole = parseJson(jsonReport(makeReport({ ...makeRun([failure()]), url, seed: 1 }, null)));
  const [result] = valuesAt(whole, 'results[]').filter((one) => isObject(one));
  return JSON.stringify({
    ...(isObject(whole) && whole),
    ...part,
    results: results.map((one) => ({ ...result, ...one })),
  });
};

const url = 'http://127.0.0.1:9';
const check = 'no-response-is-a-500';
const finding = { ...failure().finding, requests: null };
const request = { method: 'GET', path: '/api/v1/users', headers: {}, body: null, token: 'limited' };

const unfinished = { reason: 'gone', signal: null, in_flight: [], remaining: [] };
const options = { only: ['LIST-4'], subjects: [], quick: false, allow_writes: false, allow_burst: false };
const resumable = { unfinished, options: { ...options, max_items: 10_000, tokens: ['first'] } };

it.each<[string, object, string, string]>([
  ['a finished run', { unfinished: null }, '', 'is complete, so there is nothing to resume'],
  ['another version', { suite: '0.0.1' }, '', 'has the version "0.0.1" instead of'],
  ['another URL', { url: 'http://127.0.0.1:8' }, '', 'the URL "http://127.0.0.1:8" instead of "http://127.0.0.1:9"'],
  ['another seed', {}, '--seed 2', 'has the seed 1 instead of 2'],
  ['other options', {}, '--quick --allow-writes', 'the quick false instead of true, and the allow writes false'],
  ['other tokens', {}, '--second-token b', 'the tokens ["first"] instead of ["first","second"]'],
  ['an unknown outcome', { rules: [{ rule: 'GET-1', outcome: 'x' }] }, '', 'is not a JSON report'],
  [
    'a file that is not a report',
    { version: 1 },
    '',
    'is not a JSON report of this version of the suite (/version must',
  ],
])('--resume rejects %s', async (_, part, more, words) => {
  writeFileSync(file('unfinished.json'), edited({ ...resumable, ...part }));
  const command = ['check', url, '--token', 'a', '--only', 'LIST-4'];
  const flags = ['--resume', file('unfinished.json'), ...more.split(' ').filter(Boolean)];
  await expectRejected(2, words, ...command, ...flags);
});

it.each(['', '{}', '{"version":2,"failures":[]}', '{"version":1,"failures":[{"check":"a"}]}'])(
  '--baseline rejects %j',
  async (text) => {
    writeFileSync(file('baseline.json'), text);
    const flags = ['--token', 'a', '--baseline', file('baseline.json')];
    await expectRejected(2, 'is not a baseline', 'check', url, ...flags);
  },
);

it.each<[string, object, string, string]>([
  ['a finding that is not in the report', {}, 'x/users', 'x/users did not fail in'],
  ['a finding without requests', {}, '', 'Run check --only no-response-is-a-500 instead'],
  ['a missing token', { finding: { ...finding, requests: [request] } }, '', 'it with --limited-token'],
  ['a broken request', { finding: { ...finding, requests: [{}] } }, '', 'is not a JSON report'],
  ['an unknown check', { check: 'x' }, '', 'contains the check x'],
  ['a report without failures', { outcome: 'passed', finding: null }, '', 'nothing to replay'],
  ['a result without its title', { title: 1 }, '', 'is not a JSON report'],
])('replay rejects %s', async (_, part, id, words) => {
  const result = { id: `${check}/server`, check, subject: 'server', finding, ...part };
  writeFileSync(file('edited.json'), edited({}, [result]));
  const chosen = id === '' ? `${check}/server` : id;
  await expectRejected(2, words, 'replay', file('edited.json'), '--finding', chosen, '--token', 'a');
});
