import { grouped } from '../grouped.js';
import type { Result } from '../run/result.js';

const isBroken = ({ outcome }: Result): boolean => outcome === 'failed' || outcome === 'errored';

const requestOf = ({ finding }: Result): string => (finding?.smallest ?? finding)?.curl.at(-1) ?? '';

/** The texts of a failure, without the ids, times and counts that differ between collections. */
function symptomOf({ outcome, finding, reason, collection }: Result): string {
  const told = finding ? `${finding.expected} — ${finding.observed}` : (reason ?? '');
  const text = told.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|\d+/g, '…');
  return `${outcome}: ${collection === null ? text : text.replaceAll(collection, '…')}`;
}

/** Groups failures of a check that look the same, the simplest requests first; each group has the first one of it to show. */
export function groupFailures(results: readonly Result[]): Result[][] {
  const byCheck = grouped(results.filter(isBroken), (result) => `${result.check} ${symptomOf(result)}`);
  // Only one result of a check has a smallest request.
  const groups = [...byCheck.values()].map((own) =>
    [...own].sort((a, b) => Number(!a.finding?.smallest) - Number(!b.finding?.smallest)),
  );
  const lengthOf = ([first]: readonly Result[]): number => (first ? requestOf(first).length : 0);
  return groups.sort((a, b) => lengthOf(a) - lengthOf(b));
}
