import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/database/open-database.js';
import { databaseKinds } from '../support/databases.js';
import { type Instance, startInstance, type TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';
import { start } from './support/start.js';

describe('without its embedded database', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await start('embedded');
    expect((await service.request('/health/ready')).status).toBe(200);
    await service.database.close();
  }, 60_000);
  afterAll(() => service.close());

  it('ERR-3, ERR-5: the service is live but not ready, and every operation is unavailable', async () => {
    await expectUnavailable(service);
  });
});

// Only a database of its own process can be on the other end of a line.
for (const kind of databaseKinds.filter((each) => each === 'postgres'))
  describe('behind a broken line to PostgreSQL', () => {
    let home: TestService;
    let line: Line;
    let service: Instance;
    let close: () => Promise<void>;

    beforeAll(async () => {
      home = await start(kind);
      const url = new URL(home.location.databaseUrl ?? '');
      line = await openLine(url.hostname, Number(url.port || '5432'));
      url.hostname = '127.0.0.1';
      url.port = String(line.port);
      const database = await openDatabase({ ...home.location, databaseUrl: url.href });
      service = await startInstance(database, home.token);
      close = async () => {
        await service.close();
        await database.close();
      };
    }, 60_000);
    afterAll(async () => {
      await close();
      await line.close();
      await home.close();
    });

    it('ERR-3, ERR-5: the service is unavailable while the line is cut, and recovers by itself', async () => {
      for (let round = 0; round < 2; round += 1) {
        expect((await service.request('/api/v1/spaces')).status).toBe(200);
        line.cut();
        await expectUnavailable(service);
        line.mend();
        expect((await service.request('/health/ready')).status).toBe(200);
      }
      expect((await service.request('/api/v1/spaces')).status).toBe(200);
    });

    it('VER-1: readiness is refused in time when the database keeps silent', async () => {
      expect((await service.request('/health/ready')).status).toBe(200);
      line.hush();
      const begin = performance.now();
      expectProblem(await service.request('/health/ready'), 'unavailable');
      expect(performance.now() - begin).toBeLessThan(4000);
      expect((await service.request('/health/live')).status).toBe(200);
      line.cut();
      line.mend();
    });
  });

async function expectUnavailable(service: Pick<Instance, 'request'>): Promise<void> {
  expect((await service.request('/health/live')).status).toBe(200);
  expect((await service.request('/')).status).toBe(200);
  for (const path of ['/health/ready', '/api/v1/spaces', '/api/v1/spaces/00000000-0000-7000-8000-000000000000']) {
    const answer = await service.request(path);
    expectProblem(answer, 'unavailable');
    expect(answer.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
    expect(answer.text).not.toMatch(/pglite|postgres|ECONN|prisma|5432/i);
  }
}

/** A line to a server that can be cut, or left open but silent. */
interface Line {
  readonly port: number;
  cut(): void;
  hush(): void;
  mend(): void;
  close(): Promise<void>;
}

async function openLine(host: string, port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let open = true;
  const server: Server = createServer((near) => {
    if (!open) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The line has no port.');
  const cut = (): void => {
    open = false;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: address.port,
    cut,
    hush: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: () => {
      open = true;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
