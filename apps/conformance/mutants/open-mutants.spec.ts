import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isObject,
  type JsonObject,
  objectIn,
  objectsAt,
  type ReferenceServer,
  startReferenceServer,
} from '@resource-catalogue/reference-server';
import type { MutantId } from './all-mutants.js';
import { openMutants } from './open-mutants.js';
import { startMutant } from './start-mutant.js';

type Headers = Readonly<Record<string, string>>;

const ask = ({ url, tokens }: ReferenceServer, path: string, headers: Headers = {}): Promise<Response> =>
  fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${tokens.full}`, ...headers } });

async function jsonOf(response: Response): Promise<JsonObject> {
  const value: unknown = await response.json();
  return isObject(value) ? value : {};
}

async function create(server: ReferenceServer, fields: JsonObject, headers: Headers = {}): Promise<Response> {
  const members = await jsonOf(await ask(server, 'members?filters[soft_deleted][eq]=false&limit=1'));
  const [author] = objectsAt(members, 'data');
  return fetch(`${server.url}/api/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.tokens.full}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name: 'Stool', author_id: author?.['id'], ...fields }),
  });
}

const rendered = async (server: ReferenceServer, description: string) =>
  objectIn(await jsonOf(await create(server, { description })), 'data')['description_rendered'];

/** No check kills these: what each does otherwise is seen here. */
const observed: readonly (readonly [MutantId, (server: ReferenceServer) => Promise<unknown>])[] = [
  [
    'errors-one-of-each-parameter',
    async (server) =>
      objectsAt(await jsonOf(await ask(server, 'bookings?filters[state][in]=lost,found')), 'errors').length,
  ],
  ['http-encoded-path', async (server) => (await ask(server, '%70lans')).status],
  [
    'http-304-without-tag',
    async (server) => {
      const etag = (await ask(server, 'plans')).headers.get('etag') ?? '';
      const { status, headers } = await ask(server, 'plans', { 'if-none-match': etag });
      return [status, headers.has('etag')];
    },
  ],
  [
    'http-no-brotli',
    async (server) => (await ask(server, 'plans', { 'accept-encoding': 'br' })).headers.get('content-encoding'),
  ],
  ['concurrency-creation-checked', async (server) => (await create(server, {}, { 'if-match': '"stale"' })).status],
  ['markdown-breaks-everywhere', (server) => rendered(server, 'a\nb')],
  ['markdown-empty-is-null', (server) => rendered(server, '')],
];

describe('what the contract leaves open', () => {
  let reference: ReferenceServer;
  beforeAll(async () => {
    reference = await startReferenceServer({ size: 'rich' });
  });
  afterAll(() => reference.close());

  it('is observed here, mutant by mutant', () => {
    expect(observed.map(([id]) => id)).toEqual(Object.keys(openMutants));
  });

  it.each(observed)('%s differs from the reference server', async (mutant, observe) => {
    const server = await startMutant({ size: 'rich', mutant });
    try {
      expect(await observe(server)).not.toEqual(await observe(reference));
    } finally {
      await server.close();
    }
  });
});
