import type { Family } from '../../src/checks/context/check.js';
import { type RunOptions, runChecks } from '../../src/run/run.js';
import type { Result } from '../../src/run/result.js';
import type { MutantFamily } from '../mutant.js';
import { type MutantOptions, startMutant } from '../start-mutant.js';
import { InProcessTransport, timeout } from './in-process-transport.js';

/**
 * The families of checks that speak of a mutant of a family: who else kills it, does so by accident. `negatives` are the
 * queries that must be refused, whatever they are about; `concurrency` looks at walks while rows change, too.
 */
export const familiesOf: Readonly<Record<MutantFamily, readonly Family[]>> = {
  envelope: ['envelope'],
  paging: ['paging', 'concurrency'],
  limit: ['paging', 'negatives'],
  sort: ['sort'],
  'set-filter': ['sets', 'negatives'],
  range: ['ranges', 'negatives'],
  reference: ['references', 'schema'],
  shape: ['schema', 'references'],
  get: ['get'],
  auth: ['auth'],
  errors: ['errors'],
  http: ['http'],
  rate: ['limits'],
  write: ['writes'],
  idempotency: ['writes'],
  concurrency: ['concurrency', 'writes'],
  markdown: ['writes'],
  hostile: ['hostile', 'negatives'],
  forms: ['forms'],
};

export interface Measurement extends Pick<RunOptions, 'seed' | 'layer' | 'only' | 'subjects' | 'createClient'> {
  /** Skips the network where that makes no difference. */
  readonly inProcess?: boolean;
}

/** Runs checks, all by default, against the reference server, or one of its mutants. */
export const measure = (options: MutantOptions, measurement: Measurement = {}): Promise<readonly Result[]> =>
  measureInTurn(options, [measurement]);

/** The same with one choice after the other, on one server. */
export async function measureInTurn(
  options: MutantOptions,
  measurements: readonly Measurement[],
): Promise<readonly Result[]> {
  const server = await startMutant({ ...options, quota: { requests: 5, seconds: 2 } });
  const { full, second, limited, revoked, expired, quota } = server.tokens;
  try {
    const results: Result[] = [];
    for (const { inProcess = false, ...choice } of measurements) {
      const run = await runChecks(server.url, {
        ...{ token: full, secondToken: second, limitedToken: limited, revokedToken: revoked, expiredToken: expired },
        ...{ quotaToken: quota, allowWrites: true, timeout, seed: 1, ...choice },
        ...(inProcess && { transport: new InProcessTransport(server) }),
      });
      results.push(...run.results);
    }
    return results;
  } finally {
    await server.close();
  }
}
