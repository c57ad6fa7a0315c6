import { beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import { withIds } from './support/entities.js';
import { expanded, namesOf, type Names, stepNames, type Vector, vectorsOf } from './support/vectors.js';
import { errorsIn, projectIn, workshopOn } from './support/workshop.js';

describe.each(databaseKinds)('project bodies on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let names: Names;
  let foreign: JsonObject;
  const projects = new Map<string, Promise<JsonObject>>();

  beforeAll(async () => {
    names = namesOf(workshop.entities);
    foreign = await workshop.writer.make({ steps: [{ title: 'Elsewhere' }] });
  });

  /** The project that an update begins with; what is refused changes nothing, so refusals share one. */
  function projectBefore(before: unknown): Promise<JsonObject> {
    return workshop.writer.make(objectOf(expanded(before, names)));
  }

  function sharedProjectBefore(before: unknown): Promise<JsonObject> {
    const key = JSON.stringify(before);
    const made = projects.get(key) ?? projectBefore(before);
    projects.set(key, made);
    return made;
  }

  async function send({ operation, before, vector }: Vector, projectOf: (before: unknown) => Promise<JsonObject>) {
    const { body, text } = vector;
    if (operation === 'create') {
      return { known: names, answer: await workshop.writer.post(expanded(body ?? text, names)) };
    }
    const project = await projectOf(before);
    const known = { ...names, ...stepNames(project, foreign) };
    return { known, answer: await workshop.writer.patch(project['id'], expanded(body ?? text, known)) };
  }

  it.each(vectorsOf('project-bodies'))('%s', async (_, vector) => {
    const { answer, known } = await send(vector, projectBefore);
    const expected = objectOf(expanded(vector.vector['project'], known));
    const project = projectIn(answer, vector.operation === 'create' ? 201 : 200);
    expect(withIds(project)).toMatchObject(sortedSets(expected));
    expect((await workshop.writer.get(project['id'])).text).toBe(answer.text);
  });

  it.each(vectorsOf('bad-project-bodies'))('%s', async (_, vector) => {
    const { answer } = await send(vector, sharedProjectBefore);
    const expected = arrayOf(vector.vector['errors']).map(objectOf);
    expect(errorsIn(answer)).toEqual(
      expected.map((error) => `${textOf(error['code'])} ${textOf(error['pointer'])}`).sort(),
    );
  });

  it('section 9: nothing of what was refused was stored', async () => {
    for (const [before, project] of projects) {
      const now = objectOf(objectOf((await workshop.writer.get((await project)['id'])).json())['data']);
      expect([before, now]).toEqual([before, await project]);
    }
    expect(projects.size).toBeGreaterThan(0);
  });
});

function sortedSets(project: JsonObject): JsonObject {
  const sets = ['thematics', 'machines', 'collaborators'].filter((key) => key in project);
  return { ...project, ...Object.fromEntries(sets.map((key) => [key, arrayOf(project[key]).map(textOf).sort()])) };
}
