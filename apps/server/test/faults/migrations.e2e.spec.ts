import { describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { fill } from '@resource-catalogue/database/testing/server-sql';
import { expectProblem } from '../http/support/problems.js';
import { untilNotReady, untilReady } from '../http/support/readiness.js';
import { workshopOn } from '../projects/support/workshop.js';

/** As another version of the program leaves the books, which is all that tells of it. */
const changes = [
  [
    'ahead',
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('a', 'b', '29990101000000_later', now())`,
    `DELETE FROM "_prisma_migrations" WHERE id = 'a'`,
    'The database has the migration 29990101000000_later, which this version lacks.',
  ],
  [
    'behind',
    `UPDATE "_prisma_migrations" SET rolled_back_at = now()`,
    `UPDATE "_prisma_migrations" SET rolled_back_at = NULL`,
    'The database lacks the migration ',
  ],
] as const;

describe.each(databaseKinds)('a %s database of another version', (kind) => {
  const workshop = workshopOn(kind);

  it.each(changes)(
    '%s: reads and writes are answered, readiness is refused until it fits',
    async (_, change, back, reason) => {
      const { service, writer } = workshop;
      await untilReady(service);
      await fill(service, change);
      const refused = await untilNotReady(service);
      expectProblem(refused, 'unavailable');
      expect(refused.text).toContain(reason);
      expect((await service.request('/api/v1/spaces')).status).toBe(200);
      await writer.make();
      await fill(service, back);
      await untilReady(service);
    },
  );
});
