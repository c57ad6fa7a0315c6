import { describe, expect, it } from '@jest/globals';
import { databaseTimeouts } from '@resource-catalogue/database';
import { copyPostgres, databaseKinds } from '@resource-catalogue/database/testing/databases';
import { whileHeld } from '@resource-catalogue/database/testing/server-sql';
import type { Answer } from '../support/service.js';
import { projectIn, type Workshop, workshopOn } from '../projects/support/workshop.js';
import { untilReady } from '../http/support/readiness.js';

/** Nobody gives up while the lock is held, however slow the machine. */
const noHurry = {
  statement: 600_000,
  silence: 700_000,
  waiting: { ...databaseTimeouts.waiting, timeout: 600_000, longest: 600_000 },
};

/** More than all connections of the service together. */
const crowd = 24;

const times = <T>(count: number, work: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => work(at));

/** What the others do meanwhile: reads at once, a token that nobody knows yet, readiness. */
async function expectOthersAnswered({ service }: Workshop): Promise<void> {
  const { token } = await service.newToken();
  const others = ['bookings', 'members', 'users', 'categories'];
  const answers = await Promise.all([
    ...times(crowd, (index) => service.request(`/api/v1/${others[index % others.length] ?? ''}?limit=1`)),
    service.request('/api/v1/users', { token }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await untilReady(service);
}

/** Holds a lock and sends the crowd into it. The answers to others are checked before the lock is released. */
async function withCrowd(
  workshop: Workshop,
  lock: string,
  send: (index: number) => Promise<Answer>,
  others: () => Promise<void>,
): Promise<number[]> {
  // Each kind of statement is prepared by now, so that no other request waits for what only the first one asks.
  await expectOthersAnswered(workshop);
  const { waiting } = await whileHeld(workshop.service.location.databaseUrl, lock, async () => {
    const answers = Promise.all(times(crowd, send));
    await others();
    return { waiting: answers };
  });
  return (await waiting).map(({ status }) => status);
}

if (databaseKinds.includes('postgres'))
  describe('while a table is locked (ERR-6)', () => {
    const workshop = workshopOn('postgres', () => copyPostgres(noHurry));
    const body = (name: string) => ({ name, author_id: workshop.entities.author });
    /** On a slow machine a wait may have become too long. */
    const expectDone = (statuses: readonly number[], status: number) => {
      expect(statuses.filter((one) => one !== status && one !== 503)).toEqual([]);
    };

    it('ERR-6: while a table is locked, reads of its collection wait and all others are answered', async () => {
      const statuses = await withCrowd(
        workshop,
        'LOCK TABLE places IN ACCESS EXCLUSIVE MODE',
        () => workshop.service.request('/api/v1/places'),
        async () => {
          await expectOthersAnswered(workshop);
          await workshop.writer.make();
        },
      );
      expectDone(statuses, 200);
    });

    it('ERR-6, section 9: while a slug is locked, creates of it wait and all others are answered, other creates included', async () => {
      const statuses = await withCrowd(
        workshop,
        `SELECT pg_advisory_xact_lock(hashtextextended('slug queue', 0))`,
        () => workshop.writer.post(body('Queue')),
        async () => {
          await expectOthersAnswered(workshop);
          for (const answer of await Promise.all(times(4, (index) => workshop.writer.post(body(`Other ${index}`)))))
            projectIn(answer, 201);
        },
      );
      expectDone(statuses, 201);
    });
  });
