import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';
import { expectProblem, errorsOf } from './support/problems.js';
import { asAnswer, exchange, headerOf, requestText } from './support/raw-client.js';

describe('HTTP-9: requests of which it is not clear whom or what they mean', () => {
  let service: TestService;
  let authorization: string;
  beforeAll(async () => {
    service = await startTestService('embedded');
    authorization = `Authorization: Bearer ${service.token}`;
  });
  afterAll(() => service.close());

  /** The errors, each as its header and code, of a request that is refused together with its connection. */
  async function errors(lines: readonly string[]): Promise<string[]> {
    const { answers, closed } = await exchange(service.port, [...lines, '', ''].join('\r\n'), { answers: 2 });
    const [answer] = answers;
    expect([answers.length, closed, answer && headerOf(answer, 'Connection')]).toEqual([1, true, 'close']);
    return errorsOf(expectProblem(asAnswer(answer), 'invalid_request')).map(
      ({ header, code }) => `${String(header)} ${String(code)}`,
    );
  }

  const list = 'GET /api/v1/spaces HTTP/1.1';

  it.each([
    ['no Host', [], ['Host required']],
    ['no Host but one in the target', [], ['Host required'], 'GET http://a/api/v1/spaces HTTP/1.1'],
    ['two Hosts', ['Host: a', 'host: b'], ['Host duplicate']],
    ['one Host twice', ['Host: a', 'Host: a'], ['Host duplicate']],
    ['a list of Hosts', ['Host: a, b'], ['Host invalid_value']],
    ['a Host that is a URL', ['Host: http://a'], ['Host invalid_value']],
    ['a Host with a user', ['Host: me@a'], ['Host invalid_value']],
    ['a Host with a port that is none', ['Host: a:99999'], ['Host invalid_value']],
    ['an address that is none', ['Host: 300.300.300.300'], ['Host invalid_value']],
    ['a broken Host behind a good target', ['Host: a b'], ['Host invalid_value'], 'GET http://a/ HTTP/1.1'],
    ['a broken target', ['Host: a'], ['Host invalid_value'], 'GET http://[::1/api/v1/spaces HTTP/1.1'],
    ['a target with a user', ['Host: a'], ['Host invalid_value'], 'GET http://me@a/api/v1/spaces HTTP/1.1'],
    ['two tokens', ['Host: a', 'AUTH', 'AUTH'], ['Authorization duplicate']],
    ['two types', ['Host: a', 'Content-Type: text/html', 'Content-Type: text/css'], ['Content-Type duplicate']],
    [
      'all of it',
      ['Host: ü', 'Host: b', 'AUTH', 'AUTH'],
      ['Host duplicate', 'Authorization duplicate', 'Host invalid_value'],
    ],
  ])('%s: 400, with a token and without', async (_, headers, expected, line = list) => {
    expect(await errors([line, ...headers.map((header) => header.replace('AUTH', authorization))])).toEqual(expected);
    if (headers.includes('AUTH') || line !== list) return;
    expect(await errors([line, ...headers, authorization])).toEqual(expected);
    expect(await errors(['GET / HTTP/1.1', ...headers])).toEqual(expected);
  });

  it.each([
    ['HTTP/1.1', 'Host: '],
    ['HTTP/1.1', 'Host: catalogue_1.test:8080'],
    ['HTTP/1.1', 'Host: [::1]:80'],
    ['HTTP/1.0', 'Host: a'],
    ['HTTP/1.0', 'X-None: a'],
  ])('%s with %j is answered', async (version, header) => {
    const bytes = `GET /api/v1/spaces ${version}\r\n${header}\r\n${authorization}\r\n\r\n`;
    expect((await exchange(service.port, bytes)).answers.map(({ status }) => status)).toEqual([200]);
  });

  it('of other headers that come twice each has a meaning', async () => {
    const ask = async (line: string, headers: readonly string[], body = '') =>
      asAnswer((await exchange(service.port, requestText(line, [authorization, ...headers], body))).answers[0]);
    const tag = String((await ask(list, [])).headers['etag']);
    expect((await ask(list, ['If-None-Match: "a"', `If-None-Match: ${tag}`])).status).toBe(304);
    expect((await ask(list, ['Accept: text/html', 'Accept: application/json'])).status).toBe(200);
    expect((await ask(list, ['X-Request-Id: a', 'X-Request-Id: b'])).headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    const write = ['Content-Type: application/json', 'Content-Length: 2'];
    const create = 'POST /api/v1/projects HTTP/1.1';
    expectProblem(
      await ask(create, [...write, 'Content-Encoding: identity', 'Content-Encoding: gzip'], '{}'),
      'unsupported_media_type',
    );
    const keys = await ask(create, [...write, 'Idempotency-Key: a', 'Idempotency-Key: b'], '{}');
    expect(errorsOf(expectProblem(keys, 'invalid_request'))).toContainEqual(
      expect.objectContaining({ header: 'Idempotency-Key', code: 'invalid_value' }),
    );
    const id = '00000000-0000-7000-8000-000000000000';
    const patch = await ask(
      `PATCH /api/v1/projects/${id} HTTP/1.1`,
      [...write, 'If-Match: "a"', 'If-Match: "b"'],
      '{}',
    );
    expectProblem(patch, 'not_found');
  });
});
