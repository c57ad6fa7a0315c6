import { spawnSync } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import {
  type Banner,
  banner,
  newFolder,
  root,
  seededFolder,
  startService,
  statusOf,
} from '@resource-catalogue/testing/running-program';

interface Disk {
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Also while a service uses it. */
  remove(): unknown;
}

/** A small disk of its own, where this user may have one; else a limit within the service. */
async function smallDisk(): Promise<Disk> {
  const place = await newFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', place]).status === 0) {
    const folder = join(place, 'data');
    await cp(join(root, '.nx/test-data'), folder, { recursive: true });
    const filling = join(place, 'filling');
    const fill = () => writeFile(filling, Buffer.alloc(128 * 1024 * 1024)).catch(() => undefined);
    return {
      variables: {},
      folder,
      fill,
      free: () => rm(filling),
      remove: () => spawnSync('umount', ['--lazy', place]),
    };
  }
  const flag = join(place, 'full');
  const limit = pathToFileURL(join(root, 'apps/server/test/start/full-disk-limit.mjs')).href;
  return {
    variables: { FULL_DISK: flag, NODE_OPTIONS: `--import ${limit}` },
    folder: await seededFolder(),
    fill: () => writeFile(flag, ''),
    free: () => rm(flag),
    remove: () => undefined,
  };
}

async function clientOf({ url, token }: Banner) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const members = objectOf(await (await fetch(`${url}/api/v1/members?limit=1`, { headers })).json());
  const author = textOf(objectOf(arrayOf(members['data'])[0])['id']);
  const body = JSON.stringify({ name: 'Made on a small disk', author_id: author });
  return {
    write: () => fetch(`${url}/api/v1/projects`, { method: 'POST', headers, body }),
    reads: () =>
      Promise.all(['spaces', 'bookings', 'projects'].map((list) => statusOf(`${url}/api/v1/${list}`, token))),
    live: () => statusOf(`${url}/health/live`, undefined),
  };
}

describe('on a full disk', () => {
  it('ERR-5: a service reads, refuses writes and says so once; it writes again when there is space, and stops when told', async () => {
    const disk = await smallDisk();
    try {
      await liveThrough(disk);
    } finally {
      disk.remove();
    }
  });
});

async function liveThrough(disk: Disk): Promise<void> {
  const variables = { ...disk.variables, DATA_DIR: disk.folder, LOG_LEVEL: 'error' };
  const service = startService(variables);
  const client = await clientOf(await banner(service));
  expect((await client.write()).status).toBe(201);

  await disk.fill();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = await client.write();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.text()).not.toContain(disk.folder);
  }
  expect([await client.reads(), await client.live()]).toEqual([[200, 200, 200], 200]);

  await disk.free();
  expect((await client.write()).status).toBe(201);
  await disk.fill();
  service.child.kill();
  const { code, stdout } = await service.ended;
  expect(code).toBe(0);
  const lines = stdout.split('\n').filter((line) => line.includes('"msg":"The data directory'));
  expect(lines).toEqual([
    expect.stringContaining(`${disk.folder} is read-only for now: its disk is full, free `),
    expect.stringContaining(`${disk.folder} can be written again.`),
    // A service that stops stores when its tokens were used (AUTH-4).
    expect.stringContaining(`${disk.folder} is read-only for now: its disk is full, free `),
  ]);

  // PostgreSQL's log took the spare space, and left some of it.
  await disk.fill();
  expect(await startService(variables).ended).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(`^The disk of the data directory ${disk.folder} is full: free \\d+ MiB there, or set DATA_DIR .*\\n$`),
    ),
  });
  await disk.free();
  const again = await openDatabase({ dataDir: disk.folder, databaseUrl: null });
  const written = await again.prisma.project.count({ where: { name: 'Made on a small disk' } });
  await disk.fill();
  await again.close();
  expect(written).toBe(2);
}
