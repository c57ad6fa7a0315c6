import { expect, it } from '@jest/globals';
import { isProblemCode, type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import { asText } from '@resource-catalogue/testing/json';
import { exampleProject, problemExamples } from '../../src/pages/problem-page.js';
import { runConformance } from '../support/conformance.js';
import { workshopOn } from '../projects/support/workshop.js';
import type { HttpResponse, RequestOptions } from '../support/service.js';
import { expectProblem } from './support/problems.js';

const workshop = workshopOn();

const unknownId = '00000000-0000-7000-8000-000000000000';

/** Sends the request of an example, with the parts that its page cannot show. */
function send(code: ProblemCode, { path, ...change }: RequestOptions & { readonly path?: string } = {}) {
  const { method = 'GET', path: shown, headers, body } = problemExamples[code];
  const { service } = workshop;
  return service.request(path ?? shown, {
    method,
    token: headers === null ? false : service.token,
    ...(body !== undefined && { body }),
    ...change,
    headers: { ...headers, ...change.headers },
  });
}

const sendForProject = async (code: ProblemCode) => {
  const { id } = await workshop.writer.make();
  return send(code, { path: problemExamples[code].path.replace(exampleProject, asText(id)) });
};

/** Short headers, whose size Node's parser underestimates. */
const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-${index}`, '']));
const filler = '0'.repeat(14_000);

const prepared: Partial<Record<ProblemCode, () => Promise<HttpResponse>>> = {
  invalid_token: () => send('invalid_token', { token: 'rct_revoked' }),
  insufficient_scope: async () =>
    send('insufficient_scope', await workshop.service.newToken({ scopes: ['spaces:read'] })),
  conflict: () => sendForProject('conflict'),
  precondition_failed: () => sendForProject('precondition_failed'),
  idempotency_key_reused: async () => {
    const { writer } = workshop;
    await writer.post(writer.body(), { ...problemExamples.idempotency_key_reused.headers });
    return send('idempotency_key_reused');
  },
  payload_too_large: () => send('payload_too_large', { body: ' '.repeat(2 ** 21) }),
  uri_too_long: () => send('uri_too_long', { path: `/api/v1/bookings?filters[id][in]=${filler}`, headers: many }),
  headers_too_large: () => send('headers_too_large', { headers: { ...many, Cookie: `s=${filler}` } }),
  rate_limited: async () => {
    const { token } = await workshop.service.newToken({ quota: { requests: 1, seconds: 3600 } });
    await send('rate_limited', { token });
    return send('rate_limited', { token });
  },
};

const codes = Object.keys(problemCodes).filter(isProblemCode);
const changing = ['ratelimit', 'ratelimit-policy', 'retry-after'];

// Clients cannot cause the other two.
it.each(codes.filter((code) => code !== 'internal_error' && code !== 'unavailable'))(
  'ERR-1, ERR-2, ERR-3, ERR-5: the response for %s matches its example',
  async (code) => {
    const problem = await (prepared[code] ?? (() => send(code)))();
    const body = expectProblem(problem, code);
    const { response } = problemExamples[code];
    expect(asText(body['detail']).replace(/\d+(?= s\.)/, '12')).toBe(response.detail);
    expect(body['errors']).toEqual(response.errors);
    for (const [name, value] of Object.entries({ Allow: undefined, ...response.headers })) {
      const sent = problem.headers[name.toLowerCase()];
      expect([name, sent]).toEqual([name, changing.includes(name.toLowerCase()) ? expect.any(String) : value]);
    }
    expect(body['type']).toBe(`${workshop.service.url}/problems/${code}`);
  },
);

it('ERR-1 to ERR-5, RATE-3: errors are as the conformance suite expects', async () => {
  expect(await runConformance(workshop.service, { only: ['errors'] })).toEqual([]);
});

it('a mirror rejects writes with 405 and the reason until the operator allows them, and serves reads', async () => {
  const { service } = workshop;
  const source = 'https://catalogue.example.org';
  const { mirror } = service.database.prisma;
  await mirror.create({ data: { source, refuses_writes: true } });
  const { token } = await service.newToken({ scopes: ['read'] });
  const write = (options: object, method = 'POST', path = '/api/v1/projects') =>
    service.request(path, { method, body: '{', ...options });
  // Errors of the body or the scope would be reported later (ERR-4).
  for (const rejected of [await write({ token }), await write({ token }, 'PATCH', `/api/v1/projects/${unknownId}`)]) {
    const { detail } = expectProblem(rejected, 'method_not_allowed');
    expect(detail).toBe(`This server is a read-only mirror of ${source}. Send the request there.`);
    expect(rejected.headers['allow']).toBe('GET, HEAD, OPTIONS');
  }
  expectProblem(await write({ token: 'rct_bad' }), 'invalid_token');
  expect((await service.request('/api/v1/projects')).status).toBe(200);
  await mirror.updateMany({ data: { refuses_writes: false } });
  expectProblem(await write({ headers: { 'content-type': 'application/json' } }), 'invalid_request');
});
