import {
  comparePositions,
  compareTexts,
  decodeCursor,
  type ListQuery,
  objectIn,
  pairsOf,
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
  rewriting,
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
  rewriting((pair) => (pair.startsWith('limit=') ? `limit=${pair.slice(6).replace(pattern, by)}` : pair));

/** Accepts cursors of other lists if this part of their scope differs: the collection, the sort or the filters. */
const scopeIgnored = (part: 0 | 1 | 2): Wraps => ({
  readQuery: (read) => (rawQuery, contract) => {
    const pairs = pairsOf(rawQuery);
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
  isMeant: (query: ListQuery) => boolean = () => true,
): Wraps =>
  comparing((one, other, query) => {
    const { sort } = query;
    const areTexts = typeof one.key === 'string' && typeof other.key === 'string' && isMeant(query);
    const difference = areTexts ? order(String(one.key), String(other.key)) : 0;
    return difference === 0 ? comparePositions(one, other, sort) : sort.descending ? -difference : difference;
  });

export const listMutants = [
  ...makeMutants('envelope', {
    'list-is-json-with-data-links-and-meta': {
      'media-type: lists are sent as text/json': on(isList, withHeaders({ 'Content-Type': 'text/json' })),
    },
    'openapi-names-the-schemas': {
      'schema-unnamed: the OpenAPI document names the schema ListMeta instead of PaginationMeta': documented(
        /"PaginationMeta"/g,
        '"ListMeta"',
      ),
    },
    'openapi-has-the-operations': {
      'document-lacks-a-filter: the OpenAPI document lacks a filter on subscriptions': documented(
        /\{"name":"filters\[canceled_at\]\[gt\]".*?\}\},/,
        '',
      ),
    },
    'list-has-no-other-keys-and-no-totals pages-are-full-until-the-last': {
      'links-renamed: links also has prev, but only on project_licenses': on(
        (answer, about) => isList(answer, about) && about.route?.contract.name === 'project_licenses',
        withJson((body) => ({ ...body, links: { ...objectIn(body, 'links'), prev: null } })),
      ),
    },
    'links-under-another-host': {
      'type-elsewhere: problems under another Host have its URLs, but lists do not': on(
        ({ status }) => status >= 400,
        (answer, { request, setting }) =>
          withText((text) => text.replace(setting.url, `http://${request.headers.host}`))(answer, {
            request,
            setting,
            route: null,
          }),
      ),
    },
    'cursor-asks-for-the-page-that-follows': {
      'rows-under-items: a page after the first has its rows under items, too': on(
        (answer, about) => isList(answer, about) && about.request.rawQuery.includes('cursor='),
        withJson(({ data = null, ...rest }) => ({ items: data, ...rest })),
      ),
    },
    'links-can-be-followed': {
      'next-drops-filters: links.next lacks the filters': changingLinks((link, name) =>
        name === 'next' ? link.replace(/filters[^&]*&/g, '') : link,
      ),
      'no-link-header: there is no Link header': on(isList, withoutHeaders('Link')),
      'links-elsewhere: links use the internal host name of the server': changingLinks((link) =>
        link.replace('127.0.0.1', 'catalogue-0.internal'),
      ),
    },
  }),

  ...makeMutants('paging', {
    'foreign-cursor-is-refused': {
      'cursor-of-other-sort: a cursor is accepted with another sort': scopeIgnored(1),
    },
    'small-pages-part-ties-rightly': {
      'skips-ties: rows with the same sort key as the last row of a page are skipped': {
        readPage: (read) => (rows, query) =>
          read(
            rows.filter((row) => query.after === null || positionOf(row, query.sort).key !== query.after.key),
            query,
          ),
      },
    },
    'walk-meets-every-row-once': {
      'row-lost-at-one-size: pages of 7 events lack their first row, except the first page': paging(
        ({ rows }, { contract, limit, after }) =>
          contract.name === 'events' && limit === 7 && after !== null ? { rows: rows.slice(1) } : {},
      ),
    },
    'walk-meets-every-row-once filtered-walk-is-the-filtered-list names-are-sorted-by-code-point': {
      'third-page-loses-a-row: the third page lacks its first row': paging(({ rows }, { limit }, all) => {
        const [first] = rows;
        return first !== undefined && all()[2 * limit]?.id === first.id ? { rows: rows.slice(1) } : {};
      }),
    },
    'a-new-row-shifts-no-walk a-changed-row-hides-no-other': {
      'cursor-by-offset: cursors are offsets, so a new row makes another one appear twice': {
        readPage: (read) => (rows, query) => {
          const all = read(rows, { ...query, after: null, limit: Infinity }).rows;
          const start = query.after === null ? 0 : Number(query.after.key);
          const end = start + query.limit;
          return { rows: all.slice(start, end), next: end < all.length ? { key: end, id: 'offset' } : null };
        },
      },
    },
    'names-are-sorted-by-code-point': {
      'long-keys-cut: a cursor has only the first twelve characters of a text': paging(({ next }, { sort }) =>
        next !== null && !/_at$|position/.test(sort.field)
          ? { next: { ...next, key: String(next.key).slice(0, 12) } }
          : {},
      ),
    },
    'a-changed-row-hides-no-other': {
      'cursor-dies-with-its-row: a cursor is refused once the sort key of its row has changed': paging(
        (_, { after, sort }, all) => {
          const row = all().find(({ id }) => id === after?.id);
          if (after !== null && (row === undefined || positionOf(row, sort).key !== after.key))
            throw new ProblemError('invalid_cursor', 'The row that the cursor points to has changed.');
          return {};
        },
      ),
    },
    'cursor-of-other-filters-is-refused': {
      'cursor-of-other-filters: a cursor is accepted with other filters': scopeIgnored(2),
    },
    'no-two-collections-share-their-cursors': {
      'cursor-of-other-collection: a cursor is accepted by another collection': scopeIgnored(0),
    },
    'damaged-cursor-is-refused': {
      'cursor-padding: a cursor with trailing characters is accepted': rewriting((pair) =>
        pair.replace(/(?<=^cursor=.*?)(?:[=.~]|%3D)+$/, ''),
      ),
    },
    'cursor-stands-in-a-url-as-it-is a-walk-comes-to-its-end cursor-holds-for-the-same-meaning': {
      'cursor-not-for-urls: cursors contain characters that must be encoded in a URL': on(
        isList,
        withText((text) => text.replace(/("next":")([\w-]+")/, '$1+$2')),
      ),
    },
    'filtered-walk-is-the-filtered-list': {
      'filter-lost-on-later-pages: filters apply to the first page only': querying(({ after, tests }) => ({
        tests: after === null ? tests : [],
      })),
    },
    'a-cursor-belongs-to-no-token': {
      'cursor-binds-token: a cursor of another token is answered with the first page': {
        respond: (respond) => {
          const owners = new Map<string, string | undefined>();
          return async (request) => {
            const [, sent = ''] = /cursor=([\w-]+)/.exec(request.rawQuery) ?? [];
            const { authorization } = request.headers;
            const isOther = (owners.get(sent) ?? authorization) !== authorization;
            const answer = await respond(isOther ? { ...request, rawQuery: 'limit=1' } : request);
            const [, next] = /"next":"([\w-]+)"/.exec(String(answer.body)) ?? [];
            if (next !== undefined) owners.set(next, authorization);
            return answer;
          };
        },
      },
    },
  }),

  ...makeMutants('limit', {
    'pages-are-full-until-the-last': {
      'no-maximum: a page may have any number of rows': querying(({ pairs, limit }) => ({
        limit: Number(pairs.find(({ name }) => name === 'limit')?.value ?? limit),
      })),
    },
    'known-bad-queries-are-refused': {
      'zero-is-default: a limit of zero is ignored': limited(/^0+$/, '50'),
    },
  }),

  ...makeMutants('sort', {
    'walk-meets-every-row-once': {
      'default-of-categories: categories without a sort begin with the newest': querying(({ contract, pairs }) =>
        contract.name === 'categories' && !pairs.some(({ name }) => name === 'sort')
          ? {
              sort: { field: 'created_at', descending: true },
              compare: (one, other) => comparePositions(one, other, { field: 'created_at', descending: true }),
            }
          : {},
      ),
    },
    'unknown-sort-is-refused': {
      'unknown-field-ignored: an unknown sort is ignored': tolerating('unknown_field', /^sort$/),
    },
    'every-sort-orders-the-rows': {
      'by-utf16: texts are sorted by UTF-16 code units': textsBy((one, other) =>
        one < other ? -1 : Number(one > other),
      ),
      'ties-always-ascend: ties are ordered by ascending id even if the sort descends': comparing(
        (one, other, { sort }) =>
          one.key === other.key ? compareTexts(one.id, other.id) : comparePositions(one, other, sort),
      ),
      'times-by-day: times are sorted by day, but reversed within a day': textsBy((one, other) =>
        /^\d{4}-\d\d-\d\dT/.test(one) && one.slice(0, 10) === other.slice(0, 10) ? compareTexts(other, one) : 0,
      ),
    },
  }),
] as const;
