import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { copySeededFiles } from '@resource-catalogue/testing/prepared-files';
import { banner, fetchStatus, startService } from '@resource-catalogue/testing/running-program';
import { until } from '@resource-catalogue/testing/until';
import { Writer } from '../projects/support/writer.js';

const size = 160 * 1024 * 1024;
let place = '';
afterEach(async () => {
  spawnSync('umount', ['--lazy', place]);
  await rm(place, { recursive: true });
});

/** Whether this user may mount a small disk. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

if (mayMount)
  it('ERR-5, WRITE-9: on a full disk writes fail and reads succeed, and writes succeed again once there is space', async () => {
    place = await mkdtemp(join(tmpdir(), 'catalogue-disk-'));
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place]).status).toBe(0);
    const [folder, filling] = [join(place, 'data'), join(place, 'filling')];
    await copySeededFiles(folder);
    const service = startService({ DATA_DIR: folder, LOG_LEVEL: 'error' });
    const { url, token } = await banner(service);
    const writer = await Writer.to({ url, token });
    // Random, so that PostgreSQL cannot compress it.
    const description = Array.from({ length: 3000 }, (_, index) => `${(index * 7919) % 104_729} `).join('');
    let confirmed = 0;
    const write = async () => {
      const { status } = await writer.post(writer.body({ name: 'Made on a small disk', description }));
      if (status === 201) confirmed += 1;
      return status;
    };
    expect(await write()).toBe(201);

    // PostgreSQL has some space in its files and its log.
    await writeFile(filling, Buffer.alloc(size)).catch(() => undefined);
    let status = 201;
    while (status === 201) status = await write();
    expect(status).toBe(503);
    await until(async () => (await fetchStatus(`${url}/api/v1/spaces`, token)) === 200);

    await rm(filling);
    await until(async () => (await write()) === 201);
    service.child.kill();
    expect((await service.ended).code).toBe(0);
    const database = await openDatabase({ dataDir: folder, databaseUrl: null });
    const stored = await database.prisma.project.count({ where: { name: 'Made on a small disk' } });
    await database.close();
    expect(stored).toBeGreaterThanOrEqual(confirmed);
  });
