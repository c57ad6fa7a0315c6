/** The parts of an OpenAPI document that are read here. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly schema: Schema;
}

interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A collection in the format that Postman, Bruno, Insomnia and others import, with a folder for each tag of the
 * document.
 */
export function postmanCollection(document: ApiDocument): object {
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: itemOf(document, path, method, operation),
    })),
  );
  return {
    info: { name: document.info.title, description: document.info.description, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'http://localhost:3000' },
      { key: 'token', value: '' },
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  };
}

function itemOf(document: ApiDocument, path: string, method: string, operation: Operation): object {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, parameter));
  const placed = (place: string) => parameters.filter((parameter) => parameter.in === place);
  // Postman writes `:id` for OpenAPI's `{id}`.
  const steps = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const sample = body && exampleBody(document, body.schema.$ref);
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      header: [
        ...(type === undefined ? [] : [{ key: 'Content-Type', value: type }]),
        ...placed('header').map((parameter) => unchosen(parameter)),
      ],
      url: {
        raw: `{{base_url}}/${steps}`,
        host: ['{{base_url}}'],
        path: steps.split('/'),
        query: placed('query').map((parameter) => unchosen(parameter)),
        variable: placed('path').map(({ name, description }) => ({ key: name, value: '', description })),
      },
      ...(sample && {
        body: { mode: 'raw', raw: JSON.stringify(sample, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  };
}

function resolved({ components }: ApiDocument, parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = components.parameters[lastStep(parameter.$ref)];
  if (!found) throw new Error(`The document has no ${parameter.$ref}.`);
  return found;
}

const lastStep = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** A disabled parameter, since all parameters together would not be a sensible request. */
function unchosen({ name, description, schema }: Parameter): object {
  const [value = ''] = examplesOf(schema);
  return { key: name, value: String(value), description, disabled: true };
}

function examplesOf({ examples = [], default: usual, enum: values = [], items }: Schema): readonly unknown[] {
  const own = [...examples, ...(usual === undefined ? [] : [usual]), ...values];
  return own.length > 0 || !items ? own : examplesOf(items);
}

/** The examples of the required fields or, if there are none, of the first field. */
function exampleBody({ components }: ApiDocument, reference: string): object {
  const { required = [], properties = {} } = components.schemas[lastStep(reference)] ?? {};
  const [first] = Object.keys(properties);
  const fields = required.length > 0 || first === undefined ? required : [first];
  return Object.fromEntries(fields.map((field) => [field, properties[field]?.example]));
}
