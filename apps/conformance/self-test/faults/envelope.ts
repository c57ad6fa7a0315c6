import { ask, jsonOf, list, objectIn } from '../probe/ask.js';
import { isList, type JsonObject, textOf } from '../server/json.js';
import { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, ofList, withHeaders, without, withJson, withoutHeaders } from './alterations.js';
import type { Fault } from './fault.js';

const nothing = 'filters[id][in]=00000000-0000-7000-8000-000000000000';

const envelope = async (server: SelfTestServer, query: string, collection = 'bookings'): Promise<JsonObject> =>
  jsonOf(await list(server, collection, query));

const linkOf = async (server: SelfTestServer, query: string, name: 'first' | 'next'): Promise<string> =>
  textOf(objectIn(await envelope(server, query), 'links')[name]);

async function secondPage(server: SelfTestServer): Promise<JsonObject> {
  const { next } = objectIn(await envelope(server, 'limit=3'), 'meta');
  return envelope(server, `limit=3&cursor=${textOf(next)}`);
}

export const envelopeFaults = [
  {
    id: 'envelope-bare-when-empty',
    family: 'envelope',
    rule: 'LIST-1',
    summary: 'a list that finds nothing has data alone',
    behaviour: (sound) => ({
      envelopeOf: (page) => (page.data.length === 0 ? { data: [] } : sound.envelopeOf(page)),
    }),
    probe: async (server) => !('links' in (await envelope(server, nothing))),
  },
  {
    id: 'envelope-empty-is-404',
    family: 'envelope',
    rule: 'LIST-3',
    summary: 'a list that finds nothing is not found',
    behaviour: (sound) => ({
      envelopeOf: (page) => {
        if (page.data.length === 0) throw new Refusal('not_found', 'Nothing was found.');
        return sound.envelopeOf(page);
      },
    }),
    probe: async (server) => (await list(server, 'users', nothing)).status === 404,
  },
  {
    id: 'envelope-single-row-unwrapped',
    family: 'envelope',
    rule: 'LIST-1',
    summary: 'data is the row itself where a page has a single one',
    behaviour: (sound) => ({
      envelopeOf: (page) => ({
        ...sound.envelopeOf(page),
        ...(page.data.length === 1 && { data: page.data[0] ?? null }),
      }),
    }),
    probe: async (server) => !isList((await envelope(server, 'limit=1'))['data']),
  },
  {
    id: 'envelope-media-type',
    family: 'envelope',
    rule: 'LIST-1',
    summary: 'lists are sent as text/json',
    behaviour: () => answering(ofList, (answer) => withHeaders(answer, { 'Content-Type': 'text/json' })),
    probe: async (server) => (await list(server, 'plans')).headers['content-type'] === 'text/json',
  },
  {
    id: 'envelope-partial-content',
    family: 'envelope',
    rule: 'LIST-1',
    summary: 'a page that is not the last one is answered with 206',
    behaviour: () =>
      answering(
        (answer, visit) => ofList(answer, visit) && answer.headers['Link']?.includes('rel="next"') === true,
        (answer) => ({ ...answer, status: 206 }),
      ),
    probe: async (server) => (await list(server, 'plans', 'limit=2')).status === 206,
  },
  {
    id: 'envelope-meta-without-next',
    family: 'envelope',
    rule: 'LIST-2',
    summary: 'meta has no next on the last page',
    behaviour: (sound) => ({
      envelopeOf: (page) => {
        const whole = sound.envelopeOf(page);
        return page.cursor === null ? { ...whole, meta: without(objectIn(whole, 'meta'), 'next') } : whole;
      },
    }),
    probe: async (server) => !('next' in objectIn(await envelope(server, nothing), 'meta')),
  },
  {
    id: 'envelope-limit-is-row-count',
    family: 'envelope',
    rule: 'LIST-2',
    summary: 'meta.limit counts the rows of the page',
    behaviour: (sound) => ({
      envelopeOf: (page) => ({
        ...sound.envelopeOf(page),
        meta: { next: page.cursor, limit: page.data.length },
      }),
    }),
    probe: async (server) => objectIn(await envelope(server, nothing), 'meta')['limit'] === 0,
  },
  {
    id: 'envelope-schema-unnamed',
    family: 'envelope',
    rule: 'LIST-2',
    summary: 'the OpenAPI document calls PaginationMeta ListMeta',
    behaviour: () =>
      answering(
        (_, { request }) => request.path === '/openapi.json',
        (answer) => ({
          ...answer,
          body: Buffer.from(String(answer.body).replaceAll('"PaginationMeta"', '"ListMeta"')),
        }),
      ),
    probe: async (server) => (await ask(server, '/openapi.json')).text.includes('"ListMeta"'),
  },
  {
    id: 'envelope-next-differs',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'links.next has the cursor that led here, once there is one',
    behaviour: (sound) => ({
      linkOf: (address, query, cursor) =>
        sound.linkOf(
          address,
          query,
          cursor !== null && query.after !== null ? sound.encodeCursor(query.after, query.identity) : cursor,
        ),
    }),
    probe: async (server) => {
      const page = await secondPage(server);
      return !textOf(objectIn(page, 'links')['next']).endsWith(textOf(objectIn(page, 'meta')['next']));
    },
  },
  {
    id: 'envelope-links-relative',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'links have no origin',
    behaviour: (sound) => ({
      linkOf: (address, query, cursor) => sound.linkOf(new URL(address).pathname, query, cursor),
    }),
    probe: async (server) => (await linkOf(server, '', 'first')).startsWith('/'),
  },
  {
    id: 'envelope-links-elsewhere',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'links lie on the machine as it calls itself',
    behaviour: (sound) => ({
      linkOf: (address, query, cursor) =>
        sound.linkOf(address.replace('127.0.0.1', 'catalogue-0.internal'), query, cursor),
    }),
    probe: async (server) => !(await linkOf(server, '', 'first')).startsWith(server.url),
  },
  {
    id: 'envelope-next-drops-filters',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'links.next forgets the filters',
    behaviour: (sound) => ({
      linkOf: (address, query, cursor) => {
        const linkPairs = query.linkPairs.filter((pair) => cursor === null || !pair.startsWith('filters'));
        return sound.linkOf(address, { ...query, linkPairs }, cursor);
      },
    }),
    probe: async (server) => {
      const next = await linkOf(server, 'limit=1&filters[created_at][gt]=2020-01-01', 'next');
      return !next.includes('filters');
    },
  },
  {
    id: 'envelope-next-drops-sort',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'links.next forgets the sort',
    behaviour: (sound) => ({
      linkOf: (address, query, cursor) => {
        const linkPairs = query.linkPairs.filter((pair) => cursor === null || !pair.startsWith('sort'));
        return sound.linkOf(address, { ...query, linkPairs }, cursor);
      },
    }),
    probe: async (server) => !(await linkOf(server, 'limit=1&sort=starts_at', 'next')).includes('sort='),
  },
  {
    id: 'envelope-first-drops-limit',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'links.first forgets the limit',
    behaviour: (sound) => ({
      linkOf: (address, query, cursor) => {
        const linkPairs = query.linkPairs.filter((pair) => cursor !== null || !pair.startsWith('limit'));
        return sound.linkOf(address, { ...query, linkPairs }, cursor);
      },
    }),
    probe: async (server) => !(await linkOf(server, 'limit=3', 'first')).includes('limit='),
  },
  {
    id: 'envelope-limit-rewritten',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'links have the limit in effect in place of the one that was sent',
    behaviour: (sound) => ({
      linkOf: (address, query, cursor) => {
        const linkPairs = query.linkPairs.map((pair) => (pair.startsWith('limit=') ? `limit=${query.limit}` : pair));
        return sound.linkOf(address, { ...query, linkPairs }, cursor);
      },
    }),
    probe: async (server) => (await linkOf(server, 'limit=900', 'first')).includes('limit=200'),
  },
  {
    id: 'envelope-first-keeps-cursor',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'links.first of a later page has that page’s cursor',
    behaviour: (sound) => ({
      linkOf: (address, query, cursor) =>
        sound.linkOf(address, query, cursor ?? (query.after && sound.encodeCursor(query.after, query.identity))),
    }),
    probe: async (server) => textOf(objectIn(await secondPage(server), 'links')['first']).includes('cursor='),
  },
  {
    id: 'envelope-no-link-header',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'there is no Link header',
    behaviour: () => answering(ofList, (answer) => withoutHeaders(answer, 'Link')),
    probe: async (server) => (await list(server, 'plans')).headers['link'] === undefined,
  },
  {
    id: 'envelope-link-header-swapped',
    family: 'envelope',
    rule: 'LIST-4',
    summary: 'the Link header calls the first page the next one',
    behaviour: (sound) => ({
      linkHeaderOf: ({ first, next }) =>
        sound.linkHeaderOf(next === null ? { first, next } : { first: next, next: first }),
    }),
    probe: async (server) =>
      !/cursor=[^>]*>; rel="next"/.test((await list(server, 'plans', 'limit=2')).headers['link'] ?? ''),
  },
  {
    id: 'envelope-total',
    family: 'envelope',
    rule: 'LIST-5',
    summary: 'meta tells the total',
    behaviour: (sound, world) => ({
      envelopeOf: (page) => ({
        ...sound.envelopeOf(page),
        meta: { next: page.cursor, limit: page.query.limit, total: world[page.query.contract.name].length },
      }),
    }),
    probe: async (server) => 'total' in objectIn(await envelope(server, ''), 'meta'),
  },
  {
    id: 'envelope-total-header',
    family: 'envelope',
    rule: 'LIST-5',
    summary: 'a header of lists tells the total',
    behaviour: (_, world) =>
      answering(ofList, (answer, { route }) =>
        route === null ? answer : withHeaders(answer, { 'X-Total-Count': String(world[route.contract.name].length) }),
      ),
    probe: async (server) => (await list(server, 'events')).headers['x-total-count'] !== undefined,
  },
  {
    id: 'envelope-links-renamed',
    family: 'envelope',
    rule: 'LIST-2',
    summary: 'links has prev, too, and only on project_licenses',
    behaviour: () =>
      answering(
        (answer, visit) => ofList(answer, visit) && visit.route?.contract.name === 'project_licenses',
        (answer) => withJson(answer, (body) => ({ ...body, links: { ...objectIn(body, 'links'), prev: null } })),
      ),
    probe: async (server) => 'prev' in objectIn(await envelope(server, '', 'project_licenses'), 'links'),
  },
] as const satisfies readonly Fault[];
