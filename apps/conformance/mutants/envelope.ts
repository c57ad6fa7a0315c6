import {
  type JsonObject,
  type ListQuery,
  objectIn,
  ProblemError,
  type ShownPage,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { isList, on, withHeaders, withJson, without, withoutHeaders, withStatus } from './answers.js';
import { type Change, makeMutants } from './mutant.js';

/** Changes the query that links repeat; `cursor` is null for the link to the first page. */
const linkPairs = (
  change: (pairs: readonly string[], cursor: string | null, query: ListQuery) => readonly string[],
): Change => ({
  linkOf: (address, query, cursor) =>
    sound.linkOf(address, { ...query, linkPairs: change(query.linkPairs, cursor, query) }, cursor),
});

/** Drops the parameters whose names start with `name` from `links.first` or `links.next`. */
const forgetting = (name: string, link: 'first' | 'next'): Change =>
  linkPairs((pairs, cursor) =>
    (cursor === null) === (link === 'first') ? pairs.filter((pair) => !pair.startsWith(name)) : pairs,
  );

/** The cursor that led to a page; null on the first one. */
const makeCursor = ({ after, identity }: ListQuery): string | null => after && sound.encodeCursor(after, identity);

const makeMeta = ({ cursor, query }: ShownPage) => ({ next: cursor, limit: query.limit });

const enveloped = (change: (page: ShownPage) => JsonObject): Change => ({
  envelopeOf: (page) => ({ ...sound.envelopeOf(page), ...change(page) }),
});

/** Changes the text of the OpenAPI document. */
const documented = (pattern: RegExp, by: string): Change =>
  on(
    (_, { request }) => request.path === '/openapi.json',
    (answer) => ({ ...answer, body: Buffer.from(String(answer.body).replace(pattern, by)) }),
  );

export const envelopeMutants = makeMutants('envelope', {
  'LIST-1': {
    'bare-when-empty: an empty list has nothing but data': {
      envelopeOf: (page) => (page.data.length === 0 ? { data: [] } : sound.envelopeOf(page)),
    },
    'single-row-unwrapped: data is the row itself if the page has only one': enveloped(
      ({ data: [row = null, ...more] }) => (row !== null && more.length === 0 ? { data: row } : {}),
    ),
    'media-type: lists are sent as text/json': on(isList, withHeaders({ 'Content-Type': 'text/json' })),
    'partial-content: every page but the last is answered with 206': on(
      (answer, of) => isList(answer, of) && answer.headers['Link']?.includes('rel="next"') === true,
      withStatus(206),
    ),
  },
  'LIST-3': {
    'empty-is-404: an empty list is answered with 404': {
      envelopeOf: (page) => {
        if (page.data.length === 0) throw new ProblemError('not_found', 'No rows match.');
        return sound.envelopeOf(page);
      },
    },
  },
  'LIST-2': {
    'meta-without-next: meta has no next on the last page': enveloped((page) => ({
      meta: page.cursor === null ? without(makeMeta(page), 'next') : makeMeta(page),
    })),
    'limit-is-row-count: meta.limit counts the rows of the page': enveloped((page) => ({
      meta: { ...makeMeta(page), limit: page.data.length },
    })),
    'schema-unnamed: the OpenAPI document names the schema ListMeta instead of PaginationMeta': documented(
      /"PaginationMeta"/g,
      '"ListMeta"',
    ),
    'document-lacks-an-operation: the OpenAPI document lacks the list of plans': documented(
      /"\/api\/v1\/plans"/,
      '"/plans"',
    ),
    'document-has-an-operation-more: the OpenAPI document has an extra operation, the DELETE of a project': documented(
      /"patch":/,
      '"delete":{},"patch":',
    ),
    'document-lacks-a-filter: the OpenAPI document lacks a filter on subscriptions': documented(
      /\{"name":"filters\[canceled_at\]\[gt\]".*?\}\},/,
      '',
    ),
    'document-has-a-parameter-more: the OpenAPI document names the limit of users page_size': documented(
      /(?<="\/api\/v1\/users":.{1,60})"limit"/,
      '"page_size"',
    ),
    'document-has-another-status: the OpenAPI document says that a POST is answered with 200': documented(
      /"201":/,
      '"200":',
    ),
    'document-lacks-a-status: the OpenAPI document lacks the 412 of a PATCH': documented(/"412":[^}]*\},/, ''),
    'links-renamed: links also has prev, but only on project_licenses': on(
      (answer, context) => isList(answer, context) && context.route?.contract.name === 'project_licenses',
      withJson((body) => ({ ...body, links: { ...objectIn(body, 'links'), prev: null } })),
    ),
  },
  'LIST-4': {
    'next-differs: links.next repeats the cursor of the current page from the second page on': {
      linkOf: (address, query, cursor) => sound.linkOf(address, query, cursor && (makeCursor(query) ?? cursor)),
    },
    'links-relative: links have no origin': {
      linkOf: (address, query, cursor) => sound.linkOf(new URL(address).pathname, query, cursor),
    },
    'links-elsewhere: links use the internal host name of the server': {
      linkOf: (address, ...link) => sound.linkOf(address.replace('127.0.0.1', 'catalogue-0.internal'), ...link),
    },
    'next-drops-filters: links.next lacks the filters': forgetting('filters', 'next'),
    'next-drops-sort: links.next lacks the sort': forgetting('sort', 'next'),
    'first-drops-limit: links.first lacks the limit': forgetting('limit', 'first'),
    'limit-rewritten: links have the effective limit instead of the one that was sent': linkPairs(
      (pairs, _, { limit }) => pairs.map((pair) => pair.replace(/^limit=.*/, `limit=${limit}`)),
    ),
    'first-keeps-cursor: links.first of a later page has the cursor of that page': {
      linkOf: (address, query, cursor) => sound.linkOf(address, query, cursor ?? makeCursor(query)),
    },
    'no-link-header: there is no Link header': on(isList, withoutHeaders('Link')),
    'link-header-swapped: the Link header has rel=first and rel=next swapped': on(
      isList,
      withHeaders(({ Link = '' }) => ({ Link: Link.replace(/first(.*)next/, 'next$1first') })),
    ),
  },
  'LIST-5': {
    'total: meta has a total': (dataset) =>
      enveloped((page) => ({ meta: { ...makeMeta(page), total: dataset[page.query.contract.name].length } })),
    'total-header: lists have a header with the total': (dataset) =>
      on(isList, (answer, { route }) =>
        withHeaders({ 'X-Total-Count': String(route && dataset[route.contract.name].length) })(answer),
      ),
  },
});
