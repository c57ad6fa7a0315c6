import { groupBy, type JsonObject, asList, asObject, asText, asTexts } from './json.js';

export type FilterKind = 'set' | 'flag' | 'time' | 'number';

/** A filter parameter: `filters[state][in]`. */
export interface Filter {
  readonly parameter: string;
  readonly field: string;
  readonly operator: string;
  /** A set has several values; a flag is true or false. */
  readonly kind: FilterKind;
  /** The values of an enumeration; null for other filters. */
  readonly choices: readonly string[] | null;
  readonly description: string;
  readonly example: string;
}

/** A key of the rows. */
export interface Field {
  readonly name: string;
  readonly description: string;
}

/** A collection, as far as the page needs it. */
export interface Collection {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly filters: readonly Filter[];
  /** Allowed values of `sort`, with and without `-`. */
  readonly sorts: readonly string[];
  readonly defaultSort: string;
  /** Whether single rows have a URL. */
  readonly readsOne: boolean;
  readonly fields: readonly Field[];
}

export interface Catalogue {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly collections: readonly Collection[];
}

/** The content of the OpenAPI document: collections in its order. */
export function readCatalogue(read: unknown): Catalogue {
  const document = asObject(read);
  const { servers, tags, paths } = document;
  const collections = asList(tags).flatMap((tag) => {
    const { name, description } = asObject(tag);
    return typeof name === 'string' ? readCollection(document, name, asText(description) ?? '') : [];
  });
  if (collections.length === 0 || paths === undefined) throw new Error('The OpenAPI document has no collections.');
  return { baseUrl: asText(asObject(asList(servers)[0])['url']) ?? '', collections };
}

function readCollection(document: JsonObject, name: string, description: string): Collection[] {
  const paths = asObject(document['paths']);
  const path = Object.keys(paths).find((one) => one.endsWith(`/${name}`));
  if (path === undefined) return [];
  const list = asObject(asObject(paths[path])['get']);
  const parameters = asList(list['parameters']).map((one) => resolve(document, one));
  const sort = asObject(parameters.find((one) => one['name'] === 'sort')?.['schema']);
  return [
    {
      name,
      path,
      description,
      filters: parameters.flatMap(toFilter),
      sorts: asTexts(sort['enum']),
      defaultSort: asText(sort['default']) ?? '',
      readsOne: `${path}/{id}` in paths,
      fields: readRowFields(document, list),
    },
  ];
}

/** The part itself, or the target of its reference. */
function resolve(document: JsonObject, part: unknown): JsonObject {
  const reference = asText(asObject(part)['$ref']);
  if (reference === null) return asObject(part);
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((value, key) => asObject(value[key]), document);
}

/** The kind of a filter by the type of its parameter. */
const kinds = new Map<unknown, FilterKind>([
  ['array', 'set'],
  ['boolean', 'flag'],
  ['integer', 'number'],
]);

function toFilter({ name, schema, description }: JsonObject): Filter[] {
  const [, field, operator] = /^filters\[(\w+)\]\[(\w+)\]$/.exec(asText(name) ?? '') ?? [];
  if (field === undefined || operator === undefined) return [];
  const shape = asObject(schema);
  const value = shape['type'] === 'array' ? asObject(shape['items']) : shape;
  return [
    {
      parameter: `filters[${field}][${operator}]`,
      field,
      operator,
      kind: kinds.get(shape['type']) ?? 'time',
      choices: Array.isArray(value['enum']) ? asTexts(value['enum']) : null,
      description: asText(description) ?? '',
      example: asList(value['examples']).slice(0, 1).join(''),
    },
  ];
}

/** The keys of the rows, from the schema of the response. */
function readRowFields(document: JsonObject, list: JsonObject): Field[] {
  const response = asObject(asObject(list['responses'])['200']);
  const schema = asObject(asObject(asObject(response['content'])['application/json'])['schema']);
  const rows = asObject(asObject(schema['properties'])['data']);
  const row = resolve(document, rows['items']);
  return Object.entries(asObject(row['properties'])).map(([name, property]) => ({
    name,
    description: asText(asObject(property)['description']) ?? '',
  }));
}

/** The filter fields with their operators, in the order of the document. */
export const filtersByField = ({ filters }: Collection): ReadonlyMap<string, readonly Filter[]> =>
  groupBy(filters, ({ field }) => field);
