import { runInNewContext } from 'node:vm';

/** Does work on data so long that it ends at once if its time grows in proportion, and otherwise not within an hour. */
export const inTime = (work: () => unknown): unknown => runInNewContext('work()', { work }, { timeout: 60_000 });
