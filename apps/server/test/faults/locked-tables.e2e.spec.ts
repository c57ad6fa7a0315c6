import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { databaseTimeouts } from '@resource-catalogue/database';
import { copyPostgres, databaseKinds } from '@resource-catalogue/database/testing/databases';
import { whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { stopClock } from '@resource-catalogue/testing/clock';
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

/** Holds a lock and sends the crowd into it. What the others get is checked before the lock is given back. */
async function withCrowd<T>(
  workshop: Workshop,
  lock: string,
  send: (index: number) => Promise<T>,
  others: () => Promise<void>,
) {
  const { service } = workshop;
  // Each kind of statement is known by now, so that none of the others has to wait for what only the first one asks.
  await expectOthersAnswered(workshop);
  return whileHeld(service.location.databaseUrl, lock, async () => {
    const waiting = Promise.all(times(crowd, send));
    await others();
    return { waiting };
  });
}

if (databaseKinds.includes('postgres'))
  describe('while a table is locked (ERR-6)', () => {
    const workshop = workshopOn('postgres', () => copyPostgres(noHurry));
    const body = (name: string) => ({ name, author_id: workshop.entities.author });
    /** On a slow machine a wait may have become too long. */
    const expectDone = (answers: readonly Answer[], status: number) => {
      for (const answer of answers) expect([status, 503]).toContain(answer.status);
    };

    it('reads of one collection wait, and everybody else is answered', async () => {
      const { waiting } = await withCrowd(
        workshop,
        'LOCK TABLE places IN ACCESS EXCLUSIVE MODE',
        () => workshop.service.request('/api/v1/places'),
        async () => {
          await expectOthersAnswered(workshop);
          await workshop.writer.make();
        },
      );
      expectDone(await waiting, 200);
    });

    it('writes wait, those with a key too, and reads are answered', async () => {
      const { waiting } = await withCrowd(
        workshop,
        'LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE',
        (index) => workshop.writer.post(body(`Keyed ${index}`), { 'idempotency-key': `locked-${index}` }),
        () => expectOthersAnswered(workshop),
      );
      expectDone(await waiting, 201);
    });

    it('section 9: creates of one slug wait, and everybody else is answered, other creates too', async () => {
      const { waiting } = await withCrowd(
        workshop,
        `SELECT pg_advisory_xact_lock(hashtextextended('slug queue', 0))`,
        () => workshop.writer.post(body('Queue')),
        async () => {
          await expectOthersAnswered(workshop);
          for (const answer of await Promise.all(times(4, (index) => workshop.writer.post(body(`Other ${index}`)))))
            projectIn(answer, 201);
        },
      );
      expectDone(await waiting, 201);
    });
  });

describe.each(databaseKinds)('a crowd of creates on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  afterEach(() => void jest.restoreAllMocks());
  const many = Math.min(20 * Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 2), 300);

  it('ERR-6, section 9: of one name at once, all are made, each with a slug of its own', async () => {
    // While the clock stands still, nobody waits too long.
    stopClock();
    const body = { name: 'Crowd', author_id: workshop.entities.author };
    const answers = await Promise.all(times(many, () => workshop.writer.post(body)));
    expect(new Set(answers.map((answer) => projectIn(answer, 201)['slug'])).size).toBe(many);
  });
});
