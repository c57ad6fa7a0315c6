import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumFlags, hasChromium } from '@resource-catalogue/testing/chromium';
import { installNode, otherNodeVersions } from '@resource-catalogue/testing/node-versions';
import { build } from 'esbuild';
import { behaviours, runBehaviours, type Surroundings } from './behaviours.js';
import type { PageServer } from './page-server.js';

const allIsWell = Object.fromEntries(behaviours.map(({ name }) => [name, null]));

/** The service under test, and a page on an origin that it allows. */
interface Stage {
  readonly service: Omit<Surroundings, 'runtime'>;
  readonly page: PageServer;
}

/** All behaviours in one script that puts their outcome where the runtime can. */
async function programFor(surroundings: Surroundings, platform: 'node' | 'browser', report: string): Promise<string> {
  const { baseUrl, token, slowToken, runtime } = surroundings;
  const argument = JSON.stringify({ baseUrl, token, slowToken, runtime } satisfies Surroundings);
  const { outputFiles } = await build({
    stdin: {
      contents: `import { runBehaviours } from './behaviours.ts'; const outcomes = await runBehaviours(${argument}); ${report}`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    format: 'esm',
    platform,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Says all behaviours of the client in each runtime. */
export function describeRuntimes(stage: () => Stage): void {
  describe('the client does the same in', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'catalogue-runtimes-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it('this Node', async () => {
      expect(await runBehaviours({ ...stage().service, runtime: 'this' })).toEqual(allIsWell);
    });

    it.each(otherNodeVersions)('Node %s', async (version) => {
      const program = join(folder, `behaviours-${version}.mjs`);
      const report = 'console.log(JSON.stringify([process.version, outcomes]));';
      const surroundings = { ...stage().service, runtime: `node-${version}` };
      await writeFile(program, await programFor(surroundings, 'node', report));
      const { stdout } = await promisify(execFile)(await installNode(version), [program]);
      expect(JSON.parse(stdout)).toEqual([`v${version}`, allIsWell]);
    });

    if (hasChromium) {
      it('Chromium, from another origin (HTTP-6)', async () => {
        const { service, page } = stage();
        page.serve(
          await programFor(
            { ...service, runtime: 'chromium' },
            'browser',
            "await fetch('/outcomes', { method: 'POST', body: JSON.stringify(outcomes) });",
          ),
        );
        const flags = ['--headless', ...chromiumFlags, `--user-data-dir=${folder}/profile`];
        const chromium = spawn('chromium', [...flags, page.origin], { stdio: 'ignore', detached: true });
        const ended = once(chromium, 'close');
        try {
          expect(await Promise.race([page.outcomes, ended])).toEqual(allIsWell);
        } finally {
          // Its group: the browser leaves helpers behind otherwise.
          process.kill(-(chromium.pid ?? NaN), 'SIGKILL');
          await ended;
        }
      });
    }
  });
}
