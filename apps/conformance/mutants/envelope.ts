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
    'bare-when-empty: a list that finds nothing has data alone': {
      envelopeOf: (page) => (page.data.length === 0 ? { data: [] } : sound.envelopeOf(page)),
    },
    'single-row-unwrapped: data is the row itself where a page has a single one': enveloped(
      ({ data: [row = null, ...more] }) => (row !== null && more.length === 0 ? { data: row } : {}),
    ),
    'media-type: lists are sent as text/json': on(isList, withHeaders({ 'Content-Type': 'text/json' })),
    'partial-content: a page that is not the last one is answered with 206': on(
      (answer, of) => isList(answer, of) && answer.headers['Link']?.includes('rel="next"') === true,
      withStatus(206),
    ),
  },
  'LIST-3': {
    'empty-is-404: a list that finds nothing is not found': {
      envelopeOf: (page) => {
        if (page.data.length === 0) throw new ProblemError('not_found', 'Nothing was found.');
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
    'schema-unnamed: the OpenAPI document calls PaginationMeta ListMeta': documented(/"PaginationMeta"/g, '"ListMeta"'),
    'document-lacks-an-operation: the OpenAPI document lacks the list of plans': documented(
      /"\/api\/v1\/plans"/,
      '"/plans"',
    ),
    'document-has-an-operation-more: the OpenAPI document has a DELETE of a project': documented(
      /"patch":/,
      '"delete":{},"patch":',
    ),
    'document-lacks-a-filter: the OpenAPI document lacks a filter of subscriptions': documented(
      /\{"name":"filters\[canceled_at\]\[gt\]".*?\}\},/,
      '',
    ),
    'document-has-a-parameter-more: the OpenAPI document calls the limit of users page_size': documented(
      /(?<="\/api\/v1\/users":.{1,60})"limit"/,
      '"page_size"',
    ),
    'document-has-another-status: in the OpenAPI document a POST is answered with 200': documented(/"201":/, '"200":'),
    'document-lacks-a-status: the OpenAPI document does not say that a PATCH may be answered with 412': documented(
      /"412":[^}]*\},/,
      '',
    ),
    'links-renamed: links also has prev, only on project_licenses': on(
      (answer, context) => isList(answer, context) && context.route?.contract.name === 'project_licenses',
      withJson((body) => ({ ...body, links: { ...objectIn(body, 'links'), prev: null } })),
    ),
  },
  'LIST-4': {
    'next-differs: links.next has the cursor that led here, once there is one': {
      linkOf: (address, query, cursor) => sound.linkOf(address, query, cursor && (makeCursor(query) ?? cursor)),
    },
    'links-relative: links have no origin': {
      linkOf: (address, query, cursor) => sound.linkOf(new URL(address).pathname, query, cursor),
    },
    'links-elsewhere: links lie on the machine as it calls itself': {
      linkOf: (address, ...link) => sound.linkOf(address.replace('127.0.0.1', 'catalogue-0.internal'), ...link),
    },
    'next-drops-filters: links.next forgets the filters': forgetting('filters', 'next'),
    'next-drops-sort: links.next forgets the sort': forgetting('sort', 'next'),
    'first-drops-limit: links.first forgets the limit': forgetting('limit', 'first'),
    'limit-rewritten: links have the limit in effect in place of the one that was sent': linkPairs(
      (pairs, _, { limit }) => pairs.map((pair) => pair.replace(/^limit=.*/, `limit=${limit}`)),
    ),
    'first-keeps-cursor: links.first of a later page has that page’s cursor': {
      linkOf: (address, query, cursor) => sound.linkOf(address, query, cursor ?? makeCursor(query)),
    },
    'no-link-header: there is no Link header': on(isList, withoutHeaders('Link')),
    'link-header-swapped: the Link header calls the first page the next one': on(
      isList,
      withHeaders(({ Link = '' }) => ({ Link: Link.replace(/first(.*)next/, 'next$1first') })),
    ),
  },
  'LIST-5': {
    'total: meta tells the total': (dataset) =>
      enveloped((page) => ({ meta: { ...makeMeta(page), total: dataset[page.query.contract.name].length } })),
    'total-header: a header of lists tells the total': (dataset) =>
      on(isList, (answer, { route }) =>
        withHeaders({ 'X-Total-Count': String(route && dataset[route.contract.name].length) })(answer),
      ),
  },
});
