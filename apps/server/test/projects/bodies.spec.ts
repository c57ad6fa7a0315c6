import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeDumper } from '@resource-catalogue/database/testing/stored';
import { asArray, type JsonObject, asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { expectProblem } from '../http/support/problems.js';
import { responseTo, requestText } from '../http/support/raw-client.js';
import { expandVector, vectorsOf } from './support/vectors.js';
import { errorsIn, projectIn, projectsPath, workshopOn } from './support/workshop.js';

const mebibyte = 1024 * 1024;

const bad = vectorsOf('bad-project-bodies');

const noProject: JsonObject = { steps: [] };

const keyOf = (before: unknown): string => JSON.stringify(before);

// The conformance suite sends valid bodies.
describe('project bodies', () => {
  const workshop = workshopOn();
  let foreign: JsonObject;
  /** The projects addressed by rejected updates, and the content of all tables before them. */
  const projects = new Map<string, JsonObject>();
  let dump: () => Promise<unknown>;
  let before: unknown;

  const stepIds = (project: JsonObject) => valuesAt(project, 'steps[].id').map(asText);

  /** The ids of the names in vectors; some are steps of the project that a vector changes. */
  const idIn = (project: JsonObject) => {
    const { author, nothing, members, machines, thematics, spaces, licenses, ...entities } = workshop.entities;
    const [step_1, step_2] = stepIds(project);
    const ids: Readonly<Record<string, string | undefined>> = {
      ...{ author, nothing, step_1, step_2, foreign_step: stepIds(foreign)[0] },
      ...{ member: members[0], other_member: members[1], machine: machines[0], other_machine: machines[1] },
      ...{ thematic: thematics[0], other_thematic: thematics[1], space: spaces[0], license: licenses[0] },
      ...{ deleted_member: entities.deletedMembers[0], deleted_machine: entities.deletedMachines[0] },
      deleted_space: entities.deletedSpaces[0],
    };
    return (name: string): string => asText(ids[name]);
  };

  beforeAll(async () => {
    foreign = await workshop.writer.make({ steps: [{ title: 'Elsewhere' }] });
    for (const [, vector] of bad)
      if (vector.operation === 'update' && !projects.has(keyOf(vector.before)))
        projects.set(
          keyOf(vector.before),
          await workshop.writer.make(asObject(expandVector(vector.before, idIn(noProject)))),
        );
    dump = await makeDumper(workshop.service.database);
    before = await dump();
  });

  it.each(bad)('a body is rejected with all of its errors: %s', async (_, { operation, before: old, vector }) => {
    const { writer } = workshop;
    const project = projects.get(keyOf(old)) ?? noProject;
    const body = expandVector(vector['body'] ?? vector['text'], idIn(project));
    const response = await (operation === 'create' ? writer.post(body) : writer.patch(project['id'], body));
    const expected = asArray(vector['errors']).map(asObject);
    expect(errorsIn(response)).toEqual(
      expected.map((error) => `${asText(error['code'])} ${asText(error['pointer'])}`).sort(),
    );
  });

  it('WRITE-3: rejected bodies store nothing in any table', async () => {
    expect(await dump()).toEqual(before);
  });

  it('WRITE-2: a content coding other than identity is rejected with 415', async () => {
    const good = { name: 'Folding stool', author_id: workshop.entities.author };
    for (const coding of ['gzip', 'gzip, identity', 'nothing'])
      expectProblem(await workshop.writer.post(good, { 'content-encoding': coding }), 'unsupported_media_type');
    projectIn(await workshop.writer.post(good, { 'content-encoding': 'Identity' }), 201);
  });

  // Send exactly as much as is read: a client still writing during a reset may lose the response.
  const read = 8 * mebibyte + 1;
  it.each([
    ['without an end', 'Transfer-Encoding: chunked', `${read.toString(16)}\r\n${' '.repeat(read)}`],
    ['of 64 MiB', `Content-Length: ${64 * mebibyte}`, ' '.repeat(1000)],
  ])('RATE-3: a body %s is rejected with 413 before its end', async (_, length, body) => {
    const authorization = `Authorization: Bearer ${workshop.service.token}`;
    const headers = [authorization, 'Content-Type: application/json', length];
    const request = requestText(`POST ${projectsPath} HTTP/1.1`, headers, body);
    const response = await responseTo(workshop.service.port, request);
    expect([response.status, response.headers['connection']]).toEqual([413, 'close']);
  });
});
