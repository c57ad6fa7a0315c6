import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { dumperOf } from '@resource-catalogue/database/testing/stored';
import { arrayOf, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import { expectProblem } from '../http/support/problems.js';
import { exchange, headerOf } from '../http/support/raw-client.js';
import { withIds } from './support/entities.js';
import { expanded, namesOf, type Names, stepNames, type Vector, vectorsOf } from './support/vectors.js';
import { errorsIn, projectIn, projectsPath, workshopOn } from './support/workshop.js';

const mebibyte = 1024 * 1024;

const bad = vectorsOf('bad-project-bodies');

const keyOf = ({ before }: Vector): string => JSON.stringify(before);

describe.each(databaseKinds)('project bodies on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let names: Names;
  let foreign: JsonObject;
  /** What updates that are refused would change, and what is stored before any of them. */
  const projects = new Map<string, JsonObject>();
  let dump: () => Promise<unknown>;
  let before: unknown;

  const projectOf = (body: unknown): Promise<JsonObject> => workshop.writer.make(objectOf(expanded(body, names)));

  beforeAll(async () => {
    names = namesOf(workshop.entities);
    foreign = await workshop.writer.make({ steps: [{ title: 'Elsewhere' }] });
    for (const [, vector] of bad)
      if (vector.operation === 'update' && !projects.has(keyOf(vector)))
        projects.set(keyOf(vector), await projectOf(vector.before));
    dump = await dumperOf(workshop.service.database);
    before = await dump();
  });

  async function send({ operation, vector }: Vector, project: JsonObject) {
    const known = operation === 'create' ? names : { ...names, ...stepNames(project, foreign) };
    const body = expanded(vector['body'] ?? vector['text'], known);
    const { writer } = workshop;
    return { known, answer: await (operation === 'create' ? writer.post(body) : writer.patch(project['id'], body)) };
  }

  it.each(bad)('%s', async (_, vector) => {
    const { answer } = await send(vector, projects.get(keyOf(vector)) ?? {});
    const expected = arrayOf(vector.vector['errors']).map(objectOf);
    expect(errorsIn(answer)).toEqual(
      expected.map((error) => `${textOf(error['code'])} ${textOf(error['pointer'])}`).sort(),
    );
  });

  it('WRITE-3: of everything that was refused nothing was stored, in whatever table', async () => {
    expect(await dump()).toEqual(before);
  });

  it.each(vectorsOf('project-bodies'))('%s', async (_, vector) => {
    const { answer, known } = await send(vector, vector.operation === 'update' ? await projectOf(vector.before) : {});
    const expected = objectOf(expanded(vector.vector['project'], known));
    const project = projectIn(answer, vector.operation === 'create' ? 201 : 200);
    expect(withIds(project)).toMatchObject(sortedSets(expected));
  });

  describe('how they arrive', () => {
    let body: JsonObject;
    let id: string;
    beforeAll(async () => {
      body = { name: 'Folding stool', author_id: workshop.entities.author };
      id = textOf((await workshop.writer.make())['id']);
    });

    it.each(['APPLICATION/JSON', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
      'WRITE-2: POST and PATCH take %s',
      async (type) => {
        projectIn(await workshop.writer.post(body, { 'content-type': type }), 201);
        projectIn(await workshop.writer.patch(id, {}, { 'content-type': type }), 200);
      },
    );

    const others = [
      ...['', 'text/json', 'multipart/form-data; boundary=a', 'application/problem+json', 'application/*', '*/*'],
      ...['application/jsonp', 'application/json; charset=utf-16', 'application/json, text/plain'],
    ];
    it.each(others)('WRITE-2: the type "%s" is answered with 415 and the ones that will do', async (type) => {
      const answers = [
        await workshop.writer.post(body, { 'content-type': type }),
        await workshop.writer.patch(id, {}, { 'content-type': type }),
      ];
      for (const answer of answers) expectProblem(answer, 'unsupported_media_type');
      expect(answers.map(({ headers }) => [headers['accept-post'], headers['accept-patch']])).toEqual([
        ['application/json', undefined],
        [undefined, 'application/merge-patch+json, application/json'],
      ]);
    });

    it('WRITE-2: no type at all is answered with 415, with a body or without', async () => {
      for (const length of [0, 2]) {
        const request = `POST ${projectsPath} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${workshop.service.token}\r\nContent-Length: ${length}\r\n\r\n${'{}'.slice(0, length)}`;
        const { answers } = await exchange(workshop.service.port, request);
        expect(answers.map(({ status }) => status)).toEqual([415]);
      }
    });

    it('WRITE-2: a content coding is answered with 415, identity is none', async () => {
      const packed = gzipSync(JSON.stringify(body));
      expectProblem(await workshop.writer.post(packed, { 'content-encoding': 'gzip' }), 'unsupported_media_type');
      for (const coding of ['br', 'deflate', 'gzip, identity', 'nothing']) {
        expectProblem(await workshop.writer.post(body, { 'content-encoding': coding }), 'unsupported_media_type');
      }
      projectIn(await workshop.writer.post(body, { 'content-encoding': 'Identity' }), 201);
    });

    it('RATE-3: in chunks, too, a body of 1 MiB is read, and one byte more is answered with 413', async () => {
      const headers = { 'transfer-encoding': 'chunked' };
      const padded = JSON.stringify(body).padEnd(mebibyte);
      projectIn(await workshop.writer.post(padded, headers), 201);
      expectProblem(await workshop.writer.post(`${padded} `, headers), 'payload_too_large');
      projectIn(await workshop.writer.post(body, headers), 201);
    });

    it('RATE-3: a body without end, or of any length, is answered with 413 after some mebibytes', async () => {
      const head = `POST ${projectsPath} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${workshop.service.token}\r\nContent-Type: application/json\r\n`;
      // Not a byte more than is read: whoever still writes when the connection is reset may lose the answer.
      const read = 8 * mebibyte + 1;
      for (const bytes of [
        `${head}Transfer-Encoding: chunked\r\n\r\n${read.toString(16)}\r\n${' '.repeat(read)}`,
        `${head}Content-Length: ${64 * mebibyte}\r\n\r\n${' '.repeat(1000)}`,
      ]) {
        const { answers } = await exchange(workshop.service.port, bytes);
        expect(answers.map(({ status }) => status)).toEqual([413]);
        expect(answers.map((answer) => headerOf(answer, 'connection'))).toEqual(['close']);
      }
    });

    it('GET-3, ERR-2: query parameters are refused, beside every error of path, header and body', async () => {
      const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
        workshop.service.request(path, {
          method,
          body: '{"name":"","more":1}',
          headers: { 'content-type': 'application/json', ...headers },
        });
      const key = { 'idempotency-key': 'two words' };
      expect(errorsIn(await ask('POST', `${projectsPath}?limit=1&x=%zz`, key))).toEqual([
        'invalid_value /name',
        'invalid_value Idempotency-Key',
        'required /author_id',
        'unknown_field /more',
        'unknown_parameter limit',
        'unknown_parameter x',
      ]);
      expect(errorsIn(await ask('PATCH', `${projectsPath}/nobody?a=1`))).toEqual([
        'invalid_value /name',
        'invalid_value id',
        'unknown_field /more',
        'unknown_parameter a',
      ]);
    });

    it('WRITE-1: PATCH reads the id in any case', async () => {
      expect((await workshop.writer.change(id.toUpperCase(), { summary: 'in any case' }))['id']).toBe(id);
    });
  });
});

function sortedSets(project: JsonObject): JsonObject {
  const sets = ['thematics', 'machines', 'collaborators'].filter((key) => key in project);
  return { ...project, ...Object.fromEntries(sets.map((key) => [key, arrayOf(project[key]).map(textOf).sort()])) };
}
