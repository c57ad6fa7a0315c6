import type { Family } from '../src/checks/check.js';
import { type RunOptions, runChecks } from '../src/run/run.js';
import type { Result } from '../src/run/result.js';
import type { FaultFamily } from '../self-test/faults/fault.js';
import { startSelfTestServer, type SelfTestOptions } from '../self-test/self-test-server.js';
import { Shortcut } from './shortcut.js';

/**
 * The families of checks that speak of a fault of a family: who else catches it, does so by accident. `negatives` are the
 * queries that must be refused, whatever they are about; `concurrency` looks at walks while rows change, too.
 */
export const familiesOf: Readonly<Record<FaultFamily, readonly Family[]>> = {
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
};

export interface Measurement extends Pick<RunOptions, 'seed' | 'layer' | 'only' | 'subjects'> {
  /** Asks without the network, as far as that makes no difference. */
  readonly shortcut?: boolean;
}

/** Runs checks, all by default, against a server of the self-test. */
export async function measure(
  options: SelfTestOptions,
  { shortcut = false, ...choice }: Measurement = {},
): Promise<readonly Result[]> {
  const server = await startSelfTestServer({ ...options, quota: { requests: 5, seconds: 2 } });
  const { full, second, limited, revoked, expired, quota } = server.tokens;
  try {
    const run = await runChecks(server.url, {
      ...{ token: full, secondToken: second, limitedToken: limited, revokedToken: revoked, expiredToken: expired },
      ...{ quotaToken: quota, allowWrites: true, seed: 1, ...choice },
      ...(shortcut && { transport: new Shortcut(server) }),
    });
    return run.results;
  } finally {
    await server.close();
  }
}
