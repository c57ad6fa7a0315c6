import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { newAccessToken } from '@resource-catalogue/tokens';
import { openLog } from '@resource-catalogue/program';
import { type JsonObject, asObject } from '@resource-catalogue/testing/json';
import { whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { seededDatabase } from '@resource-catalogue/database/testing/databases';
import { until } from '@resource-catalogue/testing/until';
import { startOn, type TestService } from '../support/service.js';
import { responseTo, exchange, requestText } from './support/raw-client.js';

describe('the log of requests', () => {
  const lines: string[] = [];
  let service: TestService;
  let good: { id: string; token: string };
  const bad = newAccessToken();
  /** A text that looks like an OpenID provider's token. */
  const jwt = ['{"alg":"RS256","typ":"JWT"}', '{"iss":"https://login.example.org","sub":"ada"}', 'r'.repeat(64)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

  beforeAll(async () => {
    const logger = openLog({ logFormat: 'json', logLevel: 'trace' }, { write: (line) => lines.push(line) });
    service = await startOn(await seededDatabase(), { trustProxy: 1 }, { logger });
    good = await service.newToken();
  });
  afterAll(() => service.close());

  const logged = (): JsonObject[] => lines.map((line) => asObject(JSON.parse(line)));
  const ask = (line: string, headers: readonly string[] = []) => responseTo(service.port, requestText(line, headers));

  it('each response has one line in the log, with its request id, token, path and status', async () => {
    const headers = [`Authorization: Bearer ${good.token}`, 'X-Request-Id: mine'];
    await ask('GET /api/v1/spaces?filters[id][in]=x HTTP/1.1', headers);
    await ask('GET /nothing HTTP/1.1', ['X-Request-Id: other']);
    const completed = logged().filter((line) => ['mine', 'other'].includes(String(line['requestId'])));
    expect(completed).toMatchObject([
      { msg: 'completed', method: 'GET', path: '/api/v1/spaces', status: 400, token: good.id },
      { msg: 'completed', path: '/nothing', status: 404 },
    ]);
  });

  it('ERR-4: a request rejected by the parser is logged without its content', async () => {
    const { headers } = await responseTo(service.port, `GET /${good.token} HTTP/1.1\r\nX A: ${good.token}\r\n\r\n`);
    const rejected = logged().filter((line) => line['msg'] === 'rejected');
    expect(JSON.stringify(rejected)).not.toContain(good.token);
    expect(rejected).toMatchObject([
      { requestId: headers['x-request-id'], status: 400, reason: expect.stringMatching(/^HPE_/) },
    ]);
  });

  it('a response that was cut off is logged as such', async () => {
    const left = () => logged().filter((line) => line['requestId'] === 'left');
    // While the table is locked, its lists wait.
    await whileHeld(service.location.databaseUrl, 'LOCK TABLE spaces IN ACCESS EXCLUSIVE MODE', async () => {
      const socket = connectTo(service.port);
      const header = `Authorization: Bearer ${good.token}`;
      socket.write(requestText('GET /api/v1/spaces HTTP/1.1', [header, 'X-Request-Id: left']));
      // A response on a later connection proves that earlier bytes were read.
      await service.request('/health/live');
      socket.resetAndDestroy();
      await until(() => left().length > 0);
    });
    expect(left()).toMatchObject([{ msg: 'response cut off' }]);
  });

  /** Requests with a token in every place where a client may put it. */
  function requestsWith(sent: string): string[] {
    const queries = `SENT=1 filters[SENT][in]=a filters[id][SENT]=a filters[id][in]=SENT filters[email][in]=SENT
      sort=SENT limit=SENT cursor=SENT limit=1&%zzSENT`.split(/\s+/);
    const targets = `/api/v1/SENT /api/v1/spaces/SENT /problems/SENT /SENT http://SENT:SENT@a/ http://SENT/
      /api/v1/spaces/00000000-0000-7000-8000-000000000000?SENT`.split(/\s+/);
    const names = `X-Request-Id Cookie Referer Origin Accept If-None-Match X-Forwarded-Host Range Expect
      X-Forwarded-Proto X-Forwarded-For Content-Type ${sent.replaceAll('%', '')}`.split(/\s+/);
    const bodies = [
      '{"SENT":1,"name":"SENT"}',
      '{"steps":[{"SENT":1,"id":"SENT"}],"tags":["SENT","SENT"]}',
      '{"SENT":1,"SENT":"\\ud800","author_id":"SENT"}',
      'SENT',
    ].map((body) => body.replaceAll('SENT', sent));
    const authorization = `Authorization: Bearer ${good.token}`;
    const get = (path: string, ...headers: string[]) =>
      requestText(`GET ${path.replaceAll('SENT', sent)} HTTP/1.1`, headers);
    const post = (body: string) => {
      const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      const all = [authorization, `Idempotency-Key: ${sent} a`, ...headers];
      return requestText('POST /api/v1/projects HTTP/1.1', all, body);
    };
    return [
      ...[...targets, ...queries.map((query) => `/api/v1/users?${query}`)].map((path) => get(path, authorization)),
      ...names.map((name) => get('/api/v1/spaces', authorization, `${name}: ${sent}`)),
      ...['/nothing', '/openapi.json'].flatMap((path) => [
        get(path, `X-Forwarded-Host: ${sent}`),
        get(path).replace('catalogue.test', sent),
      ]),
      ...bodies.map(post),
      ...['Bearer', 'Basic'].map((scheme) => get('/api/v1/spaces', `Authorization: ${scheme} ${sent}`)),
    ];
  }

  it('AUTH-4, ERR-5: neither a response nor the log at any level contains a token sent by a client', async () => {
    const responses: string[] = [];
    const statuses = new Set<number>();
    const send = async (bytes: string): Promise<number | undefined> => {
      const [response] = (await exchange(service.port, bytes)).responses;
      if (response) statuses.add(response.status);
      responses.push(JSON.stringify([response?.headers, response?.text]));
      return response?.status;
    };
    const encoded = good.token.replace('r', '%72');
    const twiceEncoded = good.token.replace('r', '%2572').replace('_', '%255F');
    for (const request of [good.token, encoded, twiceEncoded, jwt].flatMap(requestsWith)) await send(request);
    await service.database.close();
    // The lookup now fails and is logged with the database's message.
    // ERR-3: the service is live, but not ready, and cannot read its data.
    for (const [path, status, token] of [
      ['/api/v1/spaces', 503, newAccessToken()],
      ['/api/v1/spaces', 503, bad],
      ['/', 200, good.token],
      ['/health/live', 200, good.token],
      ['/health/ready', 503, good.token],
      ['/api/v1/spaces/00000000-0000-7000-8000-000000000000', 503, good.token],
    ] as const) {
      const headers = [`Authorization: Bearer ${token}`, `X-Request-Id: ${bad}`];
      expect([path, await send(requestText(`GET ${path} HTTP/1.1`, headers))]).toEqual([path, status]);
    }
    expect([...statuses].sort()).toEqual([200, 400, 401, 404, 406, 503]);
    expect(logged().map((line) => line['status'])).toEqual(expect.arrayContaining([...statuses]));
    for (const token of [good.token, bad, jwt]) {
      const secret = token.slice(-45, -15);
      expect([...responses, ...lines].filter((text) => text.includes(secret))).toEqual([]);
    }
  });
});
