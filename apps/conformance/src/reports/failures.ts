import { groupBy } from '../group-by.js';
import { resultId, type Result } from '../run/result.js';
import type { Run } from '../run/run.js';
import { shortCurl } from '../target/query.js';

export const isFailure = ({ outcome }: Pick<Result, 'outcome'>): boolean =>
  outcome === 'failed' || outcome === 'errored';

/** The texts of a failure, without the ids, times and counts that differ between collections. */
function symptomOf({ outcome, reason, collection }: Result): string {
  const text = `${reason}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|\d+/g, '…');
  return `${outcome}: ${collection === null ? text : text.replaceAll(collection, '…')}`;
}

/** Groups similar failures of a check, the simplest requests first; reports show the first failure of a group. */
export function groupFailures(results: readonly Result[]): Result[][] {
  const groups = groupBy(results.filter(isFailure), (result) => `${result.check} ${symptomOf(result)}`);
  // Failing requests are minimised for only one result per check; it comes first.
  const ordered = [...groups.values()].map((own) =>
    own.sort((a, b) => Number(!a.finding?.smallest) - Number(!b.finding?.smallest)),
  );
  const lengthOf = ([first]: readonly Result[]): number =>
    (first?.finding?.smallest ?? first?.finding)?.curl.at(-1)?.length ?? 0;
  return ordered.sort((a, b) => lengthOf(a) - lengthOf(b));
}

export function groupTitle([first, ...others]: readonly Result[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return first
    ? `${first.outcome.toUpperCase()} ${first.rules.join(' ')} ${first.check} on ${first.subject}${more}`
    : '';
}

export const groupLines = ([first]: readonly Result[]): string[] => (first ? [first.title, ...resultLines(first)] : []);

/** The lines that explain a result: expected and observed, hints and requests of a failure, or the reason. */
export function resultLines({ finding, reason }: Result, isWhole = false): string[] {
  if (!finding) return reason === null ? [] : [reason];
  const { expected, observed, curl, notes, sequence, smallest, more } = finding;
  const short = (line: string): string => (isWhole ? line : shortCurl(line));
  return [
    `expected  ${expected}`,
    `observed  ${observed}`,
    ...notes.map((note) => `→ ${note}`),
    ...sequence.map((line) => `  ${line}`),
    ...(isWhole || !smallest ? curl.slice(isWhole ? 0 : -2).map(short) : []),
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
  unfinished?.in_flight.flatMap((request) => [resultId(request), request.curl]) ?? [];
