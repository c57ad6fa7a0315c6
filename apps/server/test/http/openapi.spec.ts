import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getSchemaPath } from '@nestjs/swagger';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { collections, filterTable, isProblemCode, problemCodes, scopes } from '@resource-catalogue/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import { walk } from '../support/list-page.js';
import { startTestService, type TestService } from '../support/service.js';
import { closed, Document, type DocumentedOperation } from './support/document.js';
import { firstId } from './support/operations.js';

const kept = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
const document = new Document(objectOf(JSON.parse(kept)));

function operation(id: string): DocumentedOperation {
  const found = document.operations().get(id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

/** The schemas that integrators generate types from; `$ref`s may name more. */
const schemaNames = [
  ...collections.map(({ resource }) => getSchemaPath(resource).replace('#/components/schemas/', '')),
  ...['ProjectCreate', 'ProjectUpdate', 'CategoryType', 'PaginationLinks', 'PaginationMeta'],
];

describe('the OpenAPI document', () => {
  it('has every operation of the interface and no other', () => {
    const reads = collections.flatMap(({ name, get }) => [
      `GET /api/v1/${name}: list_${name}`,
      ...(get ? [`GET /api/v1/${name}/{id}: get_${name}`] : []),
    ]);
    const writes = ['POST /api/v1/projects: create_projects', 'PATCH /api/v1/projects/{id}: update_projects'];
    const shown = [...document.operations()].map(([id, { method, path }]) => `${method} ${path}: ${id}`);
    expect(shown.sort()).toEqual([...reads, ...writes].sort());
  });

  it('LIST-2: has the schemas of the interface under their names', () => {
    expect(Object.keys(document.schemas())).toEqual(expect.arrayContaining(schemaNames));
  });

  it('FILT-9, PAGE-1, PAGE-2, SORT-1: names exactly the parameters that a list takes', () => {
    for (const { name, filters, sorts, defaultSort } of collections) {
      const expected = [...filterTable(filters).values()].flatMap(({ field, operators }) =>
        operators.map((operator) => `filters[${field}][${operator}]`),
      );
      const parameters = document.parametersOf(operation(`list_${name}`)).filter((each) => each['in'] === 'query');
      expect(parameters.map((each) => each['name'])).toEqual(['limit', 'cursor', 'sort', ...expected]);
      expect(parameters.find((each) => each['name'] === 'sort')?.['schema']).toEqual({
        type: 'string',
        enum: sorts.flatMap((sort) => [sort, `-${sort}`]),
        default: defaultSort,
      });
    }
  });

  it('GET-3: names no query parameter elsewhere', () => {
    for (const [id, each] of document.operations()) {
      if (id.startsWith('list_')) continue;
      expect(document.parametersOf(each).filter((parameter) => parameter['in'] === 'query')).toEqual([]);
    }
  });

  it('AUTH-3: says which scopes are enough for each operation', () => {
    for (const [id, { operation: each, path, method }] of document.operations()) {
      const collection = path.split('/')[3] ?? '';
      const needed = method === 'GET' ? [`${collection}:read`, 'read'] : ['projects:write'];
      expect([id, each['security'], each['x-required-scopes']]).toEqual([id, [{ bearer: [] }], needed]);
      expect(scopes).toEqual(expect.arrayContaining(needed));
    }
  });

  it('ERR-3: has for each status the codes that it may come with, each with an example of its own', () => {
    const always = [400, 401, 403, 406, 414, 429, 431, 500, 503];
    for (const [id, each] of document.operations()) {
      const statuses = document.statusesOf(each);
      const own = id.startsWith('get_') ? [200, 304, 404] : id.startsWith('list_') ? [200, 304] : [];
      if (own.length > 0) expect(statuses).toEqual([...always, ...own].sort((one, two) => one - two));
      else expect(statuses).toEqual(expect.arrayContaining([...always, 409, 413, 415]));
      for (const status of statuses.filter((known) => known >= 400)) {
        const { content } = document.responseOf(each, status);
        const media = objectOf(content['application/problem+json']);
        expect(media['schema']).toEqual({ $ref: '#/components/schemas/Problem' });
        const examples = Object.entries(objectOf(media['examples']));
        expect(examples.length).toBeGreaterThan(0);
        for (const [code, example] of examples) {
          if (!isProblemCode(code)) throw new Error(`${code} is no code of the interface.`);
          expect(problemCodes[code].status).toBe(status);
          const value = objectOf(objectOf(example)['value']);
          expect(value).toMatchObject({ code, status, title: problemCodes[code].title });
          expect('errors' in value).toBe(status === 400);
        }
      }
    }
  });

  it('describes every operation, parameter and header, and repeats no long part', () => {
    for (const [id, each] of document.operations()) {
      expect([id, each.operation['summary'], each.operation['description']]).toEqual([
        id,
        expect.stringMatching(/^[A-Z].+[^.]$/),
        expect.stringMatching(/^Needs the scope .*\.$/),
      ]);
      expect(each.operation['tags']).toEqual([each.path.split('/')[3]]);
      for (const parameter of document.parametersOf(each)) expect(parameter['description']).toMatch(/^[A-Z`].*\.$/s);
    }
    for (const header of Object.values(objectOf(objectOf(document.root['components'])['headers']))) {
      expect(objectOf(header)['description']).toMatch(/^[A-Z`].*\.$/);
    }
    expect(kept.length).toBeLessThan(600_000);
  });

  it('has no error that a linter knows of, with every recommended rule', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: kept, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});

describe.each(databaseKinds)('the OpenAPI document of the service on the %s database', (kind) => {
  let service: TestService;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // The validator's own form of an address knows no quoted name, which RFC 5321 allows and the data have.
  ajv.addFormat('email', /^("[^"]+"|[^\s@"]+)@[^\s@]+$/);
  ajv.addSchema({ $id: 'document', components: closed({ schemas: document.schemas() }) });

  beforeAll(async () => {
    service = await startTestService(kind);
  });
  afterAll(() => service.close());

  /** What is wrong with a value by a schema of the document, in words. */
  function errors(schema: unknown, value: unknown): string {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components', '"document#/components');
    const validate = ajv.compile(objectOf(JSON.parse(text)));
    return validate(value) ? '' : ajv.errorsText(validate.errors, { separator: '\n' });
  }

  const schemaOf = (id: string, status: number, type: string): unknown =>
    objectOf(document.responseOf(operation(id), status).content[type])['schema'];

  it('is the one that is kept: after a change, run `npx nx run server:openapi`', async () => {
    const { servers: _, ...served } = objectOf((await service.request('/openapi.json')).json());
    const { servers: __, ...rest } = document.root;
    expect(isDeepStrictEqual(served, rest)).toBe(true);
  });

  it.each(collections)(
    'SHAPE-1, SHAPE-2: describes all that $name answers, and leaves no key out',
    async ({ name, get }) => {
      const list = schemaOf(`list_${name}`, 200, 'application/json');
      expect(errors(list, (await service.request(`/api/v1/${name}?limit=200`)).json())).toBe('');
      const rows = await walk(service, name, 'limit=200');
      expect(rows.length).toBeGreaterThan(0);
      expect(errors(objectOf(objectOf(list)['properties'])['data'], rows)).toBe('');
      if (!get) return;
      const one = await service.request(`/api/v1/${name}/${textOf(rows[0]?.['id'])}`);
      expect(errors(schemaOf(`get_${name}`, 200, 'application/json'), one.json())).toBe('');
    },
  );

  it('SHAPE-2: would notice a key that is missing, too many, or null', async () => {
    const { data } = objectOf((await service.request(`/api/v1/bookings/${await firstId(service, 'bookings')}`)).json());
    const { slots, ...missing } = objectOf(data);
    const schema = schemaOf('get_bookings', 200, 'application/json');
    for (const wrong of [
      missing,
      { ...missing, slots, more: 1 },
      { ...missing, slots, space: null },
      { ...missing, slots: [] },
    ]) {
      expect(errors(schema, { data: wrong })).not.toBe('');
    }
  });

  it('names the headers that answers have', async () => {
    const id = await firstId(service, 'bookings');
    const poor = await service.newToken({ scopes: ['users:read'], quota: { requests: 1, seconds: 60 } });
    const answers = [
      ['list_bookings', await service.request('/api/v1/bookings', { headers: { 'accept-encoding': 'br' } })],
      ['get_bookings', await service.request(`/api/v1/bookings/${id}`, { headers: { 'accept-encoding': 'br' } })],
      ['list_bookings', await service.request('/api/v1/bookings', { headers: { 'if-none-match': '*' } })],
      ['get_bookings', await service.request(`/api/v1/bookings/${id}`, { headers: { 'if-none-match': '*' } })],
      ['list_bookings', await service.request('/api/v1/bookings?limit=0')],
      ['list_bookings', await service.request('/api/v1/bookings', { token: false })],
      ['list_bookings', await service.request('/api/v1/bookings', { token: poor.token })],
      ['list_bookings', await service.request('/api/v1/bookings', { token: poor.token })],
      ['list_bookings', await service.request('/api/v1/bookings', { headers: { accept: 'text/html' } })],
      ['get_bookings', await service.request('/api/v1/bookings/00000000-0000-7000-8000-000000000000')],
    ] as const;
    for (const [name, { status, headers, text }] of answers) {
      const { headers: named } = document.responseOf(operation(name), status);
      const missing = named.filter((header) => headers[header.toLowerCase()] === undefined);
      // A body that short is not compressed (HTTP-5).
      expect([status, missing.filter((header) => header !== 'Content-Encoding')]).toEqual([status, []]);
      if (status >= 400) expect(errors({ $ref: '#/components/schemas/Problem' }, JSON.parse(text))).toBe('');
    }
  });

  it('FILT-9: names no parameter that the service refuses', async () => {
    const samples = {
      boolean: 'true',
      integer: '1',
      uuid: '00000000-0000-7000-8000-000000000000',
      string: '2026-03-01T09:00:00.000Z',
    };
    for (const { name } of collections) {
      const pairs = document
        .parametersOf(operation(`list_${name}`))
        .filter((parameter) => parameter['in'] === 'query' && parameter['name'] !== 'cursor')
        .map((parameter) => {
          const schema = objectOf(parameter['schema']);
          const { type, format, enum: values } = objectOf(schema['items'] ?? schema);
          const sample = Object.entries(samples).find(([word]) => word === (format ?? type))?.[1];
          return `${textOf(parameter['name'])}=${values ? textOf(arrayOf(values)[0]) : textOf(sample)}`;
        });
      const { status, text } = await service.request(`/api/v1/${name}?${pairs.join('&')}`);
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    }
  });
});
