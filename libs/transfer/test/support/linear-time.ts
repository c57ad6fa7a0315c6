import { runInNewContext } from 'node:vm';

/** Fails if the work takes a minute. Its data must be so long that quadratic time would exceed that by far. */
export const inLinearTime = (work: () => unknown): unknown => runInNewContext('work()', { work }, { timeout: 60_000 });
