import { collections, filterTable, listParams } from '@resource-catalogue/contracts';
import { isObject, type Json, type JsonObject, toText } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { expectObject } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { operationName, type Operation, operations } from '../kit/subject.js';
import { askPublicPage } from '../kit/ask.js';

/** The schema names: a resource has the name of its DTO; the others are shared, or written (LIST-2). */
const documentSchemas = [
  ...collections.map(({ resource }) => resource.name.replace(/Dto$/, '')),
  ...['PaginationLinks', 'PaginationMeta', 'ProjectCreate', 'ProjectUpdate', 'CategoryType'],
];

async function fetchDocument(context: CheckContext): Promise<{ document: JsonObject; exchange: Exchange }> {
  const exchange = await askPublicPage(context, '/openapi.json');
  if (exchange.status !== 200) context.unsupported(`GET /openapi.json responds with ${exchange.status}`);
  return { document: expectObject(exchange), exchange };
}

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key];
  return isObject(value) ? value : {};
};

const itemsAt = (object: JsonObject, key: string): Json[] => {
  const value = object[key];
  return Array.isArray(value) ? value : [];
};

/** A part of the document, with its `$ref` resolved. */
function resolved(document: JsonObject, part: Json): JsonObject {
  const { $ref: reference = null, ...own } = isObject(part) ? part : {};
  if (typeof reference !== 'string') return own;
  const steps = reference.split('/').slice(1);
  const named = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return named.reduce(objectAt, document);
}

interface Described {
  readonly name: string;
  /** The names of the query parameters. */
  readonly query: readonly string[];
}

/** The operations of the document below `/api/v1`, by method and path. */
function describedIn(document: JsonObject): Described[] {
  const [server = null] = itemsAt(document, 'servers');
  const base = isObject(server) ? toText(server['url'] ?? '').replace(/\/$/, '') : '';
  return Object.entries(objectAt(document, 'paths')).flatMap(([key, part]) => {
    const [path] = /\/api\/v1\/.*$/.exec(`${base}${key}`) ?? [];
    const item = resolved(document, part);
    if (path === undefined) return [];
    return ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      if (!(method in item)) return [];
      const operation = objectAt(item, method);
      const parameters = [...itemsAt(item, 'parameters'), ...itemsAt(operation, 'parameters')];
      const query = parameters
        .map((parameter) => resolved(document, parameter))
        .filter((parameter) => parameter['in'] === 'query')
        .map((parameter) => toText(parameter['name']).replace(/\[\]$/, ''));
      return [{ name: `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{id}')}`, query }];
    });
  });
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
  if (missing.length > 0) violated(`${what} ${missing.join(', ')}`, 'not in the document', exchange);
  if (surplus.length > 0) violated(`no other ${what} than those of the interface`, surplus.join(', '), exchange);
}

export const documentChecks: Checks = {
  'openapi-names-the-schemas': onServer(['LIST-2'], {
    layer: 'seed',
    title: 'the OpenAPI document uses the schema names of the interface',
    run: async (context) => {
      const { document, exchange } = await fetchDocument(context);
      const schemas = objectAt(objectAt(document, 'components'), 'schemas');
      const missing = documentSchemas.filter((name) => !(name in schemas));
      if (missing.length > 0)
        violated(`the schemas ${documentSchemas.join(', ')}`, `no ${missing.join(', ')}`, exchange);
    },
  }),
  'openapi-has-the-operations': onServer(['LIST-2', 'FILT-10', 'PAGE-2', 'SORT-1', 'GET-3'], {
    title: 'the OpenAPI document has exactly the operations of the interface, with their parameters',
    run: async (context) => {
      const { document, exchange } = await fetchDocument(context);
      const described = describedIn(document);
      const names = described.map(({ name }) => name);
      expectNames('operations', names, operations.map(operationName), exchange);
      for (const operation of operations) {
        const { query = [] } = described.find(({ name }) => name === operationName(operation)) ?? {};
        // A single object named `filters` includes all of them.
        const wanted = queryParameters(operation).filter(
          (name) => !query.includes('filters') || !name.startsWith('filters['),
        );
        const own = query.filter((name) => name !== 'filters');
        expectNames(`parameters of ${operationName(operation)}`, own, wanted, exchange);
      }
    },
  }),
};
