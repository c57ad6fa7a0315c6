import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@resource-catalogue/client';
import { dayIn, freeTimes } from '@resource-catalogue/client/availability';
import { asArray, asObject } from '@resource-catalogue/testing/json';
import { run } from '@resource-catalogue/testing/running-program';
import { type RunningService, startService } from '@resource-catalogue/testing/running-service';
import { type Call, connect } from './connect.js';

const execute = promisify(execFile);
const dist = fileURLToPath(new URL('../packaging/dist', import.meta.url));

let service: RunningService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-mcp-'));
  service = await startService({}, {});
  const npm = (...args: readonly string[]) => execute('npm', args, { cwd: folder });
  await writeFile(join(folder, 'package.json'), '{ "name": "empty", "private": true }');
  const { stdout } = await npm('pack', '--silent', '--pack-destination', folder, dist);
  await npm('install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${stdout.trim()}`);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const npx = ['--offline', '@resource-catalogue/mcp'];
const environment = (token: string) => ({ CATALOGUE_URL: service.baseUrl, CATALOGUE_TOKEN: token });

async function overStdio(use: (call: Call) => Promise<void>): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment(service.token) };
  const { client, call } = await connect(new StdioClientTransport({ command: 'npx', args: npx, cwd: folder, env }));
  await use(call);
  await client.close();
}

async function overHttp(use: (call: Call) => Promise<void>): Promise<void> {
  const program = run('npx', [...npx, '--http', '0'], environment('rct_of_nobody'), { cwd: folder, detached: true });
  const url = new URL((await program.untilOutput(/^http\S+\n/)).trim());
  const requestInit = { headers: { authorization: `Bearer ${service.token}` } };
  await use((await connect(new StreamableHTTPClientTransport(url, { requestInit }))).call);
}

describe.each([
  ['stdio', overStdio],
  ['streamable HTTP', overHttp],
])('the installed package over %s', (_, over) => {
  it('finds the laser that is free on Saturday from 10 to 18 for two hours', async () => {
    const client = createClient(service);
    const machines = (
      await client.machines.list({ filters: { soft_deleted: { eq: false } } }).toArray({ max: 1000 })
    ).filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes('laser'));
    expect(machines.length).toBeGreaterThan(0);
    await over(async (call) => {
      const when = { start: '2026-03-07 10:00', end: '2026-03-07 18:00', duration: 120 };
      const { json, text, isError } = await call('free_times', { machine: 'laser', ...when });
      expect([isError, isError && text]).toEqual([false, false]);
      const results = asArray(json['results']).map(asObject);
      expect(results.length).toBe(machines.length);
      for (const machine of machines) {
        const { data: space } = await client.spaces.get(machine.space.id);
        const { start: day } = dayIn(space.time_zone, '2026-03-07');
        const at = (hours: number) => new Date(day.getTime() + hours * 3_600_000);
        const query = { machine: machine.id, start: at(10), end: at(18), duration: 120, openingHours: true };
        const { times, units } = await freeTimes(client, query);
        const local = (time: Date) => time.toLocaleString('sv-SE', { timeZone: space.time_zone }).slice(0, 16);
        const shown = times.map(({ start, end }) => ({ start: local(start), end: local(end) }));
        const result = results.find((one) => String(one['machine']).includes(machine.id));
        expect(result).toMatchObject({ time_zone: space.time_zone, times: shown });
        expect(asArray(result?.['units']).length).toBe(units.length);
      }
      expect(text).toMatch(/"start":"2026-03-07 1\d:\d\d"/);
    });
  });
});

it('returns the errors of the service for filters', () =>
  overStdio(async (call) => {
    const filters = { state: { in: ['draft'] }, colour: { in: ['red'] } };
    const { isError, text } = await call('list', { collection: 'bookings', filters });
    expect(isError).toBe(true);
    expect(text).toMatch(/^Invalid request \(400\): /);
    expect(text).toMatch(/^- filters\[state\]\[in\]: .*\bpending, confirmed\b/m);
    expect(text).toMatch(/^- filters\[colour\]\[in\]: .*\bUse one of id, created_at\b/m);
  }));

it('the installed package reports a missing token, and contains its licence and its manual', async () => {
  const { code, stderr } = await run('npx', npx, { CATALOGUE_URL: service.baseUrl }, { cwd: folder }).ended;
  expect([code, stderr]).toEqual([1, 'error: set CATALOGUE_TOKEN to an access token of the catalogue\n']);
  const read = (file: string) => readFile(join(folder, 'node_modules/@resource-catalogue/mcp', file), 'utf8');
  expect([await read('LICENSE'), await read('README.md')]).toEqual([
    expect.stringMatching(/^MIT/),
    expect.stringContaining('CATALOGUE_TOKEN'),
  ]);
});
