import { fileURLToPath } from 'node:url';

/** What the last exhaustive run that was green proved, and of which sources. */
export interface ExhaustiveRun {
  readonly digest: string;
  readonly date: string;
  readonly mutantsKilled: number;
  readonly clientMutantsKilled: number;
  /** Seeds with which the sound reference server passed everything. */
  readonly seedsPassed: number;
}

export const recordFile = fileURLToPath(new URL('../../data/exhaustive-run.json', import.meta.url));
