import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isProblemCode, type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { exampleProject, problemExamples } from '../../src/pages/problem-page.js';
import { type Answer, startTestService, type TestService } from '../support/service.js';
import { firstId } from './support/operations.js';

/** What the page of a problem says must be what the service answers. */
describe('the examples on the pages of problems', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded');
  });
  afterAll(() => service.close());

  interface Change {
    readonly path?: string;
    readonly token?: string | false;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  /** The request of an example, with what it cannot say in its place. */
  function send(code: ProblemCode, change: Change = {}): Promise<Answer> {
    const { method = 'GET', path, headers, body } = problemExamples[code];
    return service.request(change.path ?? path, {
      method,
      token: headers === null ? false : service.token,
      headers: { ...headers, ...change.headers },
      ...(body !== undefined && { body }),
      ...change,
    });
  }

  async function newProject(): Promise<string> {
    const author_id = await firstId(service, 'members');
    const body = JSON.stringify({ name: 'Folding stool', author_id });
    const headers = { ...problemExamples.idempotency_key_reused.headers };
    const { text } = await service.request('/api/v1/projects', { method: 'POST', headers, body });
    return textOf(objectOf(objectOf(JSON.parse(text))['data'])['id']);
  }

  const ofProject = async (code: ProblemCode) =>
    send(code, { path: problemExamples[code].path.replace(exampleProject, await newProject()) });

  /** Short headers, of which the parser counts less than there is. */
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-${index}`, '']));

  const prepared: Partial<Record<ProblemCode, () => Promise<Answer>>> = {
    invalid_token: () => send('invalid_token', { token: 'rct_revoked' }),
    insufficient_scope: async () => {
      const { token } = await service.newToken({ scopes: ['spaces:read'] });
      return send('insufficient_scope', { token });
    },
    conflict: () => ofProject('conflict'),
    precondition_failed: () => ofProject('precondition_failed'),
    idempotency_key_reused: async () => {
      await newProject();
      return send('idempotency_key_reused');
    },
    payload_too_large: () => send('payload_too_large', { body: ' '.repeat(2 ** 21) }),
    uri_too_long: () =>
      send('uri_too_long', { path: `/api/v1/bookings?filters[id][in]=${'0'.repeat(14_000)}`, headers: many }),
    headers_too_large: () => send('headers_too_large', { headers: { ...many, Cookie: `s=${'0'.repeat(14_000)}` } }),
    rate_limited: async () => {
      const { token } = await service.newToken({ quota: { requests: 1, seconds: 60 } });
      await send('rate_limited', { token });
      return send('rate_limited', { token });
    },
  };

  /** Nothing that a client sends makes the service fail. */
  const failures: readonly ProblemCode[] = ['internal_error', 'unavailable'];
  const codes = Object.keys(problemCodes).filter(isProblemCode);

  /** Of two quotas and of different moments. */
  const timeless = (text: string) => text.replace(/\d+(?= s\.)/, '12');
  const changing = ['ratelimit', 'ratelimit-policy', 'retry-after'];

  it.each(codes.filter((code) => !failures.includes(code)))('ERR-2: %s', async (code) => {
    const { status, headers, text } = await (prepared[code] ?? (() => send(code)))();
    const { answer } = problemExamples[code];
    const body = objectOf(JSON.parse(text));
    expect([status, body['code']]).toEqual([problemCodes[code].status, code]);
    expect(timeless(textOf(body['detail']))).toBe(answer.detail);
    expect(body['errors']).toEqual(answer.errors);
    for (const [name, value] of Object.entries(answer.headers ?? {})) {
      const sent = headers[name.toLowerCase()];
      expect([name, sent]).toEqual([name, changing.includes(name.toLowerCase()) ? expect.any(String) : value]);
    }
  });
});
