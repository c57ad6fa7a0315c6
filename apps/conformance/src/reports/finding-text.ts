import { grouped } from '../grouped.js';
import { idOfResult, type Result } from '../run/result.js';
import type { Run } from '../run/run.js';
import { shortCurl } from '../target/query.js';

/** The checks and subjects of a group in a few words. */
function describePlaces(group: readonly Result[]): string {
  const [first, ...others] = group;
  return `${first?.check} on ${first?.subject}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}

export const groupTitle = (group: readonly Result[]): string =>
  `${group[0]?.outcome.toUpperCase()} ${group[0]?.rules.join(' ')} ${describePlaces(group)}`;

/** A group of failures in lines: the first one of it, and the other checks. */
export function groupLines(group: readonly Result[]): string[] {
  const [first, ...others] = group;
  if (!first) return [];
  const byCheck = grouped(
    others.filter(({ check }) => check !== first.check),
    ({ check }) => check,
  );
  const same = [...byCheck.values()].map(describePlaces);
  return [
    first.title,
    ...resultLines(first),
    ...(same.length > 0 ? [`the same response fails: ${same.join(', ')}`] : []),
  ];
}

/** Why a result did not pass: expected and observed, hints at the cause, and the requests; or the reason. */
export function resultLines({ finding, reason }: Result, isWhole = false): string[] {
  if (!finding) return reason === null ? [] : [reason];
  const { expected, observed, notes, sequence, smallest, more } = finding;
  const short = (line: string): string => (isWhole ? line : shortCurl(line));
  return [
    `expected  ${expected}`,
    `observed  ${observed}`,
    ...notes.map((note) => `→ ${note}`),
    ...sequence.map((line) => `  ${line}`),
    ...(isWhole || !smallest ? finding.curl.slice(isWhole ? 0 : -2).map(short) : []),
    ...(smallest ? [`the smallest request that fails: ${smallest.observed}`, ...smallest.curl.map(short)] : []),
    ...more.flatMap((other) => [
      `also expected  ${other.expected}`,
      `observed  ${other.observed}`,
      ...other.curl.slice(-1).map(short),
    ]),
  ];
}

/** The requests without a response when the run ended; one of them may be the reason. */
export const inFlightLines = ({ unfinished }: Run): string[] =>
  unfinished?.in_flight.flatMap((request) => [idOfResult(request), request.curl]) ?? [];
