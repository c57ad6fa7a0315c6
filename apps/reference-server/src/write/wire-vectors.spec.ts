import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, type Asking, dataOf, jsonOf, type Reply, rows } from '../../test/ask.js';
import { expanded, errorsOf, type Names, titled, vectorsOf, withCapitals } from '../../test/vectors.js';
import { idOf, isList, isObject, type JsonObject, type JsonValue, objectsAt, textOf } from '../json.js';
import { type ReferenceServer, startReferenceServer } from '../start.js';

const path = '/api/v1/projects';
const sets = new Set(['thematics', 'machines', 'collaborators']);

async function namesOn(server: ReferenceServer): Promise<Names> {
  const ids = async (collection: string, deleted: boolean | null): Promise<string[]> => {
    const filter = deleted === null ? '' : `&filters[soft_deleted][eq]=${deleted}`;
    return (await rows(server, collection, `limit=5${filter}`)).map(({ id }) => textOf(id));
  };
  const [author = '', member = '', other_member = ''] = await ids('members', false);
  const [machine = '', other_machine = ''] = await ids('machines', false);
  const [thematic = '', other_thematic = ''] = await ids('project_thematics', null);
  const [space = ''] = await ids('spaces', false);
  const [license = ''] = await ids('project_licenses', null);
  const [deleted_member = ''] = await ids('members', true);
  const [deleted_space = ''] = await ids('spaces', true);
  const [deleted_machine = ''] = await ids('machines', true);
  const live = { author, member, other_member, machine, other_machine, thematic, other_thematic, space, license };
  const nothing = '00000000-0000-7000-8000-000000000000';
  return withCapitals({ ...live, deleted_member, deleted_space, deleted_machine, nothing });
}

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
  let names: Names;
  beforeAll(async () => {
    server = await startReferenceServer({ size: 'rich' });
    names = await namesOn(server);
  });
  afterAll(() => server.close());

  const send = (method: string, to: string, body: JsonValue): Promise<Reply> => {
    const asking: Asking = { method, body };
    return ask(server, to, asking);
  };

  async function answerTo(vector: JsonObject): Promise<{ reply: Reply; known: Names }> {
    const body = vector['body'] ?? vector['text'] ?? null;
    if (vector['operation'] === 'create')
      return { reply: await send('POST', path, expanded(body, names)), known: names };
    const before = dataOf(await send('POST', path, expanded(vector['before'] ?? null, names)));
    const foreign = dataOf(
      await send('POST', path, { name: 'x', author_id: names['author'] ?? '', steps: [{ title: 'Elsewhere' }] }),
    );
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
