import { describe, expect, it } from '@jest/globals';
import { reportSchemaText, schemaFaults } from '../../test/report-schema.js';
import { failure, makeResult, makeRun } from '../../test/results.js';
import { families } from '../kit/families.js';
import { isObject, type Json, parseJson, valuesAt } from '../json.js';
import { compareBaseline } from '../run/verdict.js';
import { jsonReport, reportSchema, reportVersion } from './json-report.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown-report.js';
import { outcomes, makeReport } from './report.js';
import { replayText, terminalReport } from './terminal.js';
import { tokenNames } from '../run/finding.js';

const bad = failure({ response: '200 {"data":[]}</script>\u0000' });
const failed = { ...bad, reason: 'rows <in> "order"' };
const silent = {
  ...makeResult({ check: 'another', family: 'get', rules: ['GET-1'] }),
  outcome: 'inconclusive' as const,
};
const report = makeReport(makeRun([makeResult(), failed, { ...silent, reason: 'empty' }]), null);

it('JUnit has a case with an outcome for each check on each subject', () => {
  expect(junitReport(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conformance of http://localhost:3000" tests="3" failures="1" errors="0" skipped="1" time="1.500">
  <testsuite name="paging" tests="2" failures="1" errors="0" skipped="0" time="0.024">
    <testcase classname="conformance.paging" name="PAGE-4 a-check [bookings]" time="0.012"/>
    <testcase classname="conformance.paging" name="PAGE-4 a-check [users]" time="0.012"><failure message="rows &lt;in&gt; &quot;order&quot;">something holds
expected  rows ordered by name
observed  another order from row 1 on
→ Both rows tie in last_name.
  1. +0.0 s GET /api/v1/users → 200
the smallest request that fails: another order from row 2 on
curl 'http://localhost:3000/api/v1/users?limit=2'
200 {&quot;data&quot;:[]}&lt;/script&gt;</failure></testcase>
  </testsuite>
  <testsuite name="get" tests="1" failures="0" errors="0" skipped="1" time="0.012">
    <testcase classname="conformance.get" name="GET-1 another [bookings]" time="0.012"><skipped message="inconclusive: empty"/></testcase>
  </testsuite>
</testsuites>
`);
});

it('Markdown shows failures, and escapes responses', () => {
  const text = markdownReport(report);
  expect(text).toContain('### FAILED PAGE-4 a-check on users');
  expect(text).toContain('2 of 3 checks were executed.');
  const hostile = failure({ observed: '`a` <img src=x>\n# b', curl: ["curl 'http://a/```'"], smallest: null });
  const other = markdownReport(makeReport(makeRun([hostile]), null));
  expect(other).toMatch(/^````text\nsomething holds\n[^]*^observed {2}`a` <img src=x> # b$[^]*^````$/m);
});

it('the terminal shows counts, and colours only on request', () => {
  const plain = terminalReport(report);
  expect(plain).not.toContain('\u001b');
  expect(plain).toContain('2 of 3 checks executed: 1 passed, 1 failed, ');
});

it('the terminal and Markdown show hints, the smallest request, and all failures of a check', () => {
  const url = (query: string): string => `curl -i 'http://localhost:3000/api/v1/users?${query}'`;
  const long = {
    ...failure({ curl: [url(`filters[id][in]=${'a'.repeat(900)}&sort=name`)], smallest: null }),
    check: 'other',
  };
  const more = [{ expected: 'no body', observed: '3 bytes', curl: [url('limit=0')] }];
  const first = failure({ smallest: { curl: [url('sort=name')], observed: 'another order from row 2 on' }, more });
  const both = makeReport(makeRun([long, first]), null);
  for (const text of [terminalReport(both), markdownReport(both)]) {
    expect(text).toContain('Both rows tie in last_name.');
    expect(text).toContain('1. +0.0 s GET /api/v1/users → 200');
    expect(text).toMatch(/another order from row 2 on[^]*users\?sort=name'/);
    expect(text).toMatch(/also expected {2}no body[^]*3 bytes[^]*users\?limit=0'/);
    expect(text).not.toContain('a'.repeat(400));
  }
  expect(jsonReport(both)).toContain('a'.repeat(900));
});

describe('the reports of an unfinished run', () => {
  const curl = "curl -i 'http://localhost:3000/api/v1/users?limit=1'";
  const requests = [{ check: 'users-list', subject: 'users', curl }];
  const reason = 'http://localhost:3000 cannot be reached.';
  const outage = { at: '2026-03-01T09:00:00.000Z', seconds: 60, reason, recovered: false, requests };
  const remaining = ['paging-returns-every-row-once/users', 'links-can-be-followed/users'];
  const unfinished = { reason: 'the server is <gone>', signal: null, in_flight: requests, remaining };
  const early = makeReport({ ...makeRun([makeResult()]), outages: [outage], unfinished }, null);

  it('list the requests in flight and the remaining checks', () => {
    const terminal = terminalReport(early);
    expect(terminal).toContain(`In flight when the run ended:\n  users-list/users\n  ${curl}\n`);
    expect(terminal).toContain('1 of 3 checks executed');
    expect(replayText(makeReport({ ...makeRun([]), unfinished }, null))).toContain('2 checks remain.');
    expect(terminal).toContain('It has not responded since. Without a response: users-list/users.');
    expect(markdownReport(early)).toContain(`\`\`\`text\nusers-list/users\n${curl}\n\`\`\``);
  });

  it('do not pass: JUnit has an error, and rules with remaining checks are unfinished', () => {
    expect(junitReport(early)).toContain('tests="2" failures="0" errors="1"');
    expect(junitReport(early)).toContain('<error message="the server is &lt;gone&gt;; 2 checks remain">');
    const document = parseJson(jsonReport(early)) ?? null;
    expect(document).toMatchObject({ verdict: 'unfinished', exit_code: 3 });
    const unended = early.rules.filter(({ outcome }) => outcome === 'unfinished').map(({ rule }) => rule);
    // A check of PAGE-4 passed, and another one of it was not reached.
    expect(unended).toEqual(expect.arrayContaining(['LIST-4', 'PAGE-4']));
    expect(unended).not.toContain('SORT-2');
    expect(schemaFaults(document)).toEqual([]);
  });
});

describe('JSON', () => {
  const parsed = (): Json => parseJson(jsonReport(report)) ?? null;

  it('has the version, the exit code and every rule, checked or not', () => {
    const counts = { passed: 1, failed: 1, inconclusive: 1 };
    const whole = { $schema: reportSchema, version: 3, verdict: 'failed', exit_code: 1, counts, executed: 2 };
    expect(parsed()).toMatchObject(whole);
    expect(valuesAt(parsed(), 'rules[]')).toHaveLength(report.rules.length);
  });

  it('has a schema with its id and the enumerations of the suite', () => {
    const schema = parseJson(reportSchemaText);
    expect(valuesAt(schema, '$id')).toEqual([reportSchema]);
    expect(reportSchema).toContain(`:${reportVersion}.`);
    expect(valuesAt(schema, '$defs.family.enum[]')).toEqual(families);
    expect(valuesAt(schema, '$defs.outcome.enum[]')).toEqual(outcomes);
    expect(valuesAt(schema, '$defs.request.properties.token.enum')).toEqual([[...tokenNames, null]]);
  });

  it('matches its schema with errors of the suite, known failures and a stale baseline', () => {
    const results = [
      makeResult({ outcome: 'errored', reason: 'Error: no' }),
      failed,
      makeResult({ outcome: 'unsupported' }),
    ];
    const known = ['a-check', 'gone'].map((check) => ({ check, subject: '*', reason: 'known', until: null }));
    const value =
      parseJson(jsonReport(makeReport(makeRun(results), compareBaseline(known, results, new Date())))) ?? null;
    expect(valuesAt(value, 'results[].known')).toEqual([false, true, false]);
    expect(valuesAt(value, 'stale_baseline')).toEqual([['gone']]);
    expect(schemaFaults(value)).toEqual([]);
  });

  it.each(['', 'results[]', 'results[].finding', 'rules[]'])('has a schema that rejects a new key at "%s"', (path) => {
    const value = parsed();
    expect(schemaFaults(value)).toEqual([]);
    for (const part of valuesAt(value, path).filter(isObject)) part['another'] = 1;
    expect(schemaFaults(value)).toContainEqual(expect.stringContaining('must NOT have additional properties'));
  });
});
