import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasChromium, startChromium } from '@resource-catalogue/testing/chromium';
import { installNode, otherNodeVersions } from '@resource-catalogue/testing/node-versions';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { type RunningService, startService } from '@resource-catalogue/testing/running-service';
import { listen } from '@resource-catalogue/testing/sockets';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import type { Surroundings } from './behaviours.js';
import { installJsdom, namesInReactNative, removeMembers, workerConfig, workerd } from './platforms.js';

/** An empty page at an origin that the service allows, and a token for Workers, except for the first request. */
let tokenRequests = 0;
const site = createServer(({ url }, response) => {
  if (url === '/token') tokenRequests += 1;
  if (url !== '/token') response.setHeader('content-type', 'text/html').end();
  else if (tokenRequests > 1) response.end(service.tokens.get('slow'));
});
let origin: string;
let service: RunningService;

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(site)}`;
  service = await startService({ CORS_ORIGINS: origin }, { slow: ['--scopes', 'read', '--quota', '12/1s'] });
});
afterAll(async () => {
  site.close();
  await service.stop();
});

/** Replaces the sources by the files of the package. */
const packed: Plugin = {
  name: 'packed',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/\.\.\/src\// }, ({ path }) => ({
      path: fileURLToPath(new URL(path.replace('/src/', '/packaging/dist/'), import.meta.url)),
    })),
};

describe('the client passes the same tests in', () => {
  const surroundings = (runtime: string): Surroundings => {
    const { baseUrl, token, tokens } = service;
    return { baseUrl, token, slowToken: tokens.get('slow') ?? '', runtime };
  };

  /** Bundles all tests into one script; `report` outputs the failures. */
  async function programFor(runtime: string, report: string, options: BuildOptions): Promise<string> {
    const call = `failedBehaviours(${JSON.stringify(surroundings(runtime))})`;
    const contents = `import { failedBehaviours } from './behaviours.ts'; ${report.replace('FAILURES', call)}`;
    const stdin = { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
    const { outputFiles } = await build({ stdin, plugins: [packed], bundle: true, write: false, ...options });
    return outputFiles?.[0]?.text ?? '';
  }

  /** Runs the tests in Node, after a preparation. */
  async function failedWith(node: string, runtime: string, js = '', define = {}): Promise<unknown> {
    const file = join(await newFolder(), `${runtime}.mjs`);
    const report = 'console.log(JSON.stringify([process.version, await FAILURES]));';
    const options = { format: 'esm', platform: 'node', banner: { js }, define } as const;
    await writeFile(file, await programFor(runtime, report, options));
    const { stdout } = await promisify(execFile)(node, [file]);
    return JSON.parse(stdout);
  }

  it.each(otherNodeVersions)('Node %s', async (version) => {
    expect(await failedWith(await installNode(version), `node-${version}`)).toEqual([`v${version}`, []]);
  });

  it('this Node version without what React Native lacks', async () => {
    const failed = await failedWith(process.execPath, 'react-native', removeMembers, namesInReactNative);
    expect(failed).toEqual([process.version, []]);
  });

  it.each(otherNodeVersions)('jsdom on Node %s', async (version) => {
    const failed = await failedWith(await installNode(version), `jsdom-${version}`, installJsdom);
    expect(failed).toEqual([`v${version}`, []]);
  });

  if (existsSync(workerd)) {
    it('a Worker, whose client outlives the request that reads its token', async () => {
      const folder = await newFolder();
      const call = `makeWorker(${JSON.stringify(surroundings('worker'))}, '${origin}/token')`;
      const program = `import { makeWorker } from './worker.ts'; export default ${call};`;
      await writeFile(join(folder, 'worker.mjs'), await programFor('worker', program, { format: 'esm' }));
      await writeFile(join(folder, 'config.capnp'), workerConfig);
      const worker = spawn(workerd, ['serve', join(folder, 'config.capnp'), '--control-fd=3'], {
        stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      });
      try {
        const listening: unknown = (await once(worker.stdio[3] ?? worker, 'data'))[0];
        const { port } = JSON.parse(String(listening)) as { port: number };
        const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
        expect(await ask('/behaviours')).toEqual([]);
        expect([await ask('/leave'), tokenRequests]).toEqual(['left', 1]);
        // They use up the quota of 12 calls in a second.
        const lists = Array.from({ length: 40 }, () => ask('/list'));
        expect([await Promise.all(lists), tokenRequests]).toEqual([lists.map(() => 1), 2]);
      } finally {
        worker.kill();
        await once(worker, 'exit');
      }
    });
  }

  if (hasChromium) {
    it('Chromium, from another origin (HTTP-6)', async () => {
      const browser = await startChromium();
      try {
        const page = await browser.newPage();
        await page.goto(origin);
        const content = await programFor('chromium', 'globalThis.failures = FAILURES;', { format: 'iife' });
        await page.addScriptTag({ content });
        expect(await page.evaluate('failures')).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  }
});
