import type { CellProblem } from './import-errors.js';

export interface SourceRow {
  /** Line number, from 1. */
  readonly line: number;
  readonly value?: unknown;
  /** The JSON text that the value was parsed from, so that JSON columns keep their original formatting. */
  readonly text?: string;
  /** The reason why the row could not be read. */
  readonly problem?: string;
  /** Cell errors of a sheet; the value is null in those places. */
  readonly problems?: readonly CellProblem[];
}
