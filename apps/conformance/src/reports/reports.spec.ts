import { describe, expect, it } from '@jest/globals';
import { resultOf, runOf } from '../../test/results.js';
import { htmlReport } from './html-report.js';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown-report.js';
import { reportOf } from './report.js';
import { paintFor, terminalReport } from './terminal.js';

const finding = {
  expected: 'rows <in> "order" & once',
  observed: 'a row twice',
  curl: ["curl -i 'http://localhost:3000/api/v1/bookings'"],
  answer: '200 {"data":[]}</script>\u0000',
  rows: [{ id: 'a' }],
  requests: null,
  shrunk: null,
};
const report = reportOf(
  runOf([
    resultOf(),
    resultOf({ subject: 'users', collection: 'users', outcome: 'failed', reason: 'rows <in> "order"', finding }),
    resultOf({
      check: 'another',
      family: 'get',
      rules: ['GET-1'],
      outcome: 'inconclusive',
      reason: 'the collection is empty',
    }),
  ]),
  null,
  { mutants: 10, killable: 7, surviving: [] },
);

describe('the JUnit report', () => {
  it('has a case for each check on each subject, and says what each came to', () => {
    expect(junitReport(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conformance of http://localhost:3000" tests="3" failures="1" errors="0" skipped="1" time="1.500">
  <testsuite name="paging" tests="2" failures="1" errors="0" skipped="0" time="0.024">
    <testcase classname="conformance.paging" name="PAGE-4 a-check [bookings]" time="0.012"/>
    <testcase classname="conformance.paging" name="PAGE-4 a-check [users]" time="0.012"><failure message="rows &lt;in&gt; &quot;order&quot;">curl -i 'http://localhost:3000/api/v1/bookings'
200 {&quot;data&quot;:[]}&lt;/script&gt;</failure></testcase>
  </testsuite>
  <testsuite name="get" tests="1" failures="0" errors="0" skipped="1" time="0.012">
    <testcase classname="conformance.get" name="GET-1 another [bookings]" time="0.012"><skipped message="inconclusive: the collection is empty"/></testcase>
  </testsuite>
</testsuites>
`);
  });
});

describe('the other reports', () => {
  it('JSON says the version of its form, the exit code, and every rule, looked at or not', () => {
    const parsed: unknown = JSON.parse(jsonReport(report));
    expect(parsed).toMatchObject({
      version: 2,
      verdict: 'failed',
      exit_code: 1,
      counts: { passed: 1, failed: 1, inconclusive: 1 },
      executed: 2,
    });
    expect(parsed).toHaveProperty('rules.length', report.rules.length);
  });

  it('Markdown shows the failure, and each rule', () => {
    const text = markdownReport(report);
    expect(text).toContain('### PAGE-4: a-check');
    expect(text).toContain('2 of 3 checks were executed.');
    expect(text).toContain('| GET-1 | inconclusive |');
    expect(text).toContain('| EVENT-1 | untested |');
  });

  it('Markdown takes what a server answers as it is: it makes no mark-up', () => {
    const hostile = { ...finding, observed: '`a` <img src=x>\n# b', curl: ["curl 'http://a/```'"] };
    const run = runOf([resultOf({ outcome: 'failed', reason: 'r', finding: hostile })]);
    const text = markdownReport(reportOf(run, null, null));
    expect(text).toContain('- observed: `` `a` <img src=x> # b ``');
    expect(text).toContain("````sh\ncurl 'http://a/```'\n````");
  });

  it('HTML is one file, in which no answer can end the element that holds it', () => {
    const text = htmlReport(report);
    expect(text.match(/<\/script>/g)).toHaveLength(2);
    expect(text).not.toMatch(/(?:src|href)=["']/);
  });

  it('the terminal gets colours only if it wants them', () => {
    expect(terminalReport(report, paintFor(false))).not.toContain('\u001b');
    expect(terminalReport(report, paintFor(true))).toContain('\u001b[31m');
    expect(terminalReport(report, paintFor(false))).toContain('would kill 7 of 10 known mutants of a server');
    expect(terminalReport(report, paintFor(false))).toContain('2 of 3 checks executed: 1 passed, 1 failed, ');
  });
});
