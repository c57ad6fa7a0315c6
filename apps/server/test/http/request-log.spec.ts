import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { createToken, newAccessToken } from '@resource-catalogue/tokens';
import { openLog, readConfiguration } from '@resource-catalogue/program';
import { type JsonObject, objectOf } from '@resource-catalogue/testing/json';
import { ownDatabase, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { until } from '@resource-catalogue/testing/until';
import { createApp } from '../../src/create-app.js';
import { exchange, requestText } from './support/raw-client.js';

describe('the log', () => {
  const lines: string[] = [];
  let copy: TestDatabase;
  let port: number;
  let server: Server;
  let stop: () => Promise<void>;
  let good: { id: string; token: string };
  const bad = newAccessToken();
  /** As of an OpenID provider; nobody has to believe it. */
  const jwt = ['{"alg":"RS256","typ":"JWT"}', '{"iss":"https://login.example.org","sub":"ada"}', 'r'.repeat(64)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

  beforeAll(async () => {
    copy = await ownDatabase();
    const scopes = ['read', 'projects:write'] as const;
    good = await createToken(copy.database.prisma, { name: 'test', scopes, quota: null, expiresAt: null });
    const logger = openLog({ logFormat: 'json', logLevel: 'trace' }, { write: (line) => lines.push(line) });
    const app = await createApp(readConfiguration({ TRUST_PROXY: '1' }), copy.database, logger);
    await app.listen(0, '127.0.0.1');
    port = Number(new URL(await app.getUrl()).port);
    server = app.getHttpServer();
    stop = () => app.close();
  });
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
    const left = () => logged().filter((line) => line['requestId'] === 'left');
    // The embedded database has one connection: while this transaction lasts, no list is answered.
    const leaving = async () => {
      const arrived = once(server, 'request');
      const socket = connectTo(port);
      const header = `Authorization: Bearer ${good.token}`;
      socket.write(requestText('GET /api/v1/spaces HTTP/1.1', [header, 'X-Request-Id: left']));
      await arrived;
      socket.resetAndDestroy();
      await until(() => left().length > 0);
    };
    await copy.database.session((session) => session.transaction(leaving));
    expect(left()).toMatchObject([{ msg: 'cut off' }]);
  });

  /** A token as clients come to send it: as it is, in part encoded, and encoded again on the way. */
  const formsOf = (token: string): string[] => [
    token,
    token.replace('r', '%72'),
    token.replace('r', '%2572').replace('_', '%255F'),
  ];

  const requestsWith = (
    sent: string,
    header: string,
  ): (readonly [line: string, headers: readonly string[], body?: string])[] => [
    ...[`/api/v1/${sent}`, `/api/v1/spaces/${sent}`, `/problems/${sent}`, `/${sent}`, `http://${sent}:${sent}@a/`].map(
      (target) => [`GET ${target} HTTP/1.1`, [header]] as const,
    ),
    ...[
      `${sent}=1`,
      `access_token=${sent}`,
      `filters[${sent}][in]=a`,
      `filters[id][${sent}]=a`,
      `filters[id][in]=${sent}`,
    ]
      .concat([`filters[email][in]=${sent}`, `sort=${sent}`, `limit=${sent}`, `cursor=${sent}`, `limit=1&%zz${sent}`])
      .map((query) => [`GET /api/v1/users?${query} HTTP/1.1`, [header]] as const),
    ...[`GET /api/v1/spaces/00000000-0000-7000-8000-000000000000?${sent} HTTP/1.1`].map(
      (line) => [line, [header]] as const,
    ),
    ...['X-Request-Id', 'Cookie', 'Referer', 'Origin', 'Accept', 'If-None-Match', 'X-Forwarded-Host', 'Range', 'Expect']
      .concat(['X-Forwarded-Proto', 'X-Forwarded-For', 'Content-Type', sent.replaceAll('%', '')])
      .flatMap((name) => ['/api/v1/spaces', '/nothing', '/openapi.json'].map((path) => [path, name] as const))
      .map(([path, name]) => [`GET ${path} HTTP/1.1`, [header, `${name}: ${sent}`]] as const),
    ['GET /api/v1/spaces HTTP/1.1', [`Authorization: Basic ${sent}`]],
    ['POST /api/v1/projects HTTP/1.1', [header, `Idempotency-Key: ${sent} ${sent}`], `{"${sent}":1,"name":"${sent}"}`],
    [
      'POST /api/v1/projects HTTP/1.1',
      [header],
      `{"steps":[{"${sent}":1,"id":"${sent}"}],"tags":["${sent}","${sent}"]}`,
    ],
    ['POST /api/v1/projects HTTP/1.1', [header], `{"${sent}":1,"${sent}":"\\ud800","author_id":"${sent}"}`],
    ['POST /api/v1/projects HTTP/1.1', [header], `${sent}`],
  ];

  it('AUTH-4, ERR-5: neither an answer nor the log at any level holds a token, wherever a client put it', async () => {
    const answers: string[] = [];
    const statuses = new Set<number>();
    const ask = async (bytes: string): Promise<void> => {
      for (const answer of (await exchange(port, bytes)).answers) {
        statuses.add(answer.status);
        answers.push(`${answer.headers.join('\n')}\n\n${answer.body.toString()}`);
      }
    };
    for (const token of [good.token, bad, jwt]) {
      for (const sent of formsOf(token)) {
        for (const [line, headers, body = ''] of requestsWith(sent, `Authorization: Bearer ${good.token}`)) {
          const type = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
          await ask(requestText(line, [...headers, ...type], body));
        }
        for (const target of ['/', '/nothing', '/api/v1/spaces?limit=1', '/openapi.json', 'http://host/'].map((path) =>
          path.replace('host', sent),
        )) {
          await ask(`GET ${target} HTTP/1.1\r\nHost: ${sent}\r\nAuthorization: Bearer ${good.token}\r\n\r\n`);
        }
      }
      await ask(requestText('GET /api/v1/spaces HTTP/1.1', [`Authorization: Bearer ${token}`]));
    }
    await copy.database.close();
    // The look-up fails now, and what failed is logged with all that the database said of it.
    for (const token of [newAccessToken(), bad]) {
      await ask(requestText('GET /api/v1/spaces HTTP/1.1', [`Authorization: Bearer ${token}`, `X-Request-Id: ${bad}`]));
    }
    expect([...statuses].sort()).toEqual([200, 400, 401, 404, 406, 503]);
    expect(logged().map((line) => line['status'])).toEqual(expect.arrayContaining([...statuses]));
    for (const token of [good.token, bad, jwt]) {
      const secret = token.slice(-45, -15);
      expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    }
  });
});
