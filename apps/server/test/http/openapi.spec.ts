import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getSchemaPath } from '@nestjs/swagger';
import { collections, filterTable, isProblemCode, problemCodes, scopes } from '@resource-catalogue/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { arrayOf, objectOf, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { startTestService, type TestService } from '../support/service.js';
import { closed, Document } from './support/document.js';

const kept = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
const document = new Document(objectOf(JSON.parse(kept)));

const operations = [...document.operations()].map(([id, operation]) => ({
  ...operation,
  id,
  collection: operation.path.split('/')[3] ?? '',
  parameters: document.parametersOf(operation),
  responses: new Map(document.statusesOf(operation).map((status) => [status, document.responseOf(operation, status)])),
}));

function operationOf(id: string) {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

describe('the OpenAPI document', () => {
  it('has every operation of the interface and no other', () => {
    const reads = collections.flatMap(({ name, get }) => [
      `GET /api/v1/${name}: list_${name}`,
      ...(get ? [`GET /api/v1/${name}/{id}: get_${name}`] : []),
    ]);
    const writes = ['POST /api/v1/projects: create_projects', 'PATCH /api/v1/projects/{id}: update_projects'];
    const shown = operations.map(({ id, method, path }) => `${method} ${path}: ${id}`);
    expect(shown.sort()).toEqual([...reads, ...writes].sort());
  });

  it('LIST-2: has the schemas of the interface under their names', () => {
    const names = collections.map(({ resource }) => getSchemaPath(resource).replace('#/components/schemas/', ''));
    // Integrators generate types from these; `$ref`s may name more.
    names.push('ProjectCreate', 'ProjectUpdate', 'CategoryType', 'PaginationLinks', 'PaginationMeta');
    expect(Object.keys(document.schemas())).toEqual(expect.arrayContaining(names));
  });

  it('FILT-9, PAGE-1, PAGE-2, SORT-1, GET-3: names exactly the parameters that each operation takes', () => {
    for (const { id, parameters } of operations) {
      const query = parameters.filter((each) => each['in'] === 'query');
      const list = collections.find(({ name }) => id === `list_${name}`);
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

  it('AUTH-3: says which scopes are enough for each operation', () => {
    for (const { id, operation, collection, method } of operations) {
      const needed = method === 'GET' ? [`${collection}:read`, 'read'] : ['projects:write'];
      expect([id, operation['security'], operation['x-required-scopes']]).toEqual([id, [{ bearer: [] }], needed]);
      expect(scopes).toEqual(expect.arrayContaining(needed));
    }
  });

  it('ERR-3: has for each status the codes that it may come with, each with an example of its own', () => {
    const always = [400, 401, 403, 406, 414, 429, 431, 500, 503];
    const own = { list: [200, 304], get: [200, 304, 404], create: [201, 409, 413, 415, 422] };
    const further = { ...own, update: [200, 404, 409, 412, 413, 415] };
    for (const { id, responses } of operations) {
      const kind = Object.entries(further).find(([word]) => id.startsWith(word))?.[1] ?? [];
      expect([id, [...responses.keys()].sort()]).toEqual([id, [...always, ...kind].sort()]);
      for (const [status, { content }] of responses) {
        if (status < 400) continue;
        const { schema, examples } = objectOf(content['application/problem+json']);
        expect(schema).toEqual({ $ref: '#/components/schemas/Problem' });
        expect(Object.keys(objectOf(examples)).length).toBeGreaterThan(0);
        for (const [code, example] of Object.entries(objectOf(examples))) {
          if (!isProblemCode(code)) throw new Error(`${code} is no code of the interface.`);
          const { value } = objectOf(example);
          const { title } = problemCodes[code];
          expect(value).toMatchObject({ code, status: problemCodes[code].status, title });
          expect([problemCodes[code].status, 'errors' in objectOf(value)]).toEqual([status, status === 400]);
        }
      }
    }
  });

  it('describes every operation, parameter and header, and repeats no long part', () => {
    const sentence = expect.stringMatching(/^[A-Z`].*\.$/s);
    for (const { id, operation, collection, parameters } of operations) {
      const { summary, description, tags } = operation;
      expect([id, summary, tags]).toEqual([id, expect.stringMatching(/^[A-Z].+[^.]$/), [collection]]);
      expect(description).toMatch(/^Needs the scope .*\.$/);
      for (const parameter of parameters) expect(parameter['description']).toEqual(sentence);
    }
    const { headers } = objectOf(document.root['components']);
    for (const header of Object.values(objectOf(headers))) expect(objectOf(header)['description']).toEqual(sentence);
    expect(kept.length).toBeLessThan(600_000);
  });
});

describe('the OpenAPI document of the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded');
  });
  afterAll(() => service.close());

  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // The validator's own form of an address knows no quoted name, which RFC 5321 allows and the data have.
  ajv.addFormat('email', /^("[^"]+"|[^\s@"]+)@[^\s@]+$/);
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  ajv.addSchema({ $id: 'document', components: closed({ schemas: document.schemas() }) });

  /** The errors of an answer's body by the schema that the document has for its operation and status. */
  function errors(id: string, status: number, body: unknown, type = 'application/json'): string {
    const { schema } = objectOf(operationOf(id).responses.get(status)?.content[type]);
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components', '"document#/components');
    const validate = validators.get(text) ?? ajv.compile(objectOf(JSON.parse(text)));
    validators.set(text, validate);
    return validate(body) ? '' : ajv.errorsText(validate.errors, { separator: '\n' });
  }

  it('is the one that is kept: after a change, run `npx nx run server:openapi`', async () => {
    const { servers: _, ...served } = objectOf((await service.request('/openapi.json')).json());
    const { servers: __, ...rest } = document.root;
    expect(isDeepStrictEqual(served, rest)).toBe(true);
  });

  it.each(collections)(
    'SHAPE-1, SHAPE-2: describes all that $name answers, and leaves no key out',
    async ({ name, get }) => {
      const list = (await service.request(`/api/v1/${name}?limit=200`)).json();
      expect(errors(`list_${name}`, 200, list)).toBe('');
      const [id] = get ? valuesAt(list, 'data[].id') : [];
      if (!get) return;
      const one = objectOf((await service.request(`/api/v1/${name}/${textOf(id)}`)).json());
      expect(errors(`get_${name}`, 200, one)).toBe('');
      const [, ...keys] = Object.entries(objectOf(one['data']));
      for (const wrong of [Object.fromEntries(keys), { ...objectOf(one['data']), more: 1 }]) {
        expect(errors(`get_${name}`, 200, { data: wrong })).not.toBe('');
      }
    },
  );

  it('names the headers that answers have', async () => {
    const poor = await service.newToken({ scopes: ['users:read'], quota: { requests: 1, seconds: 60 } });
    const unknown = '/00000000-0000-7000-8000-000000000000';
    const requests: (readonly [id: string, path: string, headers: Record<string, string>])[] = [
      ['list_bookings', '', { 'accept-encoding': 'br' }],
      ['list_bookings', '', { 'if-none-match': '*' }],
      ['list_bookings', '?limit=0', {}],
      ['list_bookings', '', { authorization: 'Basic a' }],
      ['list_bookings', '', { authorization: `Bearer ${poor.token}` }],
      ['list_bookings', '', { authorization: `Bearer ${poor.token}` }],
      ['list_bookings', '', { accept: 'text/html' }],
      ['get_bookings', unknown, {}],
    ];
    const seen = new Set<number>();
    for (const [id, path, headers] of requests) {
      const answer = await service.request(`/api/v1/bookings${path}`, { headers });
      seen.add(answer.status);
      const named = operationOf(id).responses.get(answer.status)?.headers ?? [];
      const missing = named.filter((header) => answer.headers[header.toLowerCase()] === undefined);
      expect([answer.status, named.length > 0, missing]).toEqual([answer.status, true, []]);
      if (answer.status < 400) continue;
      expect(errors(id, answer.status, answer.json(), 'application/problem+json')).toBe('');
    }
    expect([...seen].sort()).toEqual([200, 304, 400, 401, 403, 404, 406, 429]);
  });

  it('FILT-9: names no parameter that the service refuses', async () => {
    const uuid = '00000000-0000-7000-8000-000000000000';
    const samples = { boolean: 'true', integer: '1', uuid, string: '2026-03-01T09:00:00.000Z' };
    for (const { name } of collections) {
      const pairs = operationOf(`list_${name}`).parameters.flatMap((parameter) => {
        if (parameter['in'] !== 'query' || parameter['name'] === 'cursor') return [];
        const schema = objectOf(parameter['schema']);
        const { type, format, enum: values } = objectOf(schema['items'] ?? schema);
        const sample = Object.entries(samples).find(([word]) => word === (format ?? type))?.[1];
        return [`${textOf(parameter['name'])}=${textOf(values ? arrayOf(values)[0] : sample)}`];
      });
      const { status, text } = await service.request(`/api/v1/${name}?${pairs.join('&')}`);
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    }
  });
});
