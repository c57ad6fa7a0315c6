import { type JsonObject, listOf, objectOf, textOf, textsOf } from './json.js';

/** A filter parameter: `filters[state][in]`. */
export interface Filter {
  readonly parameter: string;
  readonly field: string;
  readonly operator: string;
  /** A set has several values; a flag is true or false; the rest is one value, a time. */
  readonly kind: 'set' | 'flag' | 'value';
  /** The values of an enumeration; null for texts, ids and times. */
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
  /** The OpenAPI document, for later use. */
  readonly document: JsonObject;
}

/** The content of the OpenAPI document: collections in its order. Nothing about them is known beforehand. */
export function readCatalogue(read: unknown): Catalogue {
  const document = objectOf(read);
  const { servers, tags, paths } = document;
  const collections = listOf(tags).flatMap((tag) => {
    const { name, description } = objectOf(tag);
    return typeof name === 'string' ? readCollection(document, name, textOf(description) ?? '') : [];
  });
  if (collections.length === 0 || paths === undefined) throw new Error('The OpenAPI document names no collections.');
  return { baseUrl: textOf(objectOf(listOf(servers)[0])['url']) ?? '', collections, document };
}

function readCollection(document: JsonObject, name: string, description: string): Collection[] {
  const paths = objectOf(document['paths']);
  const path = Object.keys(paths).find((one) => one.endsWith(`/${name}`));
  if (path === undefined) return [];
  const list = objectOf(objectOf(paths[path])['get']);
  const parameters = listOf(list['parameters']).map((one) => resolved(document, one));
  const sort = objectOf(parameters.find((one) => one['name'] === 'sort')?.['schema']);
  return [
    {
      name,
      path,
      description,
      filters: parameters.flatMap(filterOf),
      sorts: textsOf(sort['enum']),
      defaultSort: textOf(sort['default']) ?? '',
      readsOne: `${path}/{id}` in paths,
      fields: fieldsOf(document, list),
    },
  ];
}

/** The part itself, or the target of its reference. */
export function resolved(document: JsonObject, part: unknown): JsonObject {
  const reference = textOf(objectOf(part)['$ref']);
  if (reference === null) return objectOf(part);
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((value, key) => objectOf(value[key]), document);
}

function filterOf({ name, schema, description }: JsonObject): Filter[] {
  const [, field, operator] = /^filters\[(\w+)\]\[(\w+)\]$/.exec(textOf(name) ?? '') ?? [];
  if (field === undefined || operator === undefined) return [];
  const shape = objectOf(schema);
  const value = shape['type'] === 'array' ? objectOf(shape['items']) : shape;
  return [
    {
      parameter: `filters[${field}][${operator}]`,
      field,
      operator,
      kind: shape['type'] === 'array' ? 'set' : shape['type'] === 'boolean' ? 'flag' : 'value',
      choices: Array.isArray(value['enum']) ? textsOf(value['enum']) : null,
      description: textOf(description) ?? '',
      example: textsOf(value['examples'])[0] ?? '',
    },
  ];
}

/** The keys of the rows, from the schema of the response. */
function fieldsOf(document: JsonObject, list: JsonObject): Field[] {
  const answer = objectOf(objectOf(list['responses'])['200']);
  const schema = objectOf(objectOf(objectOf(answer['content'])['application/json'])['schema']);
  const rows = objectOf(objectOf(schema['properties'])['data']);
  const row = resolved(document, rows['items']);
  return Object.entries(objectOf(row['properties'])).map(([name, property]) => ({
    name,
    description: textOf(objectOf(property)['description']) ?? '',
  }));
}

/** The filter fields with their operators, in the order of the document. */
export function filtersByField({ filters }: Collection): ReadonlyMap<string, readonly Filter[]> {
  const fields = new Map<string, readonly Filter[]>();
  for (const filter of filters) fields.set(filter.field, [...(fields.get(filter.field) ?? []), filter]);
  return fields;
}
