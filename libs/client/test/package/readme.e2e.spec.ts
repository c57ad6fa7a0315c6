import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, jest } from '@jest/globals';
import { resourceResponse, pageResponse } from '../../src/testing/mock-fetch.js';
import { readmeProgram } from '../support/readme.js';
import { scriptedServer } from '../support/scripted-server.js';

const instant = '2026-03-01T09:00:00.000Z';
const row = {
  id: '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1',
  starts_at: instant,
  updated_at: instant,
  member: null,
  tags: [],
  ...{ slots: [], space: { id: '0198c1b1-1a60-7913-aa61-3ce9090d2846' }, opening_hours: [], time_zone: 'UTC' },
};

// `npm run typecheck` also compiles the program that this test writes.
it('the examples of the README run', async () => {
  const [list, one] = await Promise.all([pageResponse([row]).text(), resourceResponse(row).text()]);
  const { baseUrl } = await scriptedServer((response, { url = '', method }) =>
    response.writeHead(200, { etag: '"1"' }).end(/\/[\w-]{36}$/.test(url) || method === 'POST' ? one : list),
  );
  const program = readmeProgram()
    .replaceAll('https://catalogue.example.org', baseUrl)
    .replaceAll('rct_…', 'rct_x')
    .replace(/@resource-catalogue\/client\/(\w+)/g, '../../src/$1/index.js')
    .replaceAll('@resource-catalogue/client', '../../src/index.js');
  const path = fileURLToPath(new URL('readme-program.ts', import.meta.url));
  // The time limits of the examples would expire on a slow machine.
  jest.useFakeTimers();
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
