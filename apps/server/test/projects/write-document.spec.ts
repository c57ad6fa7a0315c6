import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fieldTable, ProjectCreateDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import { closed, Document, type DocumentedOperation } from '../http/support/document.js';
import type { Answer } from '../support/service.js';
import { expanded, namesOf, type Names, vectorsOf } from './support/vectors.js';
import { projectsPath, workshopOn } from './support/workshop.js';

const document = new Document(
  objectOf(JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))),
);

function operation(id: string): DocumentedOperation {
  const found = document.operations().get(id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

const operations = [
  {
    id: 'create_projects',
    schema: 'ProjectCreate',
    dto: ProjectCreateDto,
    types: ['application/json'],
    success: 201,
    own: [422],
    header: 'Idempotency-Key',
  },
  {
    id: 'update_projects',
    schema: 'ProjectUpdate',
    dto: ProjectUpdateDto,
    types: ['application/merge-patch+json', 'application/json'],
    success: 200,
    own: [404, 412],
    header: 'If-Match',
  },
];

describe.each(operations)('the OpenAPI document of $id', ({ id, schema, dto, types, success, own, header }) => {
  it('WRITE-2: names the media types of its body, all of one schema', () => {
    const content = objectOf(objectOf(operation(id).operation['requestBody'])['content']);
    expect(Object.keys(content)).toEqual(types);
    for (const type of types) {
      expect(objectOf(content[type])['schema']).toEqual({ $ref: `#/components/schemas/${schema}` });
    }
    expect(objectOf(operation(id).operation['requestBody'])['required']).toBe(true);
  });

  it('section 9: names every field of its body, with an example, and which are required', () => {
    const { properties, required } = objectOf(document.schemas()[schema]);
    const fields = [...fieldTable(dto).values()];
    expect(Object.keys(objectOf(properties))).toEqual(fields.map(({ name }) => name));
    expect(required).toEqual(dto === ProjectCreateDto ? ['name', 'author_id'] : undefined);
    for (const { name, nullable } of fields) {
      const property = objectOf(objectOf(properties)[name]);
      expect([name, 'example' in property]).toEqual([name, true]);
      expect([name, String(property['type']).includes('null')]).toEqual([name, nullable]);
    }
  });

  it('ERR-3, ERR-4: names every status of a write', () => {
    const all = [success, 400, 401, 403, 406, 409, 413, 414, 415, 429, 431, 500, 503, ...own];
    expect(document.statusesOf(operation(id))).toEqual(all.sort((one, other) => one - other));
  });

  it('WRITE-6, WRITE-7: names the header that it takes', () => {
    const headers = document.parametersOf(operation(id)).filter((each) => each['in'] === 'header');
    expect(headers.map((each) => [each['name'], each['required']])).toEqual([
      [header, false],
      ['X-Request-Id', false],
    ]);
  });
});

describe('the OpenAPI document of writes and the service', () => {
  const workshop = workshopOn('embedded');
  let names: Names;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', components: closed({ schemas: document.schemas() }) });

  beforeAll(() => {
    names = {
      ...namesOf(workshop.entities),
      step_1: workshop.entities.nothing,
      step_2: workshop.entities.author,
      STEP_1: workshop.entities.author,
    };
  });

  /** What is wrong with a value by a schema of the document, in words. */
  function errors(schema: unknown, value: unknown): string {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components', '"document#/components');
    const validate = ajv.compile(objectOf(JSON.parse(text)));
    return validate(value) ? '' : ajv.errorsText(validate.errors, { separator: '\n' });
  }

  // What is trimmed before it is counted, and a host in another script, no schema can describe.
  const beyondSchemas = /between spaces|another script|address$/;
  it.each(vectorsOf('project-bodies').filter(([title]) => !beyondSchemas.test(title)))(
    'takes what the service takes: %s',
    (_, { operation: of, vector }) => {
      const $ref = `#/components/schemas/${of === 'create' ? 'ProjectCreate' : 'ProjectUpdate'}`;
      expect(errors({ $ref }, expanded(vector['body'], names))).toBe('');
    },
  );

  it('describes the answers of writes, and every header that they name is there', async () => {
    const { writer, service, entities } = workshop;
    const body = { name: 'Documented', author_id: entities.author, steps: [{ title: 'a' }] };
    const key = { 'idempotency-key': 'documented' };
    const first = await writer.post(body, key);
    const id = textOf(objectOf(objectOf(first.json())['data'])['id']);
    const patch = (headers: Record<string, string>, sent: unknown = {}): Promise<Answer> =>
      writer.patch(id, sent, headers);
    const answers: (readonly [string, number, Answer])[] = [
      ['create_projects', 201, await writer.post(body, key)],
      ['create_projects', 400, await writer.post({})],
      ['create_projects', 401, await service.request(projectsPath, { method: 'POST', token: false })],
      ['create_projects', 415, await writer.post(body, { 'content-type': 'text/plain' })],
      ['create_projects', 422, await writer.post({}, key)],
      ['update_projects', 200, await patch({}, { summary: 'long '.repeat(99), description: 'long '.repeat(400) })],
      ['update_projects', 400, await patch({}, { name: null })],
      ['update_projects', 404, await writer.patch(entities.nothing, {})],
      ['update_projects', 406, await patch({ accept: 'text/html' })],
      ['update_projects', 409, await patch({}, { publication_state: 'archived' })],
      ['update_projects', 412, await patch({ 'if-match': '"another"' })],
      ['update_projects', 413, await patch({}, ' '.repeat(1024 * 1024 + 1))],
      ['update_projects', 415, await patch({ 'content-type': 'text/plain' })],
    ];
    for (const [name, status, { status: answered, headers, text }] of answers) {
      expect([name, status, answered]).toEqual([name, status, status]);
      const response = document.responseOf(operation(name), status);
      const missing = response.headers.filter((each) => headers[each.toLowerCase()] === undefined);
      // A short body is not compressed (HTTP-5).
      expect([name, status, missing.filter((each) => each !== 'Content-Encoding')]).toEqual([name, status, []]);
      const type = textOf(headers['content-type']);
      expect(errors(objectOf(response.content[type])['schema'], JSON.parse(text))).toBe('');
    }
    expect(arrayOf(answers)).toHaveLength(13);
  });
});
