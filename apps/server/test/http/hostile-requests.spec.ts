import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, isProblemCode } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { costOf } from '@resource-catalogue/testing/work';
import { startTestService, type TestService } from '../support/service.js';
import { firstId } from './support/first-id.js';
import { errorsOf, expectProblem } from './support/problems.js';
import { asAnswer, exchange, headerOf, type RawAnswer, requestText } from './support/raw-client.js';

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startTestService('embedded');
  authorization = `Authorization: Bearer ${service.token}`;
});
afterAll(async () => {
  // After all of it the service still answers.
  expect((await service.request('/api/v1/users')).status).toBe(200);
  await service.close();
});

/** Sends a request unchanged, which other clients would tidy up, with the token unless other headers are given. */
async function answerTo(line: string, headers: readonly string[] = [authorization], body = '') {
  return (await exchange(service.port, requestText(`${line} HTTP/1.1`, headers, body))).answers[0];
}
const ask = async (...request: Parameters<typeof answerTo>) => asAnswer(await answerTo(...request));

const longest = 15_500;
const times = (text: string, count = longest) => text.repeat(count);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index.toString(36));
const hostileQueries: readonly (readonly [name: string, query: string])[] = [
  ['broken percent-encoding', 'limit=%zz&filters[state][in]=%e&%'],
  ['invalid UTF-8', 'sort=%ff%fe&filters[state][in]=%c0%af'],
  ['raw bytes', 'sort=\u00ff\u00fe'],
  ['NUL', 'filters[email][in]=a%00b&cursor=%00'],
  ['deep brackets', `filters${times('[a]', 5000)}=1`],
  ['open brackets', `${times('[')}=1`],
  ['closed brackets', `filters[${times(']')}=1`],
  ['__proto__', '__proto__[x]=1&filters[__proto__][in]=1&filters[constructor][prototype]=1&sort=__proto__'],
  ['prototype names', 'filters[toString][in]=1&filters[id][hasOwnProperty]=1&sort=constructor&limit=valueOf'],
  ['a long value', `filters[email][in]=${times('a', 10_000)}`],
  ['a long name', `${times('a')}=1`],
  ['a long cursor', `cursor=${times('A')}`],
  ['a long number', `limit=${times('9')}`],
  ['a long date', `filters[created_at][gt]=2026-01-01T00:00:00.${times('0', 10_000)}`],
  ['thousands of parameters', numbers(7000).join('&').slice(0, longest)],
  ['thousands of pairs of one name', times('a&', longest / 2)],
  ['thousands of empty pairs', times('&')],
  ['thousands of commas', `filters[id][in]=${times(',')}`],
  ['thousands of values', `filters[email][in]=${numbers(5000).join(',').slice(0, longest)}`],
  ['thousands of percent signs', times('%')],
  ['SQL', "filters[email][in]=';DROP%20TABLE%20users;--&sort=name;SELECT%201&cursor='%20OR%201=1--"],
  ['a template', 'sort=${7*7}&limit={{7*7}}&filters[id][in]=<script>'],
  ['a fragment', 'limit=1#&sort=x'],
];

const plain = 'GET /api/v1/users';
const visible = (text: string) => text.slice(0, 15_000).replace(/[^\x20-\x7e]/g, '');
const hostile = [
  ...hostileQueries.map(([name, query]) => ({ name, line: `${plain}?${query}`, header: 'Accept-Encoding: br' })),
  ...hostileQueries.map(([name, query]) => ({
    name: `${name}, sent as Accept`,
    line: plain,
    header: `Accept: ${visible(query)}`,
  })),
  { name: 'quotes', line: plain, header: `If-None-Match: ${times('"', 15_000)}` },
  { name: 'codings', line: plain, header: `Accept-Encoding: ${times('a,', 7000)}` },
  { name: 'the document', line: 'GET /openapi.json', header: 'X-A: a' },
];

/** What an answer must never show, whatever was asked (ERR-5). */
const inside =
  /\n\s+at |node_modules|\/src\/|\/dist\/|\.[jt]s:\d|SELECT \w+\.|syntax error|prisma|pglite|postgres|ECONN/i;

function expectSound(answer: RawAnswer | undefined, method = 'GET'): void {
  if (!answer) throw new Error('There was no answer.');
  const { status, headers, text } = asAnswer(answer);
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect([200, 204, 304, 400, 401, 403, 404, 405, 406, 415]).toContain(status);
  if (status < 400) return;
  expect(headers['content-type']).toBe('application/problem+json');
  if (method === 'HEAD' || headers['content-encoding']) return;
  expect(text).not.toMatch(inside);
  const code = textOf(objectOf(JSON.parse(text))['code']);
  if (!isProblemCode(code)) throw new Error(`${code} is no code of the interface.`);
  expectProblem({ status, headers, text }, code);
}

describe('hostile requests', () => {
  it('ERR-5, FILT-9: a hostile query or header is refused or harmless', async () => {
    for (const { line, header } of hostile) expectSound(await answerTo(line, [authorization, header]));
  });

  it('ERR-5: no one request keeps the service busy for as long as fifty plain ones', async () => {
    // Code is compiled when it first runs, which the test before has done.
    const usual = await costOf(() => ask(plain));
    for (const { name, line, header } of hostile) {
      const cost = await costOf(() => ask(line, [authorization, header]), 50 * usual);
      expect([name, cost < 50 * usual]).toEqual([name, true]);
    }
  });

  const text = (characters: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(characters, { maxLength }).map((parts) => parts.join(''));
  const oneOf = (words: string, more: readonly string[] = []) => fc.constantFrom(...words.split(' '), ...more);
  // Every byte that a request line can hold, those with a meaning more often.
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

  it('ERR-5: no request whatever gives a 5xx, a hang, or a look inside', async () => {
    const headers = fc.array(header, { maxLength: 3 });
    const property = fc.asyncProperty(method, path, text(piece, 20), headers, async (verb, target, query, more) => {
      const bytes = requestText(`${verb} ${target}?${query} HTTP/1.1`, [authorization, ...more]);
      const { answers } = await exchange(service.port, bytes, { head: verb === 'HEAD' });
      expectSound(answers[0], verb);
    });
    await fc.assert(property, { numRuns: 150, seed: 1 });
  });
});

describe('an ambiguous request', () => {
  const list = 'GET /api/v1/spaces HTTP/1.1';

  it.each([
    ['no Host', [], ['Host required']],
    ['no Host but one in the target', [], ['Host required'], 'GET http://a/api/v1/spaces HTTP/1.1'],
    ['two Hosts', ['Host: a', 'host: a'], ['Host duplicate']],
    ['a list of Hosts', ['Host: a, b'], ['Host invalid_value']],
    ['a Host that is a URL', ['Host: http://a'], ['Host invalid_value']],
    ['a Host with a user', ['Host: me@a'], ['Host invalid_value']],
    ['a Host with a port that is none', ['Host: a:99999'], ['Host invalid_value']],
    ['an address that is none', ['Host: 300.300.300.300'], ['Host invalid_value']],
    ['a broken Host behind a good target', ['Host: a b'], ['Host invalid_value'], 'GET http://a/ HTTP/1.1'],
    ['a broken target', ['Host: a'], ['Host invalid_value'], 'GET http://[::1/api/v1/spaces HTTP/1.1'],
    ['two tokens', ['Host: a', 'AUTH', 'AUTH'], ['Authorization duplicate']],
    ['two types', ['Host: a', 'Content-Type: text/html', 'Content-Type: a/b'], ['Content-Type duplicate']],
    ['two broken Hosts', ['Host: ü', 'Host: b'], ['Host duplicate', 'Host invalid_value']],
  ])('HTTP-9: a request with %s is 400, and its connection ends', async (_, headers, expected, line = list) => {
    const lines = [line, ...headers.map((header) => header.replace('AUTH', authorization)), '', ''];
    const { answers, closed } = await exchange(service.port, lines.join('\r\n'), { answers: 2 });
    const [answer] = answers;
    expect([answers.length, closed, answer && headerOf(answer, 'Connection')]).toEqual([1, true, 'close']);
    const errors = errorsOf(expectProblem(asAnswer(answer), 'invalid_request'));
    expect(errors.map(({ header, code }) => `${String(header)} ${String(code)}`)).toEqual(expected);
  });

  it.each([
    ['HTTP/1.1', 'Host: '],
    ['HTTP/1.1', 'Host: catalogue_1.test:8080'],
    ['HTTP/1.1', 'Host: [::1]:80'],
    ['HTTP/1.0', 'X-None: a'],
  ])('HTTP-9: %s with the header %j is answered', async (version, header) => {
    const bytes = `GET /api/v1/spaces ${version}\r\n${header}\r\n${authorization}\r\n\r\n`;
    expect((await exchange(service.port, bytes)).answers.map(({ status }) => status)).toEqual([200]);
  });

  it('HTTP-9: of other headers that come twice, lists are joined, and two Idempotency-Keys are none', async () => {
    const tag = String((await ask('GET /api/v1/spaces')).headers['etag']);
    const send = (line: string, ...headers: string[]) => ask(line, [authorization, ...headers], '{}');
    const joined = await send('GET /api/v1/spaces', 'If-None-Match: "a"', `If-None-Match: ${tag}`);
    expect(joined.status).toBe(304);
    const body = ['Content-Type: application/json', 'Content-Length: 2'];
    const keys = await send('POST /api/v1/projects', ...body, 'Idempotency-Key: a', 'Idempotency-Key: b');
    expect(errorsOf(expectProblem(keys, 'invalid_request'))).toContainEqual(
      expect.objectContaining({ header: 'Idempotency-Key', code: 'invalid_value' }),
    );
  });
});

describe('a path', () => {
  it.each([
    ...['/api/v1', '/api/v1/', '/api/v1/Spaces'],
    ...['/api/v1/%73paces', '/api/v1/spaces%2F', '/api/v1/./spaces', '/api/v1/users/../spaces', '/api/v1/spaces;x=1'],
    ...['/api/v1/%2e%2e/v1/spaces', '/api/v1/spaces#top', '/api/v1/__proto__', '/api/v1/constructor', '/api/v1/:id'],
  ])('HTTP-7: the path %s is not found', async (path) => {
    expectProblem(await ask(`GET ${path}`), 'not_found');
    expectProblem(await ask(`OPTIONS ${path}`), 'not_found');
    expectProblem(await ask(`OPTIONS ${path}`, []), 'missing_token');
  });

  it.each(['/API/v1/spaces', '/api/V1/spaces', '//api/v1/spaces', '/api/v2/spaces', '/api', '/nothing', '/docs/'])(
    'HTTP-7: the path %s is not found, and needs no token, since it is outside the interface',
    async (path) => {
      for (const method of ['GET', 'OPTIONS']) expectProblem(await ask(`${method} ${path}`, []), 'not_found');
    },
  );

  it('GET-2: an id that is no UUID is 400, whatever it consists of', async () => {
    for (const segment of ['..', '%2e%2e', '%zz', '%', '%ff', '%00', '%2F', '%c3%bc', 'x#y', 'a'.repeat(8000)]) {
      const problem = expectProblem(await ask(`GET /api/v1/spaces/${segment}`), 'invalid_request');
      expect(errorsOf(problem)).toMatchObject([{ parameter: 'id', code: 'invalid_value' }]);
    }
  });

  it('ERR-2, ERR-4: an id that cannot even be decoded is checked like any other', async () => {
    const line = 'GET /api/v1/spaces/%zz?limit=1';
    const errors = errorsOf(expectProblem(await ask(line), 'invalid_request'));
    expect(errors.map(({ parameter }) => parameter)).toEqual(['id', 'limit']);
    expectProblem(await ask(line, [authorization, 'Accept: text/html']), 'not_acceptable');
    const { token } = await service.newToken({ scopes: ['users:read'] });
    expectProblem(await ask(line, [`Authorization: Bearer ${token}`]), 'insufficient_scope');
  });

  it('GET-2: a UUID is read in any case, and percent-encoded', async () => {
    const id = await firstId(service, 'spaces');
    const tags = await Promise.all(
      [id, id.toUpperCase(), id.replaceAll('-', '%2D')].map(async (form) => {
        return (await ask(`GET /api/v1/spaces/${form}`)).headers['etag'];
      }),
    );
    expect(tags).toEqual(Array(3).fill(expect.stringMatching(/^"/)));
    expect(new Set(tags).size).toBe(1);
  });

  it('RFC 9112: a whole URL as the target means its path, and its host stands above the header', async () => {
    const { status, headers } = await ask('GET http://other.example:81/api/v1/spaces?limit=1');
    expect(status).toBe(200);
    expect(headers['link']).toContain('<http://other.example:81/api/v1/spaces?limit=1>; rel="first"');
    expect((await ask('GET http://other.example/api/v1/nothing')).status).toBe(404);
    expect((await ask('GET http://other.example')).status).toBe(200);
  });
});
