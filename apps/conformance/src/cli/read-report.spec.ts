import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, it } from '@jest/globals';
import { reportVersion } from '../reports/json-report.js';
import { expectRefused } from '../../test/run-command.js';
import { suiteVersion } from '../package-file.js';

const folder = mkdtempSync(join(tmpdir(), 'conformance-reports-'));
const file = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const failure = { check: 'no-answer-is-a-500', subject: 'server', outcome: 'failed' };
const request = { method: 'GET', path: '/api/v1/users', headers: {}, body: null, token: 'limited' };

const unfinished = { reason: 'gone', signal: null, in_flight: [], remaining: [] };
const options = { only: ['LIST-4'], subjects: [], quick: false, allow_writes: false, allow_burst: false };
const resumable = {
  ...{
    version: reportVersion,
    suite: suiteVersion(),
    url: 'http://127.0.0.1:9',
    seed: 1,
    layer: 'ours',
    results: [],
    unfinished,
  },
  options: { ...options, max_items: 10_000, tokens: ['first'] },
};

it.each<[string, object, string, string]>([
  ['a finished run', { unfinished: null }, '', 'is complete, so there is nothing to resume'],
  ['another version', { suite: '0.0.1' }, '', 'has the version 0.0.1 instead of'],
  ['another URL', { url: 'http://127.0.0.1:8' }, '', 'the URL http://127.0.0.1:8 instead of http://127.0.0.1:9'],
  ['another seed', {}, '--seed 2', 'has the seed 1 instead of 2'],
  ['other options', {}, '--quick --allow-writes', 'has --quick false instead of true, and --allow-writes false'],
  ['other tokens', {}, '--second-token b', 'the tokens ["first"] instead of ["first","second"]'],
  ['a result of another suite', { results: [{ check: 'x', subject: 'users' }] }, '', 'this suite does not write: x on'],
  ['a file that is not a report', { version: 1 }, '', 'is not a JSON report'],
])('--resume refuses %s', async (_, part, more, words) => {
  writeFileSync(file('unfinished.json'), JSON.stringify({ ...resumable, ...part }));
  const command = ['check', 'http://127.0.0.1:9', '--token', 'a', '--only', 'LIST-4'];
  const flags = ['--resume', file('unfinished.json'), ...more.split(' ').filter(Boolean)];
  await expectRefused(2, words, ...command, ...flags);
});

it.each<[string, object, string, string]>([
  ['a finding that is not in the report', failure, 'x/users', 'x/users did not fail in'],
  ['a finding without requests', failure, '', 'Run check --only no-answer-is-a-500 instead'],
  ['a missing token', { ...failure, finding: { requests: [request] } }, '', 'it with --limited-token'],
  ['a broken request', { ...failure, finding: { requests: [{}] } }, '', 'no method, path or'],
  ['an unknown check', { ...failure, check: 'x' }, '', 'names the check x'],
  ['a report without failures', { ...failure, outcome: 'passed' }, '', 'nothing to replay'],
  ['a file that is not a report', {}, '', 'is not a JSON report'],
])('replay refuses %s', async (_, result, id, words) => {
  const version = 'outcome' in result ? reportVersion : null;
  const report = { version, url: 'http://127.0.0.1:9', seed: 1, layer: 'ours', results: [result] };
  writeFileSync(file('edited.json'), JSON.stringify(report));
  const finding = id === '' ? 'no-answer-is-a-500/server' : id;
  await expectRefused(2, words, 'replay', file('edited.json'), '--finding', finding, '--token', 'a');
});
