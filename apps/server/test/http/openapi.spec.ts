import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import {
  type AnyCollectionContract,
  collections,
  fieldTable,
  filterTable,
  isProblemCode,
  problemCodes,
  ProjectCreateDto,
  ProjectUpdateDto,
  textFormats,
} from '@resource-catalogue/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { asArray, isObject, type JsonObject, asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { expandVector, vectorsOf } from '../projects/support/vectors.js';
import { projectIn, workshopOn } from '../projects/support/workshop.js';
import type { HttpResponse } from '../support/service.js';

const kept = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
const document = asObject(JSON.parse(kept));
const schemas = asObject(asObject(document['components'])['schemas']);

/** A part of the document, with its reference resolved. */
function resolveRef(part: unknown): JsonObject {
  const { $ref: reference, ...object } = asObject(part);
  if (reference === undefined) return object;
  const steps = asText(reference).split('/').slice(1);
  return resolveRef(steps.reduce<unknown>((found, step) => asObject(found)[step], document));
}

/** The names of the headers and the content of a response. */
function readResponse(part: unknown) {
  const { headers = {}, content = {} } = resolveRef(part);
  return { headers: Object.keys(asObject(headers)), content: asObject(content) };
}

const operations = Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
  Object.entries(asObject(item)).map(([method, value]) => {
    const operation = asObject(value);
    const responses = Object.entries(asObject(operation['responses']));
    return {
      ...{ id: asText(operation['operationId']), path, method: method.toUpperCase(), operation },
      parameters: asArray(operation['parameters'] ?? []).map(resolveRef),
      responses: new Map(responses.map(([status, part]) => [Number(status), readResponse(part)])),
    };
  }),
);

function operationOf(id: string) {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

/** The same schemas without further keys, which the document allows for later releases (SHAPE-2). */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeSchema(value)]));
  return isObject(schema['properties']) ? { additionalProperties: false, ...inner } : inner;
}

const getId = ({ resource }: Pick<AnyCollectionContract, 'resource'>): string =>
  `get${resource.name.replace(/Dto$/, '')}`;
const listId = (name: string): string =>
  `list${name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

describe('the OpenAPI document', () => {
  it('the document has exactly the operations of the API', () => {
    const reads = collections.flatMap(({ name, get, resource }) => [
      `GET /api/v1/${name}: ${listId(name)}`,
      ...(get ? [`GET /api/v1/${name}/{id}: ${getId({ resource })}`] : []),
    ]);
    const writes = ['POST /api/v1/projects: createProject', 'PATCH /api/v1/projects/{id}: updateProject'];
    const shown = operations.map(({ id, method, path }) => `${method} ${path}: ${id}`);
    expect(shown.sort()).toEqual([...reads, ...writes].sort());
  });

  it('FILT-9, PAGE-1, PAGE-2, SORT-1, GET-3: the document lists exactly the parameters of each operation', () => {
    for (const { id, parameters } of operations) {
      const query = parameters.filter((each) => each['in'] === 'query');
      const list = collections.find(({ name }) => id === listId(name));
      const filters = [...(list ? filterTable(list.filters).values() : [])].flatMap(({ field, operators }) =>
        operators.map((operator) => `filters[${field}][${operator}]`),
      );
      const names = list ? ['limit', 'cursor', 'sort', ...filters] : [];
      expect([id, query.map((each) => each['name'])]).toEqual([id, names]);
      const sorts = list?.sorts.flatMap((sort) => [sort, `-${sort}`]);
      const sort = list && { type: 'string', enum: sorts, default: list.defaultSort };
      expect(query.find((each) => each['name'] === 'sort')?.['schema']).toEqual(sort);
    }
  });

  it('AUTH-3: the document lists the scopes that allow each operation', () => {
    for (const { id, operation, path, method } of operations) {
      const name = path.split('/')[3];
      const reading = name === 'projects' ? ['projects:read', 'projects:write', 'read'] : [`${name}:read`, 'read'];
      const needed = method === 'GET' ? reading : ['projects:write'];
      expect([id, operation['security'], operation['x-required-scopes']]).toEqual([id, [{ bearer: [] }], needed]);
    }
  });

  it('ERR-3: the document has examples of the codes of each status', () => {
    const always = [400, 401, 403, 406, 414, 429, 431, 500, 503];
    const own: Readonly<Record<string, readonly number[]>> = {
      ...{ list: [200, 304], get: [200, 304, 404], create: [201, 409, 413, 415, 422] },
      update: [200, 404, 409, 412, 413, 415],
    };
    for (const { id, responses } of operations) {
      const [kind = ''] = /^[a-z]+/.exec(id) ?? [];
      expect([id, [...responses.keys()].sort()]).toEqual([id, [...always, ...(own[kind] ?? [])].sort()]);
      for (const [status, { content }] of [...responses].filter(([each]) => each >= 400)) {
        const { schema, examples } = asObject(content['application/problem+json']);
        expect(schema).toEqual({ $ref: '#/components/schemas/Problem' });
        const codes = Object.keys(asObject(examples)).filter(isProblemCode);
        expect([id, ...new Set(codes.map((code) => problemCodes[code].status))]).toEqual([id, status]);
      }
    }
  });

  it.each([
    ['createProject', ProjectCreateDto, 'application/json', 'Idempotency-Key', ['name', 'author_id']],
    ['updateProject', ProjectUpdateDto, 'application/merge-patch+json,application/json', 'If-Match', undefined],
  ] as const)('WRITE-2: the document has the body and the headers of %s', (id, dto, types, header, required) => {
    const { operation, parameters } = operationOf(id);
    const body = asObject(operation['requestBody']);
    const content = Object.entries(asObject(body['content']));
    expect([body['required'], content.map(([type]) => type).join()]).toEqual([true, types]);
    for (const [, media] of content) {
      const described = resolveRef(asObject(media)['schema']);
      expect(described['required']).toEqual(required);
      expect(Object.keys(asObject(described['properties']))).toEqual([...fieldTable(dto).keys()]);
    }
    const headers = parameters.filter((each) => each['in'] === 'header');
    expect(headers).toMatchObject([header, 'X-Request-Id'].map((name) => ({ name, required: false })));
  });
});

/** A distinct UUID for each name. */
const idNamed = (name: string) => hash('md5', name).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

describe('the OpenAPI document of the service', () => {
  const workshop = workshopOn();

  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // The validator's own email format rejects quoted names, which RFC 5321 allows.
  for (const [name, { holds }] of Object.entries(textFormats)) ajv.addFormat(name, holds);
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  ajv.addSchema({ $id: 'document', components: closeSchema({ schemas }) });

  function errorsBy(schema: unknown, body: unknown): string {
    const text = JSON.stringify(closeSchema(schema)).replaceAll('"#/components', '"document#/components');
    const validate = validators.get(text) ?? ajv.compile(asObject(JSON.parse(text)));
    validators.set(text, validate);
    return validate(body) ? '' : ajv.errorsText(validate.errors, { separator: '\n' });
  }

  /** The errors of a body by the schema of its operation and status. */
  const errors = (id: string, status: number, body: unknown, type = 'application/json') =>
    errorsBy(asObject(operationOf(id).responses.get(status)?.content[type])['schema'], body);

  it('the document matches openapi.json: after a change, run `npx nx run server:openapi`', async () => {
    const { servers: _, ...served } = asObject((await workshop.service.request('/openapi.json')).json());
    const { servers: __, ...rest } = document;
    expect(isDeepStrictEqual(served, rest)).toBe(true);
  });

  it.each(collections)(
    'SHAPE-1, SHAPE-2: the document describes every key of $name',
    async ({ name, get, resource }) => {
      const list = (await workshop.service.request(`/api/v1/${name}?limit=200`)).json();
      expect(errors(listId(name), 200, list)).toBe('');
      if (!get) return;
      const [row] = valuesAt(list, 'data[]').map(asObject);
      const [, ...keys] = Object.entries(row ?? {});
      expect(errors(getId({ resource }), 200, { data: row })).toBe('');
      for (const data of [Object.fromEntries(keys), { ...row, more: 1 }])
        expect(errors(getId({ resource }), 200, { data })).not.toBe('');
    },
  );

  /** The response has every documented header, and its body matches the schema. */
  function expectDescribed(id: string, status: number, response: HttpResponse): void {
    const { headers = [] } = operationOf(id).responses.get(status) ?? {};
    // A short body is not compressed (HTTP-5).
    const needed = headers.filter((header) => header !== 'Content-Encoding');
    const missing = needed.filter((header) => response.headers[header.toLowerCase()] === undefined);
    expect([id, response.status, headers.length > 0, missing]).toEqual([id, status, true, []]);
    if (status === 304 || response.headers['content-encoding']) return;
    expect(errors(id, status, response.json(), asText(response.headers['content-type']))).toBe('');
  }

  it('ERR-3: the document describes the responses of the service and their headers', async () => {
    const { service, writer, entities } = workshop;
    const poor = await service.newToken({ scopes: ['users:read'], quota: { requests: 1, seconds: 60 } });
    const authorization = `Bearer ${poor.token}`;
    const list = async (status: number, headers: Record<string, string>, query = '') =>
      expectDescribed('listBookings', status, await service.request(`/api/v1/bookings${query}`, { headers }));
    await list(200, { 'accept-encoding': 'br' });
    await list(304, { 'if-none-match': '*' });
    await list(400, {}, '?limit=0');
    await list(401, { authorization: 'Basic a' });
    for (const status of [403, 429]) await list(status, { authorization });
    await list(406, { accept: 'text/html' });
    expectDescribed('getBooking', 404, await service.request(`/api/v1/bookings/${entities.nothing}`));

    const body = { name: 'Documented', author_id: entities.author, steps: [{ title: 'a' }] };
    const key = { 'idempotency-key': 'documented' };
    const { id } = projectIn(await writer.post(body, key), 201);
    const [create, update] = ['createProject', 'updateProject'];
    expectDescribed(create, 201, await writer.post(body, key));
    expectDescribed(create, 400, await writer.post({}));
    expectDescribed(create, 415, await writer.post(body, { 'content-type': 'text/plain' }));
    expectDescribed(create, 422, await writer.post({}, key));
    expectDescribed(update, 200, await writer.patch(id, { description: 'long '.repeat(400) }));
    expectDescribed(update, 404, await writer.patch(entities.nothing, {}));
    expectDescribed(update, 409, await writer.patch(id, { publication_state: 'archived' }));
    expectDescribed(update, 412, await writer.patch(id, {}, { 'if-match': '"another"' }));
    expectDescribed(update, 413, await writer.patch(id, ' '.repeat(1024 * 1024 + 1)));
  });

  it('WRITE-2: the document describes every body that the service accepts', () => {
    // A schema cannot describe text that is trimmed before it is counted, or an internationalised host name.
    const described = vectorsOf('project-bodies').filter(
      ([title]) => !/between spaces|another script|address$/.test(title),
    );
    for (const [title, { operation, vector }] of described) {
      const $ref = `#/components/schemas/${operation === 'create' ? 'ProjectCreate' : 'ProjectUpdate'}`;
      const body = expandVector(vector['body'], idNamed);
      expect([title, errorsBy({ $ref }, body)]).toEqual([title, '']);
    }
  });
});
