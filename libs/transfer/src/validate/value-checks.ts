import { compileCheck, type DtoClass, type Fault, type MayBeAbsent } from '@resource-catalogue/contracts';
import { escapePointer } from '@resource-catalogue/program';
import { type Detail, invalidValue } from '../import-errors.js';
import { truncate } from '../import-limits.js';
import { proposalFor } from '../values/proposals.js';

/** Receives an error: an RFC 6901 pointer and the expected value. */
type ReportValue = (pointer: string, detail: Detail) => void;

/** Maximum number of errors reported per value; the others are counted. */
const maxReported = 10;

/** Compiles the check of a DTO, which reports the first errors of a value. */
export function makeCheck(dto: DtoClass, mayBeAbsent: MayBeAbsent): (value: unknown, report?: ReportValue) => boolean {
  const check = compileCheck(dto, mayBeAbsent);
  return (value, report) => {
    if (!report) return check(value);
    let count = 0;
    const right = check(value, (fault) => {
      count += 1;
      if (count <= maxReported) report(...describeFault(fault));
    });
    if (count > maxReported) report('', [`has ${count} errors, of which these are the first ${maxReported}`]);
    return right;
  };
}

/** Words an error, and quotes a value that fits in one cell. */
function describeFault({ pointer, rule, cause, value, field, key }: Fault): [pointer: string, detail: Detail] {
  if (key !== undefined) return [`${pointer}/${escapePointer(truncate(key))}`, [rule]];
  const isSingle = field !== undefined && field.kind !== 'array' && field.dto === undefined;
  if (!isSingle || cause === 'missing' || cause === 'together' || typeof value === 'object') return [pointer, [rule]];
  return [
    pointer,
    invalidValue(rule, value, field.kind === 'enum' || field.kind === 'text' ? proposalFor(field, value) : null),
  ];
}
