import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { newAccessToken } from '../../src/auth/access-token.js';
import { createToken } from '../../src/auth/token-admin.js';
import { createApp } from '../../src/create-app.js';
import { readSettings } from '../../src/settings/settings.js';
import { type JsonObject, objectOf } from '../support/json.js';
import { copyInMemory, type TestDatabase } from '../support/databases.js';
import { exchange, requestText } from './support/raw-client.js';

describe('the log', () => {
  const lines: string[] = [];
  let copy: TestDatabase;
  let port: number;
  let stop: () => Promise<void>;
  let good: { id: string; token: string };
  const bad = newAccessToken();

  beforeAll(async () => {
    copy = await copyInMemory('embedded');
    const scopes = ['read'] as const;
    good = await createToken(copy.database.prisma, { name: 'test', scopes, quota: null, expiresAt: null });
    const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
    const app = await createApp(readSettings({}), copy.database, logger);
    await app.listen(0, '127.0.0.1');
    port = Number(new URL(await app.getUrl()).port);
    stop = () => app.close();
  }, 60_000);
  afterAll(async () => {
    await stop();
    await copy.drop();
  });

  const logged = (): JsonObject[] => lines.map((line) => objectOf(JSON.parse(line)));
  const ask = (line: string, headers: readonly string[] = []) => exchange(port, requestText(line, headers));

  it('has one line for each answer, with what finds it again', async () => {
    await ask('GET /api/v1/spaces?filters[id][in]=x HTTP/1.1', [
      `Authorization: Bearer ${good.token}`,
      'X-Request-Id: mine',
    ]);
    await ask('GET /nothing HTTP/1.1', ['X-Request-Id: other']);
    const answered = logged().filter((line) => line['msg'] === 'answered');
    expect(answered.filter((line) => line['requestId'] === 'mine')).toMatchObject([
      { method: 'GET', path: '/api/v1/spaces', status: 400, token: good.id },
    ]);
    expect(answered.filter((line) => line['requestId'] === 'other')).toMatchObject([{ path: '/nothing', status: 404 }]);
  });

  it('tells an answer that was cut off from one that was not', async () => {
    let release: () => void = () => undefined;
    // The embedded database has one connection: while this transaction lasts, no list is answered.
    const held = copy.database.copying(() => new Promise<void>((resolve) => (release = resolve)));
    const socket = connect(port, '127.0.0.1');
    const header = `Authorization: Bearer ${good.token}`;
    socket.write(requestText('GET /api/v1/spaces HTTP/1.1', [header, 'X-Request-Id: left']));
    await sleep(200);
    socket.resetAndDestroy();
    await sleep(100);
    release();
    await held;
    expect(logged().filter((line) => line['requestId'] === 'left')).toMatchObject([{ msg: 'cut off' }]);
  });

  it('AUTH-4, ERR-5: holds no token at any level, wherever a client put it', async () => {
    for (const token of [good.token, bad]) {
      const header = `Authorization: Bearer ${token}`;
      await ask(`GET /api/v1/spaces HTTP/1.1`, [header]);
      await ask(`GET /api/v1/spaces?access_token=${token} HTTP/1.1`);
      await ask(`GET /api/v1/${token} HTTP/1.1`, [header]);
      await ask(`GET /api/v1/spaces/${token} HTTP/1.1`, [header]);
      await ask(`GET /problems/${token} HTTP/1.1`);
      await ask(`GET /api/v1/spaces HTTP/1.1`, [header, `X-Request-Id: ${token}`]);
      await ask(`GET /api/v1/spaces HTTP/1.1`, [header, `Cookie: token=${token}`, `Referer: http://a/?t=${token}`]);
      await ask(`POST /api/v1/spaces HTTP/1.1`, [`Authorization: Basic ${token}`]);
      await ask(`GET http://${token}:${token}@a/api/v1/spaces HTTP/1.1`, [header]);
    }
    await copy.database.close();
    // The look-up fails now, and what failed is logged with all that the database said of it.
    await ask('GET /api/v1/spaces HTTP/1.1', [`Authorization: Bearer ${newAccessToken()}`]);
    await ask('GET /api/v1/spaces HTTP/1.1', [`Authorization: Bearer ${bad}`, `X-Request-Id: ${bad}`]);
    expect(logged().length).toBeGreaterThan(18);
    expect(logged().map((line) => line['status'])).toEqual(expect.arrayContaining([200, 400, 401, 404, 503]));
    const text = lines.join('');
    for (const token of [good.token, bad]) expect(text).not.toContain(token.slice(4, 30));
  });
});
