import { idOfResult, type Result } from '../run/result.js';
import type { Run } from '../run/run.js';
import { shortCurl } from '../target/query.js';

export function groupTitle([first, ...others]: readonly Result[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return first
    ? `${first.outcome.toUpperCase()} ${first.rules.join(' ')} ${first.check} on ${first.subject}${more}`
    : '';
}

/** The first failure of a group in lines. */
export const groupLines = ([first]: readonly Result[]): string[] => (first ? [first.title, ...resultLines(first)] : []);

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
