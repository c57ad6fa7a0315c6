import { beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { dumperOf } from '@resource-catalogue/database/testing/stored';
import { arrayOf, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import { expectProblem } from '../http/support/problems.js';
import { exchange, headerOf, requestText } from '../http/support/raw-client.js';
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

  it('WRITE-3: refused bodies store nothing in any table', async () => {
    expect(await dump()).toEqual(before);
  });

  it.each(vectorsOf('project-bodies'))('%s', async (_, vector) => {
    const { answer, known } = await send(vector, vector.operation === 'update' ? await projectOf(vector.before) : {});
    const expected = objectOf(expanded(vector.vector['project'], known));
    const project = projectIn(answer, vector.operation === 'create' ? 201 : 200);
    expect(withIds(project)).toMatchObject(sortedSets(expected));
  });

  const good = () => ({ name: 'Folding stool', author_id: workshop.entities.author });

  it('WRITE-2: a content coding is refused with 415, and identity is none', async () => {
    for (const coding of ['gzip', 'br', 'deflate', 'gzip, identity', 'nothing'])
      expectProblem(await workshop.writer.post(good(), { 'content-encoding': coding }), 'unsupported_media_type');
    projectIn(await workshop.writer.post(good(), { 'content-encoding': 'Identity' }), 201);
  });

  it('RATE-3: a body of 1 MiB in chunks is read, and one byte more is refused with 413', async () => {
    const headers = { 'transfer-encoding': 'chunked' };
    const padded = JSON.stringify(good()).padEnd(mebibyte);
    projectIn(await workshop.writer.post(padded, headers), 201);
    expectProblem(await workshop.writer.post(`${padded} `, headers), 'payload_too_large');
  });

  // Not a byte more than is read: a client that still writes when the connection is reset may lose the answer.
  const read = 8 * mebibyte + 1;
  it.each([
    ['without an end', 'Transfer-Encoding: chunked', `${read.toString(16)}\r\n${' '.repeat(read)}`],
    ['of 64 MiB', `Content-Length: ${64 * mebibyte}`, ' '.repeat(1000)],
  ])('RATE-3: a body %s is refused with 413 before its end', async (_, length, body) => {
    const authorization = `Authorization: Bearer ${workshop.service.token}`;
    const headers = [authorization, 'Content-Type: application/json', length];
    const { answers } = await exchange(
      workshop.service.port,
      requestText(`POST ${projectsPath} HTTP/1.1`, headers, body),
    );
    expect(answers.map((answer) => [answer.status, headerOf(answer, 'connection')])).toEqual([[413, 'close']]);
  });
});

function sortedSets(project: JsonObject): JsonObject {
  const sets = ['thematics', 'machines', 'collaborators'].filter((key) => key in project);
  return { ...project, ...Object.fromEntries(sets.map((key) => [key, arrayOf(project[key]).map(textOf).sort()])) };
}
