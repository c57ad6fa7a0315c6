import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, jest } from '@jest/globals';
import { stopClock } from '../support/make-client.js';
import { json, scriptedServer } from '../support/scripted-server.js';

const project = fileURLToPath(new URL('../..', import.meta.url));
const id = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
const row = {
  id,
  name: 'A',
  starts_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
  member: null,
  tags: [],
};

// One program of all examples, in order, as a reader would type it: typecheck compiles what this test writes down.
it('the examples of the README run', async () => {
  const readme = await readFile(join(project, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? '');
  expect(examples.length).toBeGreaterThan(8);

  const list = json(200, { data: [row], links: { first: 'http://x/', next: null }, meta: { next: null, limit: 50 } });
  const one = json(200, { data: row }, { etag: '"1"' });
  const { baseUrl } = await scriptedServer((response, request) =>
    (/\/[\w-]{36}$/.test(request.url) || request.method === 'POST' ? one : list)(response, request),
  );
  const lines = examples
    .join('\n')
    .replaceAll('https://catalogue.example.org', baseUrl)
    .replaceAll('rct_…', 'rct_x')
    .split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const program = [...imports, ...lines.filter((line) => !line.startsWith('import '))]
    .join('\n')
    .replace(/@resource-catalogue\/client\/(\w+)/g, '../../src/$1/index.js')
    .replaceAll('@resource-catalogue/client', '../../src/index.js');

  const path = join(project, 'test/package/readme-program.ts');
  // The limits of the examples would pass on a slow machine.
  stopClock();
  const noLimit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await writeFile(path, program);
    await import(path);
    expect(log.mock.calls.at(-1)).toEqual([[2000], 2]);
  } finally {
    log.mockRestore();
    noLimit.mockRestore();
    jest.useRealTimers();
    await rm(path);
  }
});
