import { families } from '../kit/families.js';
import type { Result } from '../run/result.js';
import { groupLines } from './finding-text.js';
import { isSilent, type Report, tally } from './report.js';

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function xml(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/gu, '').replace(/[&<>"]/g, (mark) => marks[mark] ?? '');
}

/** JUnit XML: a suite for each family, a case for each check on each subject, named after its rules. */
export function junitReport(report: Report): string {
  const { run } = report;
  const suites = families.flatMap((family) => {
    const own = run.results.filter((result) => result.family === family);
    return own.length === 0 ? [] : [suite(family, own, report)];
  });
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  lines.push(
    `<testsuites name="conformance of ${xml(run.url)}" ${formatCounts(run.results, run.seconds, run.unfinished ? 1 : 0)}>`,
  );
  return [...lines, ...suites, ...unfinishedSuite(report), '</testsuites>', ''].join('\n');
}

/** A case for an unfinished run; without it the file would look like a run that passed. */
function unfinishedSuite({ run: { unfinished } }: Report): string[] {
  if (unfinished === null) return [];
  const { reason, in_flight: inFlight, remaining } = unfinished;
  const message = xml(`${reason}; ${remaining.length} checks remain`);
  const lines = xml(inFlight.map(({ check, subject, curl }) => `${check} on ${subject}: ${curl}`).join('\n'));
  return [
    '  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0" time="0.000">',
    `    <testcase classname="conformance.run" name="the run completes" time="0.000"><error message="${message}">${lines}</error></testcase>`,
    '  </testsuite>',
  ];
}

function suite(family: string, results: readonly Result[], report: Report): string {
  const seconds = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  const open = `  <testsuite name="${family}" ${formatCounts(results, seconds)}>`;
  return [open, ...results.map((result) => testCase(result, report)), '  </testsuite>'].join('\n');
}

function formatCounts(results: readonly Result[], seconds: number, unfinished = 0): string {
  const { failed, errored } = tally(results);
  const skipped = results.filter(isSilent).length;
  return `tests="${results.length + unfinished}" failures="${failed}" errors="${errored + unfinished}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

function testCase(result: Result, { known }: Report): string {
  const { check, subject, rules, family, milliseconds } = result;
  const name = `${rules.join(' ')} ${check} [${subject}]`;
  const open = `    <testcase classname="conformance.${family}" name="${xml(name)}" time="${(milliseconds / 1000).toFixed(3)}"`;
  const inner = formatContent(result, known.has(result));
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`;
}

function formatContent(result: Result, isKnown: boolean): string {
  const { outcome, reason } = result;
  const message = xml(reason ?? '');
  if (outcome === 'passed') return '';
  if (outcome === 'errored') return `<error message="${message}"/>`;
  if (outcome !== 'failed') return `<skipped message="${outcome}: ${message}"/>`;
  if (isKnown) return `<skipped message="known failure: ${message}"/>`;
  const lines = [...groupLines([result]), result.finding?.answer ?? ''].join('\n');
  return `<failure message="${message}">${xml(lines)}</failure>`;
}
