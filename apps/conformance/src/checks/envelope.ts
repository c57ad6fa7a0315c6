import { parseUrl } from '@resource-catalogue/contracts';
import { isObject } from '../json.js';
import { nextCursor } from '../census/row.js';
import { askPage } from './ask-list.js';
import { inFamily, onCollections, onServer } from './check.js';
import { expectLinks } from './links.js';
import { expectObject, expectPage, expectStatus } from './expect.js';
import { violated } from './violation.js';
import { nobody } from './operations.js';

const documentSchemas = [
  ...['PaginationLinks', 'PaginationMeta', 'User', 'Member', 'Machine', 'MachineUnit', 'Training', 'TrainingSession'],
  ...['Place', 'PlaceUnit', 'Plan', 'Event', 'EventSession', 'Project', 'ProjectCreate', 'ProjectUpdate'],
  ...['ProjectLicense', 'ProjectThematic', 'Subscription', 'Booking', 'Category', 'CategoryType', 'Space'],
];

export const envelopeChecks = inFamily('envelope', [
  onCollections({
    id: 'list-is-json-with-data-links-and-meta',
    rules: ['LIST-1', 'LIST-2', 'VER-1'],
    layer: 'seed',
    title: 'a list answers 200 and JSON with data, links {first, next} and meta {next, limit}',
    run: async (trial, { path }) => {
      const exchange = await trial.get(path);
      expectStatus(exchange, 200, 'a list');
      if (exchange.mediaType !== 'application/json') {
        violated('application/json', exchange.header('content-type') ?? 'no type', exchange);
      }
      const body = expectObject(exchange);
      const { data, links, meta } = body;
      if (!Array.isArray(data)) violated('data that is an array', JSON.stringify(data), exchange);
      if (!isObject(links) || !('first' in links) || !('next' in links)) {
        violated('links with first and next', JSON.stringify(links), exchange);
      }
      if (!isObject(meta) || !('next' in meta) || !('limit' in meta) || typeof meta['limit'] !== 'number') {
        violated('meta with next and limit', JSON.stringify(meta), exchange);
      }
    },
  }),
  onCollections({
    id: 'list-has-no-other-keys-and-no-totals',
    rules: ['SHAPE-2', 'LIST-2', 'LIST-5'],
    title: 'a list has no keys but the documented ones, and no header that counts its rows',
    run: async (trial, { path }) => {
      const exchange = await trial.get(`${path}?limit=2`);
      const body = expectObject(exchange);
      expectPage(exchange);
      for (const [part, keys] of [
        [body, 'data,links,meta'],
        [body['links'], 'first,next'],
        [body['meta'], 'limit,next'],
      ] as const) {
        const found = isObject(part) ? Object.keys(part).sort().join() : '';
        if (found !== keys) violated(`the keys ${keys} and no others`, found, exchange);
      }
      const total = [...exchange.headers.keys()].find((name) => /total|^content-range$|-count$/.test(name));
      if (total !== undefined) violated('no total (LIST-5)', `${total}: ${exchange.header(total)}`, exchange);
    },
  }),
  onCollections({
    id: 'pages-are-full-until-the-last',
    rules: ['LIST-3'],
    title: 'every page but the last has meta.limit rows, and both next values are set or both null',
    run: async (trial, { path, rows, complete }) => {
      const size = rows.length;
      // A page that ends exactly with the last row is the one that is easily taken for a page in between.
      const limits = complete ? [size, size - 1, size + 1, Math.ceil(size / 2)] : [7];
      for (const limit of new Set(limits.filter((one) => one >= 1 && one <= 200))) {
        const page = await askPage(trial, path, `limit=${limit}`);
        const { exchange } = page;
        if (page.limit !== limit) violated(`meta.limit of ${limit}`, String(page.limit), exchange);
        if ((page.next === null) !== (page.links.next === null)) {
          violated('links.next and meta.next that are both set or both null', JSON.stringify(page.links), exchange);
        }
        const expected = complete ? Math.min(limit, size) : limit;
        if (page.rows.length !== expected) violated(`${expected} rows`, String(page.rows.length), exchange);
        const more = !complete || size > limit;
        if ((page.next !== null) !== more) {
          violated(
            more ? 'a next page' : 'no next page: this one is the last, even if full',
            String(page.next),
            exchange,
          );
        }
      }
    },
  }),
  onCollections({
    id: 'last-page-has-no-next',
    rules: ['LIST-3'],
    title: 'the page behind the cursor is full or the last, and only the last has no next',
    run: async (trial, { path, rows, complete }) => {
      const size = trial.need(complete && rows.length >= 2 ? rows.length : null, 'needs two rows');
      const limit = Math.min(200, Math.ceil(size / 2));
      const first = await askPage(trial, path, `limit=${limit}`);
      const cursor = first.next ?? violated('a next page', 'meta.next is null', first.exchange);
      const second = await askPage(trial, path, `limit=${limit}&cursor=${cursor}`);
      const expected = Math.min(limit, size - limit);
      if (second.rows.length !== expected) violated(`${expected} rows`, String(second.rows.length), second.exchange);
      const more = size > 2 * limit;
      if ((second.next !== null) !== more || (second.links.next !== null) !== more) {
        violated(more ? 'a next page' : 'no next page', JSON.stringify([second.next, second.links]), second.exchange);
      }
    },
  }),
  onCollections({
    id: 'empty-list-is-200',
    rules: ['LIST-3', 'FILT-7'],
    title: 'a list that finds nothing answers 200 with data: [] and no next',
    run: async (trial, { path }) => {
      const { rows, next, links, exchange } = await askPage(trial, path, `filters[id][in]=${nobody}`);
      if (rows.length > 0) violated('no rows for an id of nothing', `${rows.length} rows`, exchange);
      if (next !== null || links.next !== null) violated('no next page', JSON.stringify(links), exchange);
    },
  }),
  onCollections({
    id: 'links-repeat-the-query',
    rules: ['LIST-4'],
    title: 'links are absolute, keep path, filters, sort and limit as sent, and agree with the Link header',
    run: async (trial, { path, contract }) => {
      const sort = contract.sorts.find((field) => field !== contract.defaultSort.replace(/^-/, '')) ?? 'updated_at';
      for (const query of [
        '',
        'limit=1',
        'limit=201',
        `sort=-${sort}&limit=2`,
        `limit=1&filters[created_at][gte]=2000-01-01T00:00:00.000Z&filters[id][not_in]=${nobody}`,
        `filters%5Bid%5D%5Bnot_in%5D%5B%5D=${nobody}&limit=1&sort=created_at`,
      ]) {
        expectLinks(await askPage(trial, path, query), trial.target.base, path, query);
      }
    },
  }),
  onCollections({
    id: 'links-can-be-followed',
    rules: ['LIST-4', 'PAGE-1'],
    title: 'links.next leads to the same page as the cursor, and links.first back to the first page',
    run: async (trial, { path, rows }) => {
      trial.need(rows.length >= 2, 'needs two rows');
      const query = 'sort=-updated_at&limit=1';
      const page = await askPage(trial, path, query);
      const link = page.links.next ?? violated('links.next', 'null', page.exchange);
      const byCursor = await askPage(trial, path, `${query}&cursor=${page.next}`);
      const byLink = expectPage(await trial.get(await targetOf(trial, link)), 'links.next');
      if (byCursor.exchange.text !== byLink.exchange.text) {
        violated('the same page by links.next as by the cursor', 'another one', byCursor.exchange, byLink.exchange);
      }
      const first = expectPage(await trial.get(await targetOf(trial, byCursor.links.first)), 'links.first');
      if (first.exchange.text !== page.exchange.text) {
        violated('the first page by links.first', 'another one', page.exchange, first.exchange);
      }
    },
  }),
  onServer({
    id: 'openapi-names-the-23-schemas',
    rules: ['LIST-2'],
    layer: 'seed',
    title: 'the OpenAPI document uses the 23 schema names of the interface',
    run: async (trial) => {
      const exchange = await trial.get('/openapi.json', { token: null });
      if (exchange.status !== 200) trial.unsupported(`GET /openapi.json answers ${exchange.status}`);
      const { components } = expectObject(exchange);
      const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {};
      const missing = documentSchemas.filter((name) => !(name in schemas));
      if (missing.length > 0) violated('the 23 schema names', `no ${missing.join(', ')}`, exchange);
    },
  }),
  onCollections({
    id: 'cursor-asks-for-the-page-that-follows',
    rules: ['PAGE-1'],
    layer: 'seed',
    title: 'the rows behind meta.next are other rows, and no row comes twice',
    run: async (trial, { path, rows }) => {
      trial.need(rows.length >= 2, 'needs two rows');
      const first = expectPage(await trial.get(`${path}?limit=1`));
      const cursor = nextCursor(first.exchange.json) ?? violated('a next page', 'meta.next is null', first.exchange);
      const second = expectPage(await trial.get(`${path}?limit=1&cursor=${encodeURIComponent(cursor)}`));
      const [one, other] = [first.rows[0]?.['id'], second.rows[0]?.['id']];
      if (other === undefined || one === other) violated('another row', JSON.stringify(other ?? null), second.exchange);
    },
  }),
]);

/** The path of a link below the base URL. A link to another origin must at least be served there (without a token). */
async function targetOf(trial: Parameters<Parameters<typeof onServer>[0]['run']>[0], link: string): Promise<string> {
  if (!parseUrl(link)) violated('a link that is an absolute URL', link);
  const url = new URL(link);
  const { base, prefix } = trial.target;
  if (url.origin !== base.origin) await trial.served(url);
  const path = `${url.pathname}${url.search}`;
  return path.slice(new URL(prefix).pathname.replace(/\/+$/, '').length);
}
