import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { fieldTable, ProjectCreateDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { closed, Document, type DocumentedOperation } from '../http/support/document.js';
import type { Answer } from '../support/service.js';
import { expanded, namesOf, vectorsOf } from './support/vectors.js';
import { projectIn, workshopOn } from './support/workshop.js';

const document = new Document(
  objectOf(JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))),
);

function operation(id: string): DocumentedOperation {
  const found = document.operations().get(id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

const create = {
  id: 'create_projects',
  schema: 'ProjectCreate',
  dto: ProjectCreateDto,
  required: ['name', 'author_id'],
  types: ['application/json'],
  statuses: [201, 422],
  header: 'Idempotency-Key',
};

const update = {
  id: 'update_projects',
  schema: 'ProjectUpdate',
  dto: ProjectUpdateDto,
  required: undefined,
  types: ['application/merge-patch+json', 'application/json'],
  statuses: [200, 404, 412],
  header: 'If-Match',
};

describe('the OpenAPI document of writes', () => {
  const workshop = workshopOn('embedded');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', components: closed({ schemas: document.schemas() }) });

  it.each([create, update])(
    'WRITE-2, ERR-4: names the body, the statuses and the header of $id',
    ({ id, schema, dto, required, types, statuses, header }) => {
      const body = objectOf(operation(id).operation['requestBody']);
      const ofSchema = { schema: { $ref: `#/components/schemas/${schema}` } };
      expect(body['required']).toBe(true);
      expect(Object.entries(objectOf(body['content']))).toMatchObject(types.map((type) => [type, ofSchema]));

      const described = objectOf(document.schemas()[schema]);
      const properties = Object.entries(objectOf(described['properties'])).map(([name, property]) => {
        const { type, example } = objectOf(property);
        return { name, nullable: String(type).includes('null'), hasExample: example !== undefined };
      });
      const fields = [...fieldTable(dto).values()];
      expect(properties).toEqual(fields.map(({ name, nullable }) => ({ name, nullable, hasExample: true })));
      expect(described['required']).toEqual(required);

      const all = [...statuses, 400, 401, 403, 406, 409, 413, 414, 415, 429, 431, 500, 503];
      expect(document.statusesOf(operation(id))).toEqual(all.sort((one, other) => one - other));
      const headers = document.parametersOf(operation(id)).filter((each) => each['in'] === 'header');
      expect(headers.map((each) => [each['name'], each['required']])).toEqual([
        [header, false],
        ['X-Request-Id', false],
      ]);
    },
  );

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
      const { nothing, author } = workshop.entities;
      const names = { ...namesOf(workshop.entities), step_1: nothing, step_2: author, STEP_1: author };
      const $ref = `#/components/schemas/${(of === 'create' ? create : update).schema}`;
      expect(errors({ $ref }, expanded(vector['body'], names))).toBe('');
    },
  );

  it('ERR-3: describes the answers of writes, and every header that they name is there', async () => {
    const { writer, entities } = workshop;
    const body = { name: 'Documented', author_id: entities.author, steps: [{ title: 'a' }] };
    const key = { 'idempotency-key': 'documented' };
    const { id } = projectIn(await writer.post(body, key), 201);
    const long = { summary: 'long '.repeat(99), description: 'long '.repeat(400) };
    const answers: (readonly [{ readonly id: string }, number, Answer])[] = [
      [create, 201, await writer.post(body, key)],
      [create, 400, await writer.post({})],
      [create, 415, await writer.post(body, { 'content-type': 'text/plain' })],
      [create, 422, await writer.post({}, key)],
      [update, 200, await writer.patch(id, long)],
      [update, 404, await writer.patch(entities.nothing, {})],
      [update, 409, await writer.patch(id, { publication_state: 'archived' })],
      [update, 412, await writer.patch(id, {}, { 'if-match': '"another"' })],
      [update, 413, await writer.patch(id, ' '.repeat(1024 * 1024 + 1))],
    ];
    for (const [of, status, { status: answered, headers, text }] of answers) {
      const response = document.responseOf(operation(of.id), status);
      // A short body is not compressed (HTTP-5).
      const missing = response.headers.filter(
        (each) => each !== 'Content-Encoding' && headers[each.toLowerCase()] === undefined,
      );
      expect([of.id, answered, missing]).toEqual([of.id, status, []]);
      const type = textOf(headers['content-type']);
      expect(errors(objectOf(response.content[type])['schema'], JSON.parse(text))).toBe('');
    }
  });
});
