import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { objectsAt } from '../src/json.js';
import { type ReferenceServer, startReferenceServer } from '../src/start.js';
import { ask, jsonOf, list, type Reply } from '../test/ask.js';
import { create, created } from '../test/projects.js';
import type { MutantId } from './all-mutants.js';
import { openMutants } from './open-mutants.js';
import { startMutant } from './start-mutant.js';

const plans = (server: ReferenceServer, headers: Readonly<Record<string, string>>): Promise<Reply> =>
  list(server, 'plans', '', { headers });

const rendered = async (server: ReferenceServer, description: string) =>
  (await created(server, { description }))['description_rendered'];

/** No check kills these: what each does otherwise is seen here. */
const observed: readonly (readonly [MutantId, (server: ReferenceServer) => Promise<unknown>])[] = [
  [
    'errors-one-of-each-parameter',
    async (server) =>
      objectsAt(jsonOf(await list(server, 'bookings', 'filters[state][in]=lost,found')), 'errors').length,
  ],
  ['http-encoded-path', async (server) => (await ask(server, '/api/v1/%70lans')).status],
  [
    'http-304-without-tag',
    async (server) => {
      const { etag = '' } = (await plans(server, {})).headers;
      return 'etag' in (await plans(server, { 'if-none-match': etag })).headers;
    },
  ],
  ['http-no-brotli', async (server) => (await plans(server, { 'accept-encoding': 'br' })).headers['content-encoding']],
  [
    'concurrency-creation-checked',
    async (server) => (await create(server, {}, { headers: { 'if-match': '"stale"' } })).status,
  ],
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
