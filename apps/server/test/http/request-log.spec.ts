import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo } from '@resource-catalogue/testing/sockets';
import { newAccessToken } from '@resource-catalogue/tokens';
import { openLog } from '@resource-catalogue/program';
import { type JsonObject, objectOf } from '@resource-catalogue/testing/json';
import { ownDatabase } from '@resource-catalogue/database/testing/databases';
import { until } from '@resource-catalogue/testing/until';
import { startOn, type TestService } from '../support/service.js';
import { exchange, headerOf, requestText } from './support/raw-client.js';

describe('the log', () => {
  const lines: string[] = [];
  let service: TestService;
  let good: { id: string; token: string };
  const bad = newAccessToken();
  /** Looks like a token of an OpenID provider. */
  const jwt = ['{"alg":"RS256","typ":"JWT"}', '{"iss":"https://login.example.org","sub":"ada"}', 'r'.repeat(64)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

  beforeAll(async () => {
    const logger = openLog({ logFormat: 'json', logLevel: 'trace' }, { write: (line) => lines.push(line) });
    service = await startOn(await ownDatabase(), { trustProxy: 1 }, { logger });
    good = await service.newToken();
  });
  afterAll(() => service.close());

  const logged = (): JsonObject[] => lines.map((line) => objectOf(JSON.parse(line)));
  const ask = (line: string, headers: readonly string[] = []) => exchange(service.port, requestText(line, headers));

  it('each answer has one line in the log, with its request id, token, path and status', async () => {
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

  it('ERR-4: the log has a line for what the HTTP parser refuses, without what was sent', async () => {
    const { answers } = await exchange(service.port, `GET /${good.token} HTTP/1.1\r\nX A: ${good.token}\r\n\r\n`);
    const refused = logged().filter((line) => line['msg'] === 'refused');
    const requestId = answers[0] && headerOf(answers[0], 'X-Request-Id');
    expect(JSON.stringify(refused)).not.toContain(good.token);
    expect(refused).toMatchObject([{ requestId, status: 400, reason: expect.stringMatching(/^HPE_/) }]);
  });

  it('the log tells answers that were cut off', async () => {
    const left = () => logged().filter((line) => line['requestId'] === 'left');
    // The embedded database has one connection: while this transaction lasts, no list is answered.
    const leaving = async () => {
      const socket = connectTo(service.port);
      const header = `Authorization: Bearer ${good.token}`;
      socket.write(requestText('GET /api/v1/spaces HTTP/1.1', [header, 'X-Request-Id: left']));
      // What earlier connections sent has been read once a later one has its answer.
      await service.request('/health/live');
      socket.resetAndDestroy();
      await until(() => left().length > 0);
    };
    await service.database.session((session) => session.transaction(leaving));
    expect(left()).toMatchObject([{ msg: 'cut off' }]);
  });

  /** Everywhere in a request where a client may have put a token, by its first line, headers and body. */
  function requestsWith(sent: string): (readonly [line: string, headers?: readonly string[], body?: string])[] {
    const targets = ['/api/v1/SENT', '/api/v1/spaces/SENT', '/problems/SENT', '/SENT', 'http://SENT:SENT@a/'];
    const queries = [
      ...['SENT=1', 'filters[SENT][in]=a', 'filters[id][SENT]=a', 'filters[id][in]=SENT', 'filters[email][in]=SENT'],
      ...['sort=SENT', 'limit=SENT', 'cursor=SENT', 'limit=1&%zzSENT'],
    ];
    const names = [
      ...['X-Request-Id', 'Cookie', 'Referer', 'Origin', 'Accept', 'If-None-Match', 'X-Forwarded-Host', 'Range'],
      ...['Expect', 'X-Forwarded-Proto', 'X-Forwarded-For', 'Content-Type', sent.replaceAll('%', '')],
    ];
    const bodies = [
      '{"SENT":1,"name":"SENT"}',
      '{"steps":[{"SENT":1,"id":"SENT"}],"tags":["SENT","SENT"]}',
      '{"SENT":1,"SENT":"\\ud800","author_id":"SENT"}',
      'SENT',
    ].map((body) => body.replaceAll('SENT', sent));
    const get = (target: string): string => `GET ${target.replaceAll('SENT', sent)} HTTP/1.1`;
    return [
      ...[...targets, ...queries.map((query) => `/api/v1/users?${query}`)].map((target) => [get(target)] as const),
      [get('/api/v1/spaces/00000000-0000-7000-8000-000000000000?SENT')],
      ...names.map((name) => [get('/api/v1/spaces'), [`${name}: ${sent}`]] as const),
      ...['/nothing', '/openapi.json'].map((path) => [get(path), [`X-Forwarded-Host: ${sent}`]] as const),
      ...['/nothing', '/openapi.json', 'http://SENT/'].map((path) => [get(path), [`Host: ${sent}`]] as const),
      ...bodies.map((body) => ['POST /api/v1/projects HTTP/1.1', [`Idempotency-Key: ${sent} a`], body] as const),
    ];
  }

  it('AUTH-4, ERR-5: neither an answer nor the log at any level holds a token, wherever a client put it', async () => {
    const answers: string[] = [];
    const statuses = new Set<number>();
    const send = async (bytes: string): Promise<void> => {
      for (const answer of (await exchange(service.port, bytes)).answers) {
        statuses.add(answer.status);
        answers.push(`${answer.headers.join('\n')}\n\n${answer.body.toString()}`);
      }
    };
    const encoded = good.token.replace('r', '%72');
    const twiceEncoded = good.token.replace('r', '%2572').replace('_', '%255F');
    for (const sent of [good.token, encoded, twiceEncoded, jwt]) {
      for (const [line, headers = [], body = ''] of requestsWith(sent)) {
        const type = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
        const all = [`Authorization: Bearer ${good.token}`, ...headers, ...type];
        const text = requestText(line, all, body);
        await send(headers[0]?.startsWith('Host') ? text.replace('Host: catalogue.test\r\n', '') : text);
      }
      for (const scheme of ['Bearer', 'Basic']) {
        await send(requestText('GET /api/v1/spaces HTTP/1.1', [`Authorization: ${scheme} ${sent}`]));
      }
    }
    await service.database.close();
    // The look-up fails now, and what failed is logged with all that the database said of it.
    for (const token of [newAccessToken(), bad]) {
      await send(
        requestText('GET /api/v1/spaces HTTP/1.1', [`Authorization: Bearer ${token}`, `X-Request-Id: ${bad}`]),
      );
    }
    // ERR-3: the service is live, and neither ready nor able to answer from data.
    for (const [path, status] of [
      ['/', 200],
      ['/health/live', 200],
      ['/health/ready', 503],
      ['/api/v1/spaces/00000000-0000-7000-8000-000000000000', 503],
    ] as const) {
      const headers = [`Authorization: Bearer ${good.token}`];
      const [answer] = (await exchange(service.port, requestText(`GET ${path} HTTP/1.1`, headers))).answers;
      expect([path, answer?.status]).toEqual([path, status]);
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
