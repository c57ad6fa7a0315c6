import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { hasChromium, startChromium } from '@resource-catalogue/testing/chromium';
import { installNode, otherNodeVersions } from '@resource-catalogue/testing/node-versions';
import { type RunningService, startService } from '@resource-catalogue/testing/running-service';
import { build, type BuildOptions } from 'esbuild';
import { bookings, type Client, type Collection, createClient, type ReadableCollection } from '../../src/index.js';
import { camelCase } from '../../src/resources/resource.js';
import { failedBehaviours, type Surroundings } from './behaviours.js';

/** An empty page, whose origin the service allows. */
const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end());
let origin: string;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await startService({ CORS_ORIGINS: origin }, { slow: ['--scopes', 'read', '--quota', '12/1s'] });
  client = createClient(service);
});
afterAll(async () => {
  site.close();
  await service.stop();
});

type AnyCollection = Collection<{ readonly id: string }, object, 'created_at'> &
  Partial<Pick<ReadableCollection<{ readonly id: string }, object, 'created_at'>, 'get'>>;

function collectionOf(name: string): AnyCollection {
  const found = new Map<string, unknown>(Object.entries(client)).get(camelCase(name));
  if (typeof found === 'object' && found !== null && 'list' in found) return found as AnyCollection;
  throw new Error(`The client has no collection ${name}.`);
}

describe('the client on the real service', () => {
  it.each(collections.map(({ name, get }) => [name, get] as const))('lists and reads %s', async (name, readable) => {
    const collection = collectionOf(name);
    const page = await collection.list({ limit: 3 });
    expect(page.data.length).toBeGreaterThan(0);
    expect(page).toMatchObject({
      limit: 3,
      meta: { status: 200, attempts: 1, rateLimit: { resetMs: expect.any(Number) }, etag: expect.any(String) },
    });
    const all = await collection.list({ limit: 40 }).toArray({ max: 10_000 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect((await collection.getMany(page.data.map(({ id }) => id))).size).toBe(page.data.length);
    expect(await collection.changesSince('2000-01-01').toArray({ max: 10_000 })).toHaveLength(all.length);
    expect(collection.get !== undefined).toBe(readable);
    if (collection.get) expect((await collection.get(page.data[0]?.id ?? '')).data).toEqual(page.data[0]);
  });

  it('sends HEAD and OPTIONS (HTTP-3)', async () => {
    const head = await client.raw('HEAD', `/api/v1/${bookings.name}`);
    expect([head.meta.status, head.text, head.meta.etag]).toEqual([200, '', expect.stringMatching(/^"/)]);
    expect((await client.raw('OPTIONS', `/api/v1/${bookings.name}`)).headers.get('allow')).toContain('HEAD');
  });
});

describe('the client does the same in', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-runtimes-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const surroundings = (runtime: string): Surroundings => {
    const { baseUrl, token, tokens } = service;
    return { baseUrl, token, slowToken: tokens.get('slow') ?? '', runtime };
  };

  /** All behaviours in one script; `report` makes the failures known. */
  async function programFor(runtime: string, report: string, options: BuildOptions): Promise<string> {
    const call = `failedBehaviours(${JSON.stringify(surroundings(runtime))})`;
    const contents = `import { failedBehaviours } from './behaviours.ts'; ${report.replace('FAILURES', call)}`;
    const stdin = { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
    const { outputFiles } = await build({ stdin, bundle: true, write: false, ...options });
    return outputFiles?.[0]?.text ?? '';
  }

  it('this Node', async () => {
    expect(await failedBehaviours(surroundings('this'))).toEqual([]);
  });

  async function failedWith(node: string, runtime: string, banner = ''): Promise<unknown> {
    const file = join(folder, `${runtime}.mjs`);
    const report = 'console.log(JSON.stringify([process.version, await FAILURES]));';
    const options = { format: 'esm', platform: 'node', banner: { js: banner } } as const;
    await writeFile(file, await programFor(runtime, report, options));
    const { stdout } = await promisify(execFile)(node, [file]);
    return JSON.parse(stdout);
  }

  it.each(otherNodeVersions)('Node %s', async (version) => {
    expect(await failedWith(await installNode(version), `node-${version}`)).toEqual([`v${version}`, []]);
  });

  it('a platform without AbortSignal.any, such as React Native', async () => {
    const failed = await failedWith(process.execPath, 'without-any', 'delete AbortSignal.any;');
    expect(failed).toEqual([process.version, []]);
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
