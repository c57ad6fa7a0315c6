import { execFile } from 'node:child_process';
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
import { build, type BuildOptions } from 'esbuild';
import type { Surroundings } from './behaviours.js';

/** An empty page at an origin that the service allows. */
const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end());
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
    const { outputFiles } = await build({ stdin, bundle: true, write: false, ...options });
    return outputFiles?.[0]?.text ?? '';
  }

  /** Runs the tests in Node; a banner runs before all modules, a preparation after them. */
  async function failedWith(node: string, runtime: string, { banner = '', prepare = '' } = {}): Promise<unknown> {
    const file = join(await newFolder(), `${runtime}.mjs`);
    const report = `${prepare} console.log(JSON.stringify([process.version, await FAILURES]));`;
    const options = { format: 'esm', platform: 'node', banner: { js: banner } } as const;
    await writeFile(file, await programFor(runtime, report, options));
    const { stdout } = await promisify(execFile)(node, [file]);
    return JSON.parse(stdout);
  }

  it.each(otherNodeVersions)('Node %s', async (version) => {
    expect(await failedWith(await installNode(version), `node-${version}`)).toEqual([`v${version}`, []]);
  });

  it('this Node version without AbortSignal.any, like React Native', async () => {
    const failed = await failedWith(process.execPath, 'without-any', { banner: 'delete AbortSignal.any;' });
    expect(failed).toEqual([process.version, []]);
  });

  it.each(otherNodeVersions)('Node %s with abort signals of another realm, like jsdom', async (version) => {
    const module = '../support/foreign-signals.ts';
    const prepare = `import { installForeignSignals } from '${module}'; installForeignSignals();`;
    const failed = await failedWith(await installNode(version), `foreign-signals-${version}`, { prepare });
    expect(failed).toEqual([`v${version}`, []]);
  });

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
