import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, dataOf, jsonOf, type Reply } from '../../test/ask.js';
import { expanded, errorsOf, type Names, titled, vectorsOf, withCapitals } from '../../test/vectors.js';
import { datasetOf } from '../dataset/dataset.js';
import { idOf, isList, isObject, type JsonObject, type JsonValue, objectsAt, type Row, textOf } from '../json.js';
import { type ReferenceServer, startReferenceServer } from '../start.js';

const path = '/api/v1/projects';
const sets = new Set(['thematics', 'machines', 'collaborators']);

const { members, machines, spaces, project_thematics, project_licenses } = datasetOf('rich', 1);
const idsOf = (rows: readonly Row[], deleted = false): string[] =>
  rows.filter((row) => ((row['soft_deleted_at'] ?? null) !== null) === deleted).map(({ id }) => id);
const [author = '', member = '', other_member = ''] = idsOf(members);
const [machine = '', other_machine = ''] = idsOf(machines);
const [thematic = '', other_thematic = ''] = idsOf(project_thematics);
const [deleted_member = '', deleted_space = '', deleted_machine = ''] = [members, spaces, machines].flatMap((rows) =>
  idsOf(rows, true).slice(0, 1),
);
const names: Names = withCapitals({
  ...{ author, member, other_member, machine, other_machine, thematic, other_thematic },
  ...{ space: idsOf(spaces)[0] ?? '', license: idsOf(project_licenses)[0] ?? '' },
  ...{ deleted_member, deleted_space, deleted_machine, nothing: '00000000-0000-7000-8000-000000000000' },
});

/** A project with references as ids, sets of them sorted. */
function withIds(project: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(project).map(([key, value]): [string, JsonValue] => {
      if (sets.has(key) && isList(value)) return [key, value.map((one) => idOf(one) ?? textOf(one)).sort()];
      return [key, key !== 'image' && isObject(value) ? idOf(value) : value];
    }),
  );
}

describe('wire vectors of project bodies', () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer({ size: 'rich' });
  });
  afterAll(() => server.close());

  const send = (method: string, to: string, body: JsonValue): Promise<Reply> => ask(server, to, { method, body });

  async function answerTo(vector: JsonObject): Promise<{ reply: Reply; known: Names }> {
    const body = vector['body'] ?? vector['text'] ?? null;
    if (vector['operation'] === 'create')
      return { reply: await send('POST', path, expanded(body, names)), known: names };
    const before = dataOf(await send('POST', path, expanded(vector['before'] ?? null, names)));
    const foreign = dataOf(await send('POST', path, { name: 'x', author_id: author, steps: [{ title: 'Elsewhere' }] }));
    const [step_1 = '', step_2 = ''] = objectsAt(before, 'steps').map(({ id }) => textOf(id));
    const [foreign_step = ''] = objectsAt(foreign, 'steps').map(({ id }) => textOf(id));
    const known = { ...names, ...withCapitals({ step_1, step_2, foreign_step }) };
    return { reply: await send('PATCH', `${path}/${textOf(before['id'])}`, expanded(body, known)), known };
  }

  it.each(titled(vectorsOf('project-bodies')))('good: %s', async (_, vector) => {
    const { reply, known } = await answerTo(vector);
    expect([reply.status, reply.text.slice(0, 500)]).toEqual([
      vector['operation'] === 'create' ? 201 : 200,
      expect.anything(),
    ]);
    const expected = expanded(vector['project'] ?? null, known);
    expect(withIds(dataOf(reply))).toMatchObject(isObject(expected) ? withIds(expected) : {});
    const got = await ask(server, `${path}/${textOf(dataOf(reply)['id'])}`);
    expect(got.text).toBe(reply.text);
    expect(got.headers['etag']).toBe(reply.headers['etag']);
  });

  it.each(titled(vectorsOf('bad-project-bodies')))('bad: %s', async (_, vector) => {
    const { reply } = await answerTo(vector);
    expect(reply.status).toBe(400);
    expect(errorsOf(jsonOf(reply), 'pointer')).toEqual(errorsOf(vector, 'pointer'));
  });
});
