import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { type RunningService, startService } from '@resource-catalogue/testing/running-service';
import { createMemoryCache } from '../../src/cache/index.js';
import {
  type Client,
  type Collection,
  createClient,
  hasProblem,
  type ReadableCollection,
  writeListQuery,
} from '../../src/index.js';
import { errorOf } from '../support/make-client.js';
import { describeRuntimes } from '../runtimes/describe-runtimes.js';
import { pageServer, type PageServer } from '../runtimes/page-server.js';

interface Vector {
  readonly rule: string;
  readonly title: string;
  readonly collection: string;
  readonly query: string;
  readonly meaning: { readonly filters: object; readonly sort: string; readonly limit: number };
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../contracts/wire-vectors/list-queries.json', import.meta.url), 'utf8'),
) as readonly Vector[];

/** That a query means what its vector says is proved on each side; in the main run one in four shows that they agree. */
const asked = vectors.filter((_, index) => process.env['EXHAUSTIVE'] !== undefined || index % 4 === 0);

let page: PageServer;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  page = await pageServer();
  service = await startService({ CORS_ORIGINS: page.origin }, { slow: ['--scopes', 'read', '--quota', '12/1s'] });
  client = createClient(service);
});
afterAll(() => Promise.all([service.stop(), page.stop()]));

type AnyCollection = Collection<{ readonly id: string }, object, 'created_at'>;
type AnyReadable = ReadableCollection<{ readonly id: string }, object, 'created_at'>;

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const listable = collections.map(({ name }) => camelCase(name));
const readable = collections.filter(({ get }) => get).map(({ name }) => camelCase(name));

/** A collection of the client under test, which a test names by the contract. */
function collectionOf(name: string): AnyCollection {
  const found = new Map<string, unknown>(Object.entries(client)).get(name);
  if (!isCollection(found)) throw new Error(`The client has no collection ${name}: write its block in resources.ts.`);
  return found;
}

const isCollection = (value: unknown): value is AnyCollection =>
  typeof value === 'object' && value !== null && 'list' in value;
const isReadable = (value: AnyCollection): value is AnyReadable => 'get' in value;

describe('the operations of the real service', () => {
  it.each(listable)('lists %s, a page and all', async (name) => {
    const collection = collectionOf(name);
    const page = await collection.list({ limit: 3 });
    expect(page.data.length).toBeGreaterThan(0);
    expect(page.limit).toBe(3);
    expect(page.meta).toMatchObject({
      status: 200,
      attempts: 1,
      rateLimit: { resetMs: expect.any(Number) },
      etag: expect.stringMatching(/^".+"$/),
    });
    const all = await collection.list({ limit: 40 }).toArray({ max: 10_000 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect((await collection.getMany(page.data.map(({ id }) => id))).size).toBe(page.data.length);
    expect((await collection.changesSince('2000-01-01').toArray({ max: 10_000 })).length).toBe(all.length);
  });

  it.each(readable)('gets of %s what the list shows (GET-1)', async (name) => {
    const collection = collectionOf(name);
    if (!isReadable(collection)) throw new Error(`The client cannot get ${name}, but its contract says so.`);
    const row = await collection.list().first();
    expect((await collection.get(row?.id ?? '')).data).toEqual(row);
  });

  it('walks a booking list with ties and pages of any size in one order (PAGE-4)', async () => {
    const walk = async (limit: number) =>
      (await client.bookings.list({ limit, sort: 'starts_at' }).toArray({ max: 1e6 })).map(({ id }) => id);
    const all = await walk(200);
    expect(all.length).toBeGreaterThan(100);
    expect(await walk(37)).toEqual(all);
  });

  it('goes on where a walk was left', async () => {
    const { data, nextCursor } = await client.bookings.list({ limit: 10 });
    const rest = await client.bookings.list({ limit: 10, cursor: nextCursor }).toArray({ max: 1e6 });
    const all = await client.bookings.list({ limit: 200 }).toArray({ max: 1e6 });
    expect([...data, ...rest]).toEqual(all);
  });
});

describe('the query strings of the wire vectors', () => {
  it.each(asked.map((vector) => [`${vector.rule} ${vector.title}`, vector] as const))(
    '%s',
    async (_, { collection, query, meaning }) => {
      const path = `/api/v1/${collection}`;
      const [written, given] = await Promise.all([
        client.raw('GET', path, { query: writeListQuery(meaning) }),
        client.raw('GET', path, { query }),
      ]);
      const idsOf = (text: string) => (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id);
      expect(idsOf(written.text)).toEqual(idsOf(given.text));
    },
  );
});

describe('errors of the real service', () => {
  it('names every validation error (ERR-2)', async () => {
    const filters: object = { state: { in: ['open'] }, nothing: { eq: true } };
    const error = await errorOf(client.bookings.list({ filters }));
    if (!hasProblem(error, 'invalid_request')) throw error;
    expect(error.problem.errors?.map(({ parameter }) => parameter).sort()).toEqual([
      'filters[nothing][eq]',
      'filters[state][in]',
    ]);
    expect(error.requestId).toBe(error.problem.request_id);
  });

  it('tells a wrong cursor, a missing resource and a refused token', async () => {
    expect(hasProblem(await errorOf(client.bookings.list({ cursor: 'nonsense' })), 'invalid_cursor')).toBe(true);
    const nothing = '0198c1a2-7d40-7b3e-9c55-2f6a8e1d0b47';
    expect(hasProblem(await errorOf(client.bookings.get(nothing)), 'not_found')).toBe(true);
    const stranger = createClient({ ...service, token: 'rct_nobody' });
    expect(await errorOf(stranger.bookings.list())).toMatchObject({
      status: 401,
      challenge: { scheme: 'Bearer', error: 'invalid_token' },
    });
  });
});

describe('projects on the real service', () => {
  const author = async () => {
    const member = await client.members.list({ filters: { soft_deleted: { eq: false } } }).first();
    return member?.id ?? '';
  };

  it('are created once for a key, changed and guarded (WRITE-1, WRITE-6, WRITE-7)', async () => {
    const stool = { name: 'Folding stool', author_id: await author(), summary: 'One sheet.' };
    const created = await client.projects.create(stool, { idempotencyKey: 'client-spec' });
    const again = await client.projects.create(stool, { idempotencyKey: 'client-spec' });
    expect(again.data).toEqual(created.data);
    expect(created.meta.status).toBe(201);

    const changed = await client.projects.update(created, { summary: null, tags: ['oak'] });
    expect(changed.data).toMatchObject({ id: created.data.id, summary: null, tags: ['oak'] });
    const stale = await errorOf(client.projects.update(created, { name: 'Other' }));
    expect(hasProblem(stale, 'precondition_failed')).toBe(true);
    const read = await client.projects.get(created.data.id);
    expect(read.meta.etag).toBe(changed.meta.etag);
  });

  it('lose no change of many that are made at once', async () => {
    const { data } = await client.projects.create({ name: 'Bench', author_id: await author() });
    const tags = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(
      tags.map((tag) =>
        client.projects.change(data.id, (project) => ({ tags: [...project.tags, tag] }), { maxTries: 20 }),
      ),
    );
    expect((await client.projects.get(data.id)).data.tags.sort()).toEqual(tags);
  });
});

describe('conditional reads of the real service', () => {
  it('take a body from the cache after a 304 (HTTP-2)', async () => {
    const cached = createClient({ ...service, cache: createMemoryCache() });
    const first = await cached.spaces.list();
    const second = await cached.spaces.list();
    expect(second.data).toEqual(first.data);
    expect([first.meta.fromCache, second.meta.fromCache]).toEqual([false, true]);
  });
});

describe('other methods of the real service (HTTP-3)', () => {
  it('answers HEAD and OPTIONS through raw', async () => {
    const head = await client.raw('HEAD', '/api/v1/bookings');
    expect([head.meta.status, head.text, head.meta.etag]).toEqual([200, '', expect.stringMatching(/^"/)]);
    expect((await client.raw('OPTIONS', '/api/v1/bookings')).headers.get('allow')).toContain('HEAD');
  });
});

describeRuntimes(() => ({ service: { ...service, slowToken: service.tokens.get('slow') ?? '' }, page }));
