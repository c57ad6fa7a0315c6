import { type RunOptions, runChecks } from '@resource-catalogue/conformance';
import type { TestService } from './service.js';

const readsBookings = { scopes: ['bookings:read'] } as const;
const writesProjects = { scopes: ['projects:write'] } as const;

/** Runs checks of the conformance suite on the service and returns those that fail. */
export async function runConformance(
  service: Pick<TestService, 'url' | 'token' | 'newToken'>,
  options: Pick<RunOptions, 'only' | 'subjects' | 'expiredToken' | 'revokedToken' | 'quotaToken'>,
): Promise<string[]> {
  const [second, limited, writing] = await Promise.all([
    service.newToken(),
    service.newToken(readsBookings),
    service.newToken(writesProjects),
  ]);
  const { results, unfinished } = await runChecks(service.url, {
    token: service.token,
    secondToken: second.token,
    limitedToken: limited.token,
    writingToken: writing.token,
    allowWrites: true,
    seed: Number(process.env['TEST_SEED']),
    timeout: 120_000,
    ...options,
  });
  if (unfinished) throw new Error(unfinished.reason);
  if (results.length === 0) throw new Error('The selection names no check.');
  return results
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ check, subject, outcome, reason }) => `${check} ${subject} ${outcome}: ${reason}`);
}
