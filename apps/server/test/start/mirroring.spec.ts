import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { oneOfEach } from '../support/one-of-each.js';
import { scratchDatabase } from '../support/scratch-databases.js';
import { startOn, type TestService } from '../support/service.js';
import { emptyFolder, startCommand } from './running-program.js';

describe('a mirror that goes on', () => {
  let source: TestService;

  beforeAll(async () => {
    const database = await scratchDatabase();
    await database.exec(oneOfEach);
    const location = { dataDir: tmpdir(), databaseUrl: null };
    source = await startOn({ database, location, drop: () => database.close() });
  });
  afterAll(() => source.close());

  it('ends cleanly at SIGTERM, and follows from where it was when it is started again', async () => {
    const variables = { DATA_DIR: await emptyFolder(), MIRROR_TOKEN: source.token, LOG_LEVEL: 'info' };
    const compared = 'compared with the whole source';
    for (const [first, other] of [
      [compared, 'mirroring failed'],
      ['followed the source', compared],
    ] as const) {
      // It would sleep for a day after that.
      const mirror = startCommand(variables, 'mirror', source.url, '--every', '24h', '--compare-every', '48h');
      expect(await mirror.said(new RegExp(first))).not.toContain(other);
      mirror.child.kill('SIGTERM');
      expect(await mirror.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    }
  });
});
