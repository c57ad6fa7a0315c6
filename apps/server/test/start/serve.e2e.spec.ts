import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { until } from '@resource-catalogue/testing/until';
import { banner, root, run, seededFolder, statusOf } from '@resource-catalogue/testing/running-program';

/** Nothing is built, since other tests use the build at the same time. */
const serve = ['node_modules/nx/dist/bin/nx.js', 'serve', 'server', '--exclude-task-dependencies'];

it('nx serve restarts the service after a change, with the same token, and stops it at its end', async () => {
  const variables = { DATA_DIR: await seededFolder(), NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' };
  const service = run('node', [...serve, '--outputStyle=stream-without-prefixes'], variables, {
    cwd: root,
    detached: true,
  });
  const { token } = await banner(service);
  const source = join(root, 'libs/read/src/reader.ts');
  const { atime, mtime } = await stat(source);
  await utimes(source, atime, mtime);
  const output = await service.said(/^curl [^]*^curl .*\n/m);
  expect(output.match(/(?<=^Demo token +)\S+/gm)).toEqual([token, token]);

  const [, url = ''] = output.match(/(?<=^Resource Catalogue +)\S+/gm) ?? [];
  expect(await statusOf(url, token)).toBe(200);
  service.child.kill();
  await service.ended;
  await until(() =>
    statusOf(url, token).then(
      () => false,
      () => true,
    ),
  );
});
