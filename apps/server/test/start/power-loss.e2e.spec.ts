import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { textOf, valuesAt } from '@resource-catalogue/testing/json';
import { banner, newFolder, root, seededFolder, startService } from '@resource-catalogue/testing/running-program';

const recorder = pathToFileURL(join(root, 'apps/server/test/start/power-loss-recorder.mjs')).href;

/** How often the power fails; each time after more writes than the last. */
const rounds = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1);

it('WRITE-9: a power failure loses nothing that an answer has confirmed', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const disk = await seededFolder();
    const left = join(await newFolder(), 'left');
    const service = startService({
      DATA_DIR: disk,
      DISK: disk,
      DISK_AFTER_POWER_LOSS: left,
      NODE_OPTIONS: `--import ${recorder}`,
      RATE_LIMIT: '100000/60s',
    });
    const { url, token } = await banner(service);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const members: unknown = await (await fetch(`${url}/api/v1/members?limit=1`, { headers })).json();
    const [author_id] = valuesAt(members, 'data[].id');
    const confirmed: string[] = [];
    while (confirmed.length < 12 + 10 * round) {
      // Long enough that PostgreSQL's log needs new files.
      const name = `Written ${confirmed.length}`;
      const body = JSON.stringify({ name, author_id, description: 'x'.repeat(90_000) });
      const answer = await fetch(`${url}/api/v1/projects`, { method: 'POST', headers, body });
      // ERR-5: what took too long on a slow machine is stored nowhere, and is written again.
      if (answer.status === 503) continue;
      expect(answer.status).toBe(201);
      confirmed.push(textOf(valuesAt(await answer.json(), 'data.id')[0]));
    }
    service.child.kill('SIGKILL');
    await service.ended;

    const after = await openDatabase({ dataDir: left, databaseUrl: null });
    const there = await after.prisma.project.findMany({ select: { id: true }, where: { id: { in: confirmed } } });
    await after.close();
    expect(there.map(({ id }) => id).sort()).toEqual(confirmed.sort());
  }
});
