import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, isProblemCode } from '@resource-catalogue/contracts';
import fc from '@resource-catalogue/testing/fast-check';
import { asObject, asText } from '@resource-catalogue/testing/json';
import { measureCost } from '@resource-catalogue/testing/work';
import { type HttpResponse, startTestService, type TestService } from '../support/service.js';
import { errorsOf, expectProblem } from './support/problems.js';
import { responseTo, exchange, requestText } from './support/raw-client.js';

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startTestService();
  authorization = `Authorization: Bearer ${service.token}`;
});
afterAll(async () => {
  // The service still responds after all of them.
  expect((await service.request('/api/v1/users')).status).toBe(200);
  await service.close();
});

/** Sends a request unchanged, with the token unless other headers are given. */
const ask = (line: string, headers: readonly string[] = [authorization], body = '') =>
  responseTo(service.port, requestText(`${line} HTTP/1.1`, headers, body));

const plain = 'GET /api/v1/users';
const times = (text: string, length = 15_000) => text.repeat(length / text.length);
const numbers = Array.from({ length: 5000 }, (_, index) => index.toString(36));
// libs/list-query measures the cost of hostile queries.
const hostile: readonly (readonly [name: string, line: string, header: string])[] = [
  ['many parameters', `${plain}?${numbers.join('&').slice(0, 15_000)}`, 'Accept-Encoding: br'],
  ['nested brackets', `${plain}?filters${times('[a]')}=1`, 'Accept-Encoding: br'],
  ['raw bytes', `${plain}?sort=\u00ff\u00fe`, 'Accept-Encoding: br'],
  ['many types', plain, `Accept: ${numbers.join(',').slice(0, 15_000)}`],
  ['many commas', plain, `Accept: ${times(',')}`],
  ['a long type', plain, `Accept: ${times('a')}`],
  ['many quotes', plain, `If-None-Match: ${times('"')}`],
  ['many codings', plain, `Accept-Encoding: ${times('a,')}`],
  ['the OpenAPI document', 'GET /openapi.json', 'X-A: a'],
];

/** Details that a response must never show (ERR-5). */
const inside =
  /\n\s+at |node_modules|\/src\/|\/dist\/|\.[jt]s:\d|SELECT \w+\.|syntax error|prisma|pglite|postgres|ECONN/i;

function expectSound({ status, headers, text }: HttpResponse, method = 'GET'): void {
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect([200, 204, 304, 400, 401, 403, 404, 405, 406, 415]).toContain(status);
  if (status < 400) return;
  expect(headers['content-type']).toBe('application/problem+json');
  if (method === 'HEAD' || headers['content-encoding']) return;
  expect(text).not.toMatch(inside);
  const code = asText(asObject(JSON.parse(text))['code']);
  if (!isProblemCode(code)) throw new Error(`${code} is not a problem code.`);
  expectProblem({ status, headers, text }, code);
}

describe('hostile requests', () => {
  it('ERR-5, FILT-9: a hostile query or header is rejected or harmless, and costs less than fifty plain requests', async () => {
    // Code is compiled on its first run.
    for (const [, line, header] of hostile) expectSound(await ask(line, [authorization, header]));
    const usual = await measureCost(() => ask(plain));
    for (const [name, line, header] of hostile) {
      const cost = await measureCost(() => ask(line, [authorization, header]), 50 * usual);
      expect([name, cost < 50 * usual]).toEqual([name, true]);
    }
  });

  const text = (characters: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(characters, { maxLength }).map((parts) => parts.join(''));
  const oneOf = (words: string, more: readonly string[] = []) => fc.constantFrom(...words.split(' '), ...more);
  // All bytes that a request line may contain, with a preference for those with a meaning.
  const byte = fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code));
  const piece = fc.oneof(
    byte,
    oneOf('filters [ ] [in] [lt] = & , % %00 %5B + ? # / .. __proto__'),
    oneOf('limit sort cursor state created_at id true -1 2026-03-01 %ff http://'),
  );
  const names = collections.map(({ name }) => name);
  const path = fc.oneof(
    fc.constantFrom(...names.map((name) => `/api/v1/${name}`)),
    fc.tuple(fc.constantFrom(...names), text(piece, 8)).map(([name, id]) => `/api/v1/${name}/${id}`),
    text(piece, 10).map((rest) => `/${rest}`),
    text(piece, 10).map((rest) => `http://${rest}`),
    oneOf('* // /api/v1 /api/v1/ /docs /problems/ /health/ready'),
  );
  const value = text(fc.oneof(piece, oneOf('*/* gzip ;q=0 "', [' '])), 12);
  const header = fc
    .tuple(oneOf('Accept Accept-Encoding If-None-Match X-Request-Id Origin Host Range Cookie'), value)
    .map(([name, content]) => `${name}: ${content}`);
  const method = oneOf('GET GET GET HEAD OPTIONS POST PATCH DELETE TRACE');

  it('ERR-5: no request causes a 5xx, an endless wait or a leak of internal details', async () => {
    const headers = fc.array(header, { maxLength: 3 });
    const property = fc.asyncProperty(method, path, text(piece, 20), headers, async (verb, target, query, more) => {
      const bytes = requestText(`${verb} ${target}?${query} HTTP/1.1`, [authorization, ...more]);
      expectSound(await responseTo(service.port, bytes, { head: verb === 'HEAD' }), verb);
    });
    await fc.assert(property, { numRuns: 150, seed: 1 });
  });
});

const list = 'GET /api/v1/spaces HTTP/1.1';

// The conformance suite sends further headers of this kind.
it.each<[name: string, headers: string, errors: string, line?: string]>([
  ['no Host', '', 'Host required'],
  ['a Host in the target alone', '', 'Host required', 'GET http://a/api/v1/spaces HTTP/1.1'],
  ['a Host that is a URL', 'Host: http://a', 'Host invalid_value'],
  ['a Host that ends a link', 'Host: a>; rel="next"', 'Host invalid_value'],
  ['a Host with markup', 'Host: <script>alert(1)</script>', 'Host invalid_value'],
  ['an invalid port', 'Host: a:99999', 'Host invalid_value'],
  ['an invalid address', 'Host: 300.300.300.300', 'Host invalid_value'],
  ['an invalid Host and a valid target', 'Host: a b', 'Host invalid_value', 'GET http://a/ HTTP/1.1'],
  ['an invalid target', 'Host: a', 'Host invalid_value', 'GET http://[::1/api/v1/spaces HTTP/1.1'],
  ['two tokens', 'Host: a\r\nAUTH\r\nAUTH', 'Authorization duplicate'],
  ['two types', 'Host: a\r\nContent-Type: text/html\r\nContent-Type: a/b', 'Content-Type duplicate'],
  ['two invalid Hosts', 'Host: ü\r\nHost: b', 'Host duplicate, Host invalid_value'],
])('HTTP-9: a request with %s is 400, and its connection ends', async (_, headers, expected, ...[line = list]) => {
  const head = [line, ...(headers === '' ? [] : [headers.replaceAll('AUTH', authorization)]), '', ''];
  const { responses, closed } = await exchange(service.port, head.join('\r\n'), { responses: 2 });
  const [response, ...more] = responses;
  if (!response) throw new Error('No response was received.');
  expect([more, closed, response.headers['connection']]).toEqual([[], true, 'close']);
  expect(response.text).not.toMatch(/[<>]/);
  const errors = errorsOf(expectProblem(response, 'invalid_request'));
  expect(errors.map(({ header, code }) => `${String(header)} ${String(code)}`).join(', ')).toBe(expected);
});

it.each([
  ['HTTP/1.1', 'Host: '],
  ['HTTP/1.1', 'Host: catalogue_1.test:8080'],
  ['HTTP/1.1', 'Host: [::1]:80'],
  ['HTTP/1.0', 'X-None: a'],
])('HTTP-9: %s with the header %j is accepted', async (version, header) => {
  const bytes = `GET /api/v1/spaces ${version}\r\n${header}\r\n${authorization}\r\n\r\n`;
  expect((await responseTo(service.port, bytes)).status).toBe(200);
});

it('HTTP-9: repeated lists are joined, and a repeated Idempotency-Key is rejected', async () => {
  const tag = String((await ask('GET /api/v1/spaces')).headers['etag']);
  const tags = ['If-None-Match: "a"', `If-None-Match: ${tag}`];
  expect((await ask('GET /api/v1/spaces', [authorization, ...tags])).status).toBe(304);
  const keys = ['Idempotency-Key: a', 'Idempotency-Key: b', 'Content-Type: application/json', 'Content-Length: 2'];
  const rejected = await ask('POST /api/v1/projects', [authorization, ...keys], '{}');
  expect(errorsOf(expectProblem(rejected, 'invalid_request'))).toContainEqual(
    expect.objectContaining({ header: 'Idempotency-Key', code: 'invalid_value' }),
  );
});

// Paths outside the API are also unknown without a token. The conformance suite covers paths similar to
// collections.
it.each([
  ...['/api/v1', '/api/v1/', '/api/v1/%73paces', '/api/v1/spaces%2F', '/api/v1/./spaces', '/api/v1/users/../spaces'],
  ...['/api/v1/spaces;x=1', '/api/v1/spaces#top', '/api/v1/__proto__', '/api/v1/constructor', '/api/v1/:id'],
  ...['/API/v1/spaces', '//api/v1/spaces', '/api/v2/spaces', '/api', '/nothing', '/docs/'],
])('HTTP-7: the path %s is not found', async (path) => {
  const headers = path.startsWith('/api/v1') ? [authorization] : [];
  for (const method of ['GET', 'OPTIONS']) expectProblem(await ask(`${method} ${path}`, headers), 'not_found');
});

it('ERR-2, ERR-4: an id that cannot be decoded is reported after earlier checks', async () => {
  const line = 'GET /api/v1/spaces/%zz?limit=1';
  const errors = errorsOf(expectProblem(await ask(line), 'invalid_request'));
  expect(errors.map(({ parameter }) => parameter)).toEqual(['id', 'limit']);
  expectProblem(await ask(line, [authorization, 'Accept: text/html']), 'not_acceptable');
  const { token } = await service.newToken({ scopes: ['users:read'] });
  expectProblem(await ask(line, [`Authorization: Bearer ${token}`]), 'insufficient_scope');
});

it('GET-2: an id may be in any case and percent-encoded', async () => {
  const { id } = await service.database.prisma.space.findFirstOrThrow();
  const { headers } = await ask(`GET /api/v1/spaces/${id}`);
  for (const form of [id.toUpperCase(), id.replaceAll('-', '%2D')])
    expect(await ask(`GET /api/v1/spaces/${form}`)).toMatchObject({ status: 200, headers: { etag: headers['etag'] } });
});
