import {
  collections,
  filterTable,
  listParams,
  PaginationLinksDto,
  PaginationMetaDto,
  parseUrl,
} from '@resource-catalogue/contracts';
import { requestPage, requestPublicPage, requestRawPage } from '../kit/request-pages.js';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import type { CheckContext } from '../kit/context.js';
import { expectNext, expectPage, expectSoundPage } from '../kit/expect-page.js';
import { expectEqual, expectObject, expectSameBody, expectStatus } from '../kit/expect.js';
import { nearUnknownId, type Operation, operationName, operations, unknownId } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { isObject, type Json, type JsonObject, nextCursor, toText, valuesAt } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { Target } from '../target/target.js';

/** The schema names of LIST-2: each resource has the name of its DTO; the rest are shared or request bodies. */
const documentSchemas = [
  ...[...collections.map(({ resource }) => resource), PaginationLinksDto, PaginationMetaDto].map(({ name }) => name),
  ...['ProjectCreate', 'ProjectUpdate', 'CategoryType'],
].map((name) => name.replace(/Dto$/, ''));

async function fetchDocument(context: CheckContext): Promise<{ document: JsonObject; exchange: Exchange }> {
  const exchange = await requestPublicPage(context, '/openapi.json');
  if (exchange.status !== 200) context.unsupported(`GET /openapi.json responds with ${exchange.status}`);
  return { document: expectObject(exchange), exchange };
}

const objectAt = (object: Json | undefined, key: string): JsonObject => {
  const value = isObject(object) ? object[key] : undefined;
  return isObject(value) ? value : {};
};

/** A part of the document, with its `$ref` resolved. */
function resolve(document: JsonObject, part: Json): JsonObject {
  const { $ref: reference = null, ...own } = isObject(part) ? part : {};
  if (typeof reference !== 'string') return own;
  const steps = reference.split('/').slice(1);
  const named = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return named.reduce(objectAt, document);
}

/** The query parameters of the operations of the document below `/api/v1`, by method and path. */
function listDescribed(document: JsonObject): Map<string, string[]> {
  const base = toText(valuesAt(document, 'servers[].url')[0] ?? '').replace(/\/$/, '');
  const described = new Map<string, string[]>();
  for (const [key, part] of Object.entries(objectAt(document, 'paths'))) {
    const [path] = /\/api\/v1\/.*$/.exec(`${base}${key}`) ?? [];
    if (path === undefined) continue;
    const item = resolve(document, part);
    for (const method of ['get', 'post', 'put', 'patch', 'delete'].filter((one) => one in item)) {
      const parameters = [item, objectAt(item, method)]
        .flatMap((one) => valuesAt(one, 'parameters[]'))
        .map((parameter) => resolve(document, parameter));
      const query = parameters.filter((parameter) => parameter['in'] === 'query');
      const name = `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{id}')}`;
      described.set(
        name,
        query.map((parameter) => toText(parameter['name']).replace(/\[\]$/, '')),
      );
    }
  }
  return described;
}

function queryParameters({ kind, contract }: Operation): string[] {
  if (kind !== 'list') return [];
  const filters = [...filterTable(contract.filters).values()];
  const names = filters.flatMap(({ field, operators }) => operators.map((one) => `filters[${field}][${one}]`));
  return [...Object.keys(listParams), ...names];
}

function expectNames(what: string, shown: readonly string[], wanted: readonly string[], exchange: Exchange): void {
  const missing = wanted.filter((name) => !shown.includes(name));
  const surplus = shown.filter((name) => !wanted.includes(name));
  if (missing.length > 0) fail(`${what} ${missing.join(', ')}`, 'not in the document', exchange);
  if (surplus.length > 0) fail(`only the ${what} of the API`, surplus.join(', '), exchange);
}

export const envelopeChecks: Checks = {
  'list-is-json-with-data-links-and-meta': onCollections(['LIST-1', 'LIST-2', 'VER-1'], {
    layer: 'core',
    title: 'a list responds with 200 and JSON with data, links {first, next} and meta {next, limit}',
    run: async (context, { path }) => {
      const exchange = await context.get(path);
      expectStatus(exchange, 200, 'a list');
      expectEqual('the media type', exchange.mediaType, 'application/json', exchange);
      const { data, links, meta } = expectObject(exchange);
      if (!Array.isArray(data)) fail('data that is an array', toText(data), exchange);
      if (!isObject(links) || !('first' in links) || !('next' in links))
        fail('links with first and next', toText(links), exchange);
      if (!isObject(meta) || !('next' in meta) || typeof meta['limit'] !== 'number')
        fail('meta with next and limit', toText(meta), exchange);
    },
  }),
  'links-can-be-followed': onCollections(['LIST-4', 'PAGE-1'], {
    title: 'links repeat the query; links.next leads to the page of the cursor, links.first back to the first page',
    run: async (context, { path, rows }) => {
      context.need(rows.length >= 2, 'needs two rows');
      const filters = `filters[created_at][gte]=2000-01-01T00:00:00.000Z&filters[id][not_in]=${unknownId}`;
      const query = `${filters},${nearUnknownId(1)}&sort=-updated_at&limit=1`;
      const first = await requestPage(context, path, query);
      expectNext(first, true);
      const next = await requestPage(context, path, `${query}&cursor=${first.next}`);
      const links = { next: [first.links.next ?? '', next], first: [next.links.first, first] } as const;
      for (const [which, [link, page]] of Object.entries(links)) {
        const exchange = await context.get(await resolveTarget(context, link));
        expectSameBody(`the same page by links.${which} as by its cursor`, page.exchange, exchange);
      }
    },
  }),
  'links-with-another-host-header': onServer(['LIST-4', 'ERR-2', 'HTTP-9'], {
    title:
      'with another valid Host, all URLs of a response have that host or the usual one; other responses do not change',
    run: async (context) => {
      const found = context.subjects.find(({ rows }) => rows.length >= 2);
      const { path } = context.need(found, 'needs two rows');
      const usual = await requestRawPage(context, path, 'limit=1');
      await context.each(
        [context.target.base.host, 'catalogue.example:8443', 'CATALOGUE.example', '192.0.2.1', '[2001:db8::1]:8080'],
        async (Host) => {
          const [other, own, rejected] = await Promise.all([
            context.get(`${path}?limit=1`, { headers: { Host } }),
            context.get(`${path}?limit=1`),
            context.get(`${path}?limit=0`, { headers: { Host } }),
          ]);
          context.need(other.status === 200, `the server is not reached as ${Host}: ${other.status}`);
          const page = expectPage(other, `Host: ${Host}`);
          expectSoundPage(page, `${context.target.path}${path}`, 'limit=1');
          const base = baseOf(page.links.first);
          const hosts = [new URL(usual.links.first).host, new URL(`http://${Host}`).host];
          if (!hosts.includes(new URL(base).host)) fail(`links on ${hosts.join(' or ')}`, base, other);
          for (const url of [page.links.next ?? '', toText(expectObject(rejected)['type'])])
            if (!url.startsWith(`${base}/`)) fail(`a URL below ${base}, like links.first`, url, other, rejected);
          expectSameBody('the usual page beside one with another Host', usual.exchange, own);
        },
      );
    },
  }),
  'openapi-has-the-schemas': onServer(['LIST-2'], {
    layer: 'core',
    title: 'the OpenAPI document uses the schema names of the API',
    run: async (context) => {
      const { document, exchange } = await fetchDocument(context);
      const schemas = objectAt(objectAt(document, 'components'), 'schemas');
      const missing = documentSchemas.filter((name) => !(name in schemas));
      if (missing.length > 0) fail(`the schemas ${missing.join(', ')}`, 'none of that name', exchange);
    },
  }),
  'openapi-has-the-operations': onServer(['LIST-2', 'FILT-10', 'PAGE-2', 'SORT-1', 'GET-3'], {
    title: 'the OpenAPI document has exactly the operations of the API, with their parameters',
    run: async (context) => {
      const { document, exchange } = await fetchDocument(context);
      const described = listDescribed(document);
      expectNames('operations', [...described.keys()], operations.map(operationName), exchange);
      for (const operation of operations) {
        const name = operationName(operation);
        const query = described.get(name) ?? [];
        // A single object named `filters` includes all of them.
        const isWhole = query.includes('filters');
        const wanted = queryParameters(operation).filter((one) => !isWhole || !one.startsWith('filters['));
        const own = query.filter((one) => one !== 'filters');
        expectNames(`parameters of ${name}`, own, wanted, exchange);
      }
    },
  }),
  'cursor-requests-the-next-page': onCollections(['PAGE-1'], {
    layer: 'core',
    title: 'the rows after meta.next are different ones, and no row is repeated',
    run: async (context, { path, rows }) => {
      context.need(rows.length >= 2, 'needs two rows');
      const first = expectPage(await context.get(`${path}?limit=1`));
      const cursor = nextCursor(first.exchange.json) ?? fail('a next page', 'meta.next is null', first.exchange);
      const second = expectPage(await context.get(`${path}?limit=1&cursor=${encodeURIComponent(cursor)}`));
      const [one, other] = [first.rows[0]?.['id'], second.rows[0]?.['id']];
      if (other === undefined || one === other) fail('another row', toText(other), second.exchange);
    },
  }),
};

/** The {base_url} of a URL of the API. */
const baseOf = (url: string): string => url.replace(/\/api\/v1\/.*$/s, '');

/**
 * The path of a link below the base URL. A link to another origin must be served there, which is tested without a
 * token.
 */
async function resolveTarget(context: CheckContext, link: string): Promise<string> {
  const url = parseUrl(link) ?? fail('a link that is an absolute URL', link);
  if (url.origin !== context.target.base.origin) {
    const elsewhere = new Target(url.origin, { token: '' });
    await elsewhere
      .send({ path: `${url.pathname}${url.search}`, token: null })
      .catch((error: unknown) => {
        const observed = `${url.origin}, which cannot be reached: ${String(error)}`;
        fail('links on {base_url}', observed, ...context.exchanges.slice(-1));
      })
      .finally(() => elsewhere.close());
  }
  return `${url.pathname}${url.search}`.slice(context.target.path.length);
}
