import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { banner, seededFolder, startService, statusOf } from '@resource-catalogue/testing/running-program';

const delayUntilSignal = new URL('delay-until-signal.mjs', import.meta.url).href;

const connections = 40;
/** One address that keeps its clients waiting, and one that mostly waits for them. */
const paths = ['/api/v1/spaces?limit=1', '/health/live'];

/** Names the process that holds the folder. */
const lockOf = (folder: string): Promise<string> => readFile(join(folder, 'lock'), 'utf8');

interface Outcome {
  /** What the connection's last answer said of it. */
  readonly last: string | undefined;
  readonly errors: readonly string[];
}

/** Asks over one connection, each request right after the answer to the one before, until an answer says that it is the last. */
async function askUntilClosed(address: string, token: string): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}` };
  try {
    for (;;) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        httpRequest(address, { agent, headers }, resolve).on('error', reject).end();
      });
      expect(JSON.parse(await text(answer))).toBeInstanceOf(Object);
      expect(answer.statusCode).toBe(200);
      const last = answer.headers.connection;
      if (last === 'close') return { last, errors: [] };
    }
  } catch (error) {
    return { last: undefined, errors: [String(error)] };
  } finally {
    agent.destroy();
  }
}

async function connectionTo(url: string, bytes: string): Promise<Socket> {
  const socket = connectTo(Number(new URL(url).port));
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

async function readiness(url: string): Promise<string> {
  const answer = await fetch(`${url}/health/ready`).catch((error: unknown) => textOf(objectOf(error)['message']));
  if (typeof answer === 'string') return answer;
  await answer.arrayBuffer();
  return `${answer.status} ${answer.headers.get('connection')}`;
}

describe('HTTP-8: a service that stops', () => {
  it('HTTP-8: a service that stops at Ctrl-C breaks off no busy connection, ends idle ones, and releases its data directory', async () => {
    const folder = await seededFolder();
    const service = startService({ DATA_DIR: folder, RATE_LIMIT: '1000000/60s' });
    const { url, token = '' } = await banner(service);
    const request = `GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const [unused, idle] = [await connectionTo(url, ''), await connectionTo(url, request)];
    expect(await nextData(idle)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await lockOf(folder)).toContain(`process ${service.child.pid} on `);
    const loops = Array.from({ length: connections }, (_, index) =>
      askUntilClosed(`${url}${paths[index % paths.length]}`, token),
    );
    // One more, so that all others are known to be under way.
    expect(await statusOf(`${url}/api/v1/spaces`, token)).toBe(200);
    service.child.kill('SIGINT');
    const outcomes = await Promise.all(loops);
    expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
    expect(outcomes.map(({ last }) => last)).toEqual(Array(connections).fill('close'));
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await lockOf(folder)).toBe('');
    unused.destroy();
    idle.destroy();
  });

  it('HTTP-8: a service that stops is not ready first and still answers new connections; then takes none, and answers pending requests, whatever request never ends and whatever signal comes again', async () => {
    const service = startService({
      DATA_DIR: await seededFolder(),
      SHUTDOWN_DELAY: '300s',
      NODE_OPTIONS: `--import ${delayUntilSignal}`,
    });
    const { url, token = '' } = await banner(service);
    const authorization = `Authorization: Bearer ${token}\r\n`;
    const members = await fetch(`${url}/api/v1/members?filters[soft_deleted][eq]=false&limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const author = objectOf(arrayOf(objectOf(await members.json())['data'])[0])['id'];
    const body = JSON.stringify({ name: 'Sent slowly', author_id: author });
    const write = await connectionTo(
      url,
      `POST /api/v1/projects HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    expect(await readiness(url)).toBe('200 keep-alive');

    service.child.kill('SIGTERM');
    while ((await readiness(url)) === '200 keep-alive');
    expect(await readiness(url)).toBe('503 close');
    // The first one has been taken: of two that come at once the system makes one.
    service.child.kill('SIGTERM');
    const endless = await connectionTo(url, 'GET /api/v1/spaces HTTP/1.1\r\n');
    const read = await connectionTo(url, 'GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\n');
    // The earlier connections have sent theirs once this one has its answer.
    const answer = await fetch(`${url}/api/v1/spaces`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(arrayOf(objectOf(await answer.json())['data']).length).toBeGreaterThan(0);

    service.child.kill('SIGUSR2');
    while ((await readiness(url)) === '503 close');
    expect(await readiness(url)).toBe('fetch failed');
    read.write(`${authorization}\r\n`);
    write.write(body.slice(10));
    expect(await text(read)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*\{"data":\[[^]*\}$/);
    expect(await text(write)).toMatch(/^HTTP\/1\.1 201 [^]*\r\nConnection: close\r\n[^]*"name":"Sent slowly"[^]*\}$/);
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
    endless.destroy();
  });
});
