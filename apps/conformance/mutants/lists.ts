import {
  comparePositions,
  compareTexts,
  decodeCursor,
  type ListQuery,
  objectIn,
  parsePairs,
  positionOf,
  ProblemError,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { makeMutants } from './mutant.js';
import {
  comparing,
  isList,
  on,
  paging,
  querying,
  rewritingParameters,
  withHeaders,
  withJson,
  withText,
  withoutHeaders,
  tolerating,
} from './wraps.js';

// Faults in the envelope, the pages and the order of lists.

const changingLinks = (change: (link: string, name: 'first' | 'next') => string): Wraps =>
  on(
    isList,
    withJson((body) => {
      const { first = null, next = null } = objectIn(body, 'links');
      const changed = (link: typeof next, name: 'first' | 'next') =>
        typeof link === 'string' ? change(link, name) : link;
      return { ...body, links: { first: changed(first, 'first'), next: changed(next, 'next') } };
    }),
  );

/** Changes the OpenAPI document. */
const documented = (pattern: RegExp, by: string): Wraps =>
  on(
    (_, { request }) => request.path === '/openapi.json',
    withText((text) => text.replace(pattern, by)),
  );

/** Rewrites limits before they are parsed. */
const limited = (pattern: RegExp, by: string): Wraps =>
  rewritingParameters((pair) => (pair.startsWith('limit=') ? `limit=${pair.slice(6).replace(pattern, by)}` : pair));

/** Accepts cursors of other lists if this part of their scope differs: the collection, the sort or the filters. */
const scopeIgnored = (part: 0 | 1 | 2): Wraps => ({
  readQuery: (read) => (rawQuery, contract) => {
    const pairs = parsePairs(rawQuery);
    const cursor = decodeCursor(pairs.find(({ name }) => name === 'cursor')?.value ?? '');
    if (cursor === null) return read(rawQuery, contract);
    const others = pairs.filter(({ name }) => name !== 'cursor').map(({ raw }) => raw);
    const query = read(others.join('&'), contract);
    const isOwn = query.scope.every((own, at) => at === part || own === cursor.scope[at]);
    return isOwn ? { ...query, pairs, after: cursor.position } : read(rawQuery, contract);
  },
});

/** Compares texts in another order; other values as usual. */
const textsBy = (
  order: (one: string, other: string) => number,
  applies: (query: ListQuery) => boolean = () => true,
): Wraps =>
  comparing((one, other, query) => {
    const { sort } = query;
    const areTexts = typeof one.key === 'string' && typeof other.key === 'string' && applies(query);
    const difference = areTexts ? order(String(one.key), String(other.key)) : 0;
    return difference === 0 ? comparePositions(one, other, sort) : sort.descending ? -difference : difference;
  });

export const listMutants = makeMutants({
  'envelope-media-type by list-is-json-with-data-links-and-meta': on(
    isList,
    withHeaders({ 'Content-Type': 'text/json' }),
  ),
  'envelope-schema-unnamed by openapi-has-the-schemas': documented(/"PaginationMeta"/g, '"ListMeta"'),
  'envelope-document-lacks-a-filter by openapi-has-the-operations': documented(
    /\{"name":"filters\[canceled_at\]\[gt\]".*?\}\},/,
    '',
  ),
  // `links` also has prev, but only on project_licenses.
  'envelope-links-renamed by lists-have-only-documented-keys all-pages-but-the-last-are-full': on(
    (response, context) => isList(response, context) && context.route?.contract.name === 'project_licenses',
    withJson((body) => ({ ...body, links: { ...objectIn(body, 'links'), prev: null } })),
  ),
  // Problems under another Host have its URLs, but lists do not.
  'envelope-type-with-another-host by links-with-another-host-header': on(
    ({ status }) => status >= 400,
    (response, { request, setting }) =>
      withText((text) => text.replace(setting.url, `http://${request.headers.host}`))(response, {
        request,
        setting,
        route: null,
      }),
  ),
  'envelope-rows-under-items by cursor-requests-the-next-page': on(
    (response, context) => isList(response, context) && context.request.rawQuery.includes('cursor='),
    withJson(({ data = null, ...rest }) => ({ items: data, ...rest })),
  ),
  'envelope-next-drops-filters by links-can-be-followed': changingLinks((link, name) =>
    name === 'next' ? link.replace(/filters[^&]*&/g, '') : link,
  ),
  'envelope-no-link-header by links-can-be-followed': on(isList, withoutHeaders('Link')),
  // Links use the internal host name of the server.
  'envelope-links-with-internal-host by links-can-be-followed': changingLinks((link) =>
    link.replace('127.0.0.1', 'catalogue-0.internal'),
  ),
  'paging-cursor-of-other-sort by foreign-cursor-is-rejected': scopeIgnored(1),
  'paging-skips-ties by ties-across-small-pages': {
    readPage: (read) => (rows, query) =>
      read(
        rows.filter((row) => query.after === null || positionOf(row, query.sort).key !== query.after.key),
        query,
      ),
  },
  'paging-row-lost-at-one-size by paging-returns-every-row-once': paging(({ rows }, { contract, limit, after }) =>
    contract.name === 'events' && limit === 7 && after !== null ? { rows: rows.slice(1) } : {},
  ),
  'paging-third-page-loses-a-row by paging-returns-every-row-once filters-apply-to-every-page': paging(
    ({ rows }, { limit }, all) => {
      const [first] = rows;
      return first !== undefined && all()[2 * limit]?.id === first.id ? { rows: rows.slice(1) } : {};
    },
  ),
  // Cursors are offsets, so a new row makes another one appear twice.
  'paging-cursor-by-offset by paging-is-stable-under-changes': {
    readPage: (read) => (rows, query) => {
      const all = read(rows, { ...query, after: null, limit: Infinity }).rows;
      const start = query.after === null ? 0 : Number(query.after.key);
      const end = start + query.limit;
      return { rows: all.slice(start, end), next: end < all.length ? { key: end, id: 'offset' } : null };
    },
  },
  // A cursor has only the first twelve characters of a text.
  'paging-long-keys-truncated by names-are-sorted-by-code-point': paging(({ next }, { sort }) =>
    next !== null && !/_at$|position/.test(sort.field) ? { next: { ...next, key: String(next.key).slice(0, 12) } } : {},
  ),
  // A cursor is rejected once the sort key of its row has changed.
  'paging-cursor-dies-with-its-row by paging-is-stable-under-changes': paging((_, { after, sort }, all) => {
    const row = all().find(({ id }) => id === after?.id);
    if (after !== null && (row === undefined || positionOf(row, sort).key !== after.key))
      throw new ProblemError('invalid_cursor', 'The row that the cursor points to has changed.');
    return {};
  }),
  'paging-cursor-of-other-filters by cursor-of-other-filters-is-rejected': scopeIgnored(2),
  'paging-cursor-of-other-collection by foreign-cursor-is-rejected': scopeIgnored(0),
  'paging-cursor-padding by damaged-cursor-is-rejected': rewritingParameters((pair) =>
    pair.replace(/(?<=^cursor=.*?)(?:[=.~]|%3D)+$/, ''),
  ),
  'paging-plus-in-cursor by cursors-need-no-escaping paging-ends cursor-is-valid-for-equivalent-queries': on(
    isList,
    withText((text) => text.replace(/("next":")([\w-]+")/, '$1+$2')),
  ),
  'paging-filter-lost-on-later-pages by filters-apply-to-every-page': querying(({ after, tests }) => ({
    tests: after === null ? tests : [],
  })),
  // A cursor of another token gets the first page.
  'paging-cursor-binds-token by cursors-are-valid-for-every-token': {
    respond: (respond) => {
      const owners = new Map<string, string | undefined>();
      return async (request) => {
        const [, sent = ''] = /cursor=([\w-]+)/.exec(request.rawQuery) ?? [];
        const { authorization } = request.headers;
        const isOther = (owners.get(sent) ?? authorization) !== authorization;
        const response = await respond(isOther ? { ...request, rawQuery: 'limit=1' } : request);
        const [, next] = /"next":"([\w-]+)"/.exec(String(response.body)) ?? [];
        if (next !== undefined) owners.set(next, authorization);
        return response;
      };
    },
  },
  'limit-no-maximum by all-pages-but-the-last-are-full': querying(({ pairs, limit }) => ({
    limit: Number(pairs.find(({ name }) => name === 'limit')?.value ?? limit),
  })),
  'limit-zero-is-default by known-bad-queries-are-rejected': limited(/^0+$/, '50'),
  'sort-default-of-categories by paging-returns-every-row-once': querying(({ contract, pairs }) =>
    contract.name === 'categories' && !pairs.some(({ name }) => name === 'sort')
      ? {
          sort: { field: 'created_at', descending: true },
          compare: (one, other) => comparePositions(one, other, { field: 'created_at', descending: true }),
        }
      : {},
  ),
  'sort-unknown-field-ignored by unknown-sort-is-rejected': tolerating('unknown_field', /^sort$/),
  'sort-by-utf16 by every-sort-orders-the-rows': textsBy((one, other) => (one < other ? -1 : Number(one > other))),
  'sort-ties-always-ascend by every-sort-orders-the-rows': comparing((one, other, { sort }) =>
    one.key === other.key ? compareTexts(one.id, other.id) : comparePositions(one, other, sort),
  ),
  'sort-times-by-day by every-sort-orders-the-rows': textsBy((one, other) =>
    /^\d{4}-\d\d-\d\dT/.test(one) && one.slice(0, 10) === other.slice(0, 10) ? compareTexts(other, one) : 0,
  ),
});
