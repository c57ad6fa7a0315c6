import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { banner, root, startService, fetchStatus } from '@resource-catalogue/testing/running-program';
import { Writer } from '../projects/support/writer.js';

const size = 128 * 1024 * 1024;
let place = '';
afterEach(async () => {
  spawnSync('umount', ['--lazy', place]);
  await rm(place, { recursive: true });
});

/** Whether this user may mount a small disk; elsewhere only libs/embedded-database tests a full one. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

if (mayMount)
  it('ERR-5: on a full disk reads succeed and writes are refused, which is logged once, until there is space', async () => {
    place = await mkdtemp(join(tmpdir(), 'catalogue-disk-'));
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place]).status).toBe(0);
    const [folder, filling] = [join(place, 'data'), join(place, 'filling')];
    await cp(join(root, '.nx/test-data'), folder, { recursive: true });
    const fill = () => writeFile(filling, Buffer.alloc(size)).catch(() => undefined);
    const variables = { DATA_DIR: folder, LOG_LEVEL: 'error' };
    const service = startService(variables);
    const { url, token } = await banner(service);
    const writer = await Writer.to({ url, token });
    const write = () => writer.post(writer.body({ name: 'Made on a small disk' }));
    expect((await write()).status).toBe(201);

    await fill();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await write();
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    }
    expect(await fetchStatus(`${url}/api/v1/spaces`, token)).toBe(200);
    await rm(filling);
    expect((await write()).status).toBe(201);
    await fill();
    service.child.kill();
    const { code, stdout } = await service.ended;
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.includes('"msg":"The data directory'))).toEqual([
      expect.stringContaining(`${folder} is read-only for now: its disk is full, free `),
      expect.stringContaining(`${folder} can be written again.`),
      // A service that stops stores the last use of tokens (AUTH-4).
      expect.stringContaining(`${folder} is read-only for now: its disk is full, free `),
    ]);

    await fill();
    const { stderr } = await startService(variables).ended;
    expect(stderr).toMatch(/^The disk of the data directory \S+ is full: free \d+ MiB there, or set DATA_DIR .*\n$/);
    await rm(filling);
    const again = await openDatabase({ dataDir: folder, databaseUrl: null });
    const written = await again.prisma.project.count({ where: { name: 'Made on a small disk' } });
    await again.close();
    expect(written).toBe(2);
  });
