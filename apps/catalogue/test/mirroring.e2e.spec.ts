import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { oneOfEach } from '@resource-catalogue/database/testing/one-of-each';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { newToken, startInstance } from '@resource-catalogue/server/testing/service';
import { listen } from '@resource-catalogue/testing/sockets';
import { emptyFolder, startCommand } from '@resource-catalogue/testing/running-program';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()));

/** A source that sends the beginning of a page, and then nothing more. */
async function serverThatNeverEnds(): Promise<{ url: string; requested: Promise<unknown> }> {
  const server = createServer((_, response) => void response.write('{"data":['));
  servers.push(server);
  return { url: `http://127.0.0.1:${await listen(server)}`, requested: once(server, 'request') };
}

it.each([
  [0, [], ''],
  [1, ['--once'], 'The mirror was stopped before it finished. Run the command again to continue.\n'],
])('a mirror exits with %i at SIGTERM during a response: %s', async (code, options, stderr) => {
  const variables = { DATA_DIR: await emptyFolder(), MIRROR_TOKEN: 'rct_any' };
  const { url, requested } = await serverThatNeverEnds();
  const mirror = startCommand(variables, 'mirror', url, ...options);
  await requested;
  mirror.child.kill('SIGTERM');
  expect(await mirror.ended).toMatchObject({ code, signal: null, stderr });
});

it('a mirror ends cleanly at SIGTERM, and resumes when it is started again', async () => {
  const database = await scratchDatabase();
  await database.exec(oneOfEach);
  const { token } = await newToken(database);
  const source = await startInstance(database, token);
  const variables = { DATA_DIR: await emptyFolder(), MIRROR_TOKEN: token, LOG_LEVEL: 'info' };
  const compared = 'compared with the whole source';
  for (const [first, other] of [
    [compared, 'mirror failed; retrying'],
    ['fetched changes from the source', compared],
  ] as const) {
    // After its first round the mirror sleeps for a day.
    const mirror = startCommand(variables, 'mirror', source.url, '--every', '24h', '--compare-every', '48h');
    expect(await mirror.untilOutput(new RegExp(first))).not.toContain(other);
    mirror.child.kill('SIGTERM');
    expect(await mirror.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  }
  await source.close();
  await database.close();
});
