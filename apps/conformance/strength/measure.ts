import { families, type Family } from '../src/checks/check.js';
import { runChecks } from '../src/run/run.js';
import type { Result } from '../src/run/result.js';
import type { FaultFamily } from '../self-test/faults/fault.js';
import { startSelfTestServer, type SelfTestOptions } from '../self-test/self-test-server.js';

/** The families of checks that a fault of a family belongs to: who else catches it, does so by accident. */
export const familiesOf: Readonly<Record<FaultFamily, readonly Family[]>> = {
  envelope: ['envelope'],
  paging: ['paging', 'envelope', 'concurrency'],
  limit: ['paging', 'negatives'],
  sort: ['sort', 'paging'],
  'set-filter': ['sets', 'hostile', 'negatives', 'paging', 'ranges'],
  range: ['ranges', 'negatives'],
  reference: ['references', 'schema'],
  shape: ['schema', 'references', 'writes'],
  get: ['get', 'http'],
  auth: ['auth', 'errors', 'http'],
  errors: ['errors', 'negatives', 'http', 'auth', 'writes'],
  http: ['http', 'writes'],
  rate: ['limits'],
  write: ['writes', 'errors', 'http'],
  idempotency: ['writes'],
  concurrency: ['concurrency', 'writes', 'model'],
  markdown: ['writes'],
  hostile: ['hostile', 'negatives', 'errors', 'http'],
};

/** Runs families of checks, all by default, against a server of the self-test. */
export async function measure(
  options: SelfTestOptions,
  {
    only = families,
    seed = 1,
    layer = 'ours',
  }: { only?: readonly string[]; seed?: number; layer?: 'seed' | 'ours' } = {},
): Promise<readonly Result[]> {
  const server = await startSelfTestServer({ ...options, quota: { requests: 5, seconds: 2 } });
  const { full, second, limited, revoked, expired, quota } = server.tokens;
  try {
    const run = await runChecks(server.url, {
      ...{ token: full, secondToken: second, limitedToken: limited, revokedToken: revoked, expiredToken: expired },
      ...{ quotaToken: quota, allowWrites: true, seed, only, layer },
    });
    return run.results;
  } finally {
    await server.close();
  }
}
