import { describe, expect, it } from '@jest/globals';
import { databaseTimeouts } from '@resource-catalogue/database';
import { seededDatabase } from '@resource-catalogue/database/testing/databases';
import { whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { type HttpResponse, untilReady } from '../support/service.js';
import { projectIn, type Workshop, workshopOn } from '../projects/support/workshop.js';

/** No request times out while the lock is held, even on a slow machine. */
const noHurry = {
  statement: 600_000,
  silence: 700_000,
  waiting: { ...databaseTimeouts.waiting, timeout: 600_000, longest: 600_000 },
};

/** More requests than connections of the service. */
const crowd = 24;

const times = <T>(count: number, work: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => work(at));

/** Concurrent requests: more reads than connections, a token that is not cached, and readiness. */
async function expectOthersServed({ service }: Workshop): Promise<void> {
  const { token } = await service.newToken();
  const others = ['bookings', 'members', 'users', 'categories'];
  const responses = await Promise.all([
    ...times(crowd, (index) => service.request(`/api/v1/${others[index % others.length] ?? ''}?limit=1`)),
    service.request('/api/v1/users', { token }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  await untilReady(service);
}

describe('while a table is locked (ERR-6)', () => {
  const workshop = workshopOn(() => seededDatabase(noHurry));
  const create = (name: string) => workshop.writer.post({ name, author_id: workshop.entities.author });

  it.each<[string, string, () => Promise<HttpResponse>]>([
    [
      'reads of the collection of a locked table',
      'LOCK TABLE places IN ACCESS EXCLUSIVE MODE',
      () => workshop.service.request('/api/v1/places'),
    ],
    [
      'creates of a project with a locked slug',
      `SELECT pg_advisory_xact_lock(hashtextextended('slug queue', 0))`,
      () => create('Queue'),
    ],
  ])('ERR-6, section 9: only %s wait', async (_, lock, send) => {
    // Prepare each kind of statement, so that no request waits for work done once.
    await expectOthersServed(workshop);
    const { waiting } = await whileHeld(workshop.service.location.databaseUrl, lock, async () => {
      const responses = Promise.all(times(crowd, send));
      await expectOthersServed(workshop);
      for (const response of await Promise.all(times(4, (index) => create(`Other ${index}`)))) projectIn(response, 201);
      return { waiting: responses };
    });
    // On a slow machine a request may have timed out.
    for (const { status } of await waiting) expect([200, 201, 503]).toContain(status);
  });
});
