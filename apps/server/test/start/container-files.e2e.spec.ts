import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { asObject, asText } from '@resource-catalogue/testing/json';
import { banner, newFolder, root, run, seededFolder } from '@resource-catalogue/testing/running-program';
import { Writer } from '../projects/support/writer.js';
import { type Copied, readImage } from '../support/dockerfile.js';

const execute = promisify(execFile);

const image = readImage();

/** Copies the content of a directory, or a file under its name, like COPY. */
async function copy({ sources, folder, executable }: Copied, to: string): Promise<void> {
  const target = join(to, folder);
  await mkdir(target, { recursive: true });
  for (const source of sources) {
    for (const path of await named(join(root, source))) {
      const place = source.endsWith('/') ? target : join(target, basename(path));
      // A fresh installation has no links.
      const filter = async (each: string) => !(await lstat(each)).isSymbolicLink();
      await cp(path, place, { recursive: true, filter });
      if (executable) await chmod(place, 0o755);
    }
  }
}

async function named(pattern: string): Promise<string[]> {
  const [before = '', after] = basename(pattern).split('*');
  if (after === undefined) return [pattern];
  const folder = dirname(pattern);
  const names = await readdir(folder);
  const fitting = names.filter((name) => name.startsWith(before) && name.endsWith(after));
  if (fitting.length === 0) throw new Error(`COPY finds nothing: ${pattern}`);
  return fitting.map((name) => join(folder, name));
}

/** A user with read access alone; a different user only if root runs the tests. */
const nobody = 65534;
const asNobody =
  process.getuid?.() === 0 ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];

it('the service runs from the files of its image, as a user who can write only to the volume', async () => {
  const [folder, data] = [await newFolder(), await seededFolder()];
  await chmod(folder, 0o755);
  if (asNobody.length > 0) await execute('chown', ['-R', `${nobody}:${nobody}`, data]);
  for (const copied of image.copied) await copy(copied, folder);
  // The other command creates a directory of the system.
  const links = image.commands.filter((command) => command.includes('symlinks'));
  for (const command of links) await execute('sh', ['-c', command], { cwd: folder });

  const PATH = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(':');
  const inContainer = (words: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
    const places = { PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: data };
    // Node passes on its coverage directory, where this user may not write.
    const environment = { ...image.environment, ...places, NODE_V8_COVERAGE: '', ...variables };
    const [program = '', ...args] = [...asNobody, ...words];
    return run(program, args, environment, { cwd: folder });
  };

  const program = 'resource-catalogue';
  const create = `${program} tokens create --name a --scopes read,projects:write --json`;
  const created = await inContainer(create.split(' ')).ended;
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const token = asText(asObject(JSON.parse(created.stdout))['token']);
  const service = inContainer(image.command, { METRICS_PORT: '0' });
  const { url } = await banner(service);
  const output = await service.untilOutput(/^Access tokens .*\n/m);
  expect(output).toContain(`PostgreSQL          psql -h ${data}/pgdata -U postgres\n`);
  expect(output).toContain(`Access tokens       ${program} tokens create --name NAME --scopes read\n`);
  const [, metrics = ''] = /^Metrics +(\S+)$/m.exec(output) ?? [];
  expect(await (await fetch(metrics)).text()).toMatch(/version="\d/);

  const { description_rendered } = await (await Writer.to({ url, token })).make({ description: '**a**' });
  expect(description_rendered).toBe('<p><strong>a</strong></p>\n');

  const PORT = new URL(url).port;
  expect((await inContainer(image.healthCheck, { PORT }).ended).code).toBe(0);
  service.child.kill();
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
  expect((await inContainer(image.healthCheck, { PORT }).ended).code).toBe(1);

  // Without links of its own, PostgreSQL would need some here.
  expect((await readdir(data)).sort()).toEqual(['log', 'pgdata', 'users']);

  const template = inContainer(['resource-catalogue', 'template', 'members']);
  expect((await template.ended).stdout).toContain('\nM-001,');

  await rm(join(folder, 'prisma/migrations'), { recursive: true });
  expect(await inContainer(image.command).ended).toMatchObject({
    code: 1,
    stderr: `There are no migrations in ${folder}/prisma/migrations/: install the whole of this version, prisma/migrations included.\n`,
  });
});
