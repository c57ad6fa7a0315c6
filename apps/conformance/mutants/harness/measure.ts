import { type RunOptions, runChecks } from '../../src/run/run.js';
import type { Result } from '../../src/run/result.js';
import { type MutantOptions, startMutant } from '../start-mutant.js';
import { InProcessTransport, timeout } from './in-process-transport.js';

export interface Measurement extends Pick<RunOptions, 'seed' | 'layer' | 'only' | 'subjects' | 'createClient'> {
  /** Skips the network if that makes no difference. */
  readonly inProcess?: boolean;
}

/** Runs checks (all by default) against the reference server or a mutant. */
export const measure = (options: MutantOptions, measurement: Measurement = {}): Promise<readonly Result[]> =>
  measureInTurn(options, [measurement]);

/** Runs several selections of checks in turn against one server. */
export async function measureInTurn(
  options: MutantOptions,
  measurements: readonly Measurement[],
): Promise<readonly Result[]> {
  const server = await startMutant(options);
  const { full, second, limited, writing, revoked, expired, quota } = server.tokens;
  try {
    const results: Result[] = [];
    for (const { inProcess = false, ...choice } of measurements) {
      const run = await runChecks(server.url, {
        ...{ token: full, secondToken: second, limitedToken: limited, writingToken: writing },
        ...{ revokedToken: revoked, expiredToken: expired, quotaToken: quota },
        ...{ allowWrites: true, timeout, seed: 1, ...choice },
        ...(inProcess && { transport: new InProcessTransport(server) }),
      });
      if (run.unfinished) throw new Error(run.unfinished.reason);
      results.push(...run.results);
    }
    return results;
  } finally {
    await server.close();
  }
}
