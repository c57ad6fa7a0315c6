import { groupBy } from '../group-by.js';
import { families } from '../kit/families.js';
import { resultId, type Result } from '../run/result.js';
import type { Unfinished } from '../run/run-options.js';
import { groupLines } from './failures.js';
import { isUndecided, type Report, tally } from './report.js';

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function xml(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/gu, '').replace(/[&<>"]/g, (mark) => marks[mark] ?? '');
}

/** JUnit XML: a suite for each family, a case for each check on each subject, named after its rules. */
export function junitReport({ run, known }: Report): string {
  const { url, results, seconds, unfinished } = run;
  const suites = groupBy(results, ({ family }) => family);
  const counts = formatCounts(results, seconds, unfinished ? 1 : 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance of ${xml(url)}" ${counts}>`,
    ...families.flatMap((family) => suite(family, suites.get(family) ?? [], known)),
    // Without this case an unfinished run would look like one that passed.
    ...(unfinished ? unfinishedSuite(unfinished) : []),
    '</testsuites>',
    '',
  ].join('\n');
}

function unfinishedSuite({ reason, in_flight: inFlight, remaining }: Unfinished): string[] {
  const message = xml(`${reason}; ${remaining.length} checks remain`);
  const lines = xml(inFlight.map((request) => `${resultId(request)}: ${request.curl}`).join('\n'));
  return [
    `  <testsuite name="run" ${formatCounts([], 0, 1)}>`,
    `    <testcase classname="conformance.run" name="the run completes" time="0.000"><error message="${message}">${lines}</error></testcase>`,
    '  </testsuite>',
  ];
}

function suite(family: string, results: readonly Result[], known: ReadonlySet<Result>): string[] {
  if (results.length === 0) return [];
  const seconds = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  const open = `  <testsuite name="${family}" ${formatCounts(results, seconds)}>`;
  return [open, ...results.map((result) => testCase(result, known.has(result))), '  </testsuite>'];
}

function formatCounts(results: readonly Result[], seconds: number, unfinished = 0): string {
  const { failed, errored } = tally(results);
  const skipped = results.filter(isUndecided).length;
  return `tests="${results.length + unfinished}" failures="${failed}" errors="${errored + unfinished}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

function testCase(result: Result, isKnown: boolean): string {
  const { check, subject, rules, family, milliseconds } = result;
  const name = xml(`${rules.join(' ')} ${check} [${subject}]`);
  const open = `    <testcase classname="conformance.${family}" name="${name}" time="${(milliseconds / 1000).toFixed(3)}"`;
  const inner = formatContent(result, isKnown);
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`;
}

function formatContent(result: Result, isKnown: boolean): string {
  const { outcome, reason } = result;
  const message = xml(reason ?? '');
  if (outcome === 'passed') return '';
  if (outcome === 'errored') return `<error message="${message}"/>`;
  if (outcome !== 'failed') return `<skipped message="${outcome}: ${message}"/>`;
  if (isKnown) return `<skipped message="known failure: ${message}"/>`;
  const lines = [...groupLines([result]), result.finding?.response ?? ''].join('\n');
  return `<failure message="${message}">${xml(lines)}</failure>`;
}
