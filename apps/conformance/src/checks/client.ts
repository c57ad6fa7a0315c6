import { type Client, hasProblem } from '@resource-catalogue/client';
import { readId, type Json, type JsonObject, parseJson, type Row, sameJson, toText } from '../json.js';
import { sorted } from '../oracle.js';
import { clipped } from '../kit/differences.js';
import type { Written } from '../kit/expect-project.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onCollections } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { unknownId } from '../kit/subject.js';
import { type AnyCollection, askOne, getCollection, expectReturned, getProjects } from '../kit/ask-client.js';
import { onProjects, type Projects } from '../kit/projects.js';

const someRows = 7;
/** The maximum number of changes near the newest one; more would not show anything new. */
const maxChanges = 60;
/** The overlap with which the client reads changes, in milliseconds (`overlapMs`). */
const overlap = 60_000;

const plain = (value: object): Json => parseJson(JSON.stringify(value)) ?? null;

async function runClient<Result>(
  context: CheckContext,
  work: (client: Client) => PromiseLike<Result>,
): Promise<Result> {
  const { result, error, exchanges } = await context.callClient(work);
  return result ?? violated('a result of the client', error?.message ?? 'none', ...exchanges);
}

function expectItems(context: CheckContext, items: readonly object[], expected: readonly Row[], what: string): void {
  const found = items.map(plain);
  const relation = `${what}: ${expected.map(readId).join(', ')}, as in the list`;
  if (!sameJson(found, [...expected])) violated(relation, clipped(toText(found), 500), ...context.exchanges);
}

async function itemsOf(pages: AsyncIterable<{ readonly data: readonly object[] }>): Promise<object[]> {
  const items: object[] = [];
  for await (const { data } of pages) items.push(...data);
  return items;
}

async function expectChanges(context: CheckContext, rows: readonly Row[], of: (client: Client) => AnyCollection) {
  const times = rows.map((row) => toText(row['updated_at'])).sort();
  const instant = times.at(-someRows) ?? times[0] ?? '';
  const since = new Date(Date.parse(instant) - overlap).toISOString();
  const expected = sorted(rows, 'updated_at').filter((row) => toText(row['updated_at']) >= since);
  context.need(expected.length <= maxChanges, 'too many rows changed at about the same time');
  const changes = await runClient(context, (client) => of(client).changesSince(instant).toArray({ max: maxChanges }));
  expectItems(context, changes, expected, `the changes since ${instant} and from the minute before`);
}

export const clientChecks: Checks = {
  'client-lists-what-the-wire-shows': onCollections(['LIST-1', 'PAGE-1', 'PAGE-4'], {
    title: 'toArray, first, pages, getMany and changesSince return the same rows as raw HTTP requests',
    run: async (context, { rows, contract, complete }) => {
      context.need(complete && rows.length > 0, 'needs a completely read collection with rows');
      const of = (client: Client): AnyCollection => getCollection(client, contract.name);
      const order = sorted(rows, contract.defaultSort);
      const expected = order.slice(0, someRows);
      const array = await runClient(context, (client) => of(client).list({ limit: 2 }).toArray({ max: someRows }));
      expectItems(context, array, expected, `the first ${someRows} rows`);
      const first = await runClient(context, (client) => of(client).list({ limit: 2 }).first());
      expectItems(context, first ? [first] : [], order.slice(0, 1), 'the first row');
      const ids = [...expected.map(readId), unknownId];
      const many = await runClient(context, (client) => of(client).getMany(ids));
      expectReturned({ ids: [...many.keys()].sort() }, { ids: expected.map(readId).sort() }, lastExchange(context));
      const found = expected.flatMap((row) => many.get(readId(row)) ?? []);
      expectItems(context, found, expected, 'the rows of the ids');
      const some = { limit: 2, filters: { id: { in: expected.map(readId) } } };
      const paged = await runClient(context, (client) => itemsOf(of(client).list(some).pages()));
      expectItems(context, paged, expected, 'the rows of the ids, page by page');
      await expectChanges(context, rows, of);
    },
  }),
  'client-writes-what-the-wire-shows': onProjects(['WRITE-1', 'WRITE-2', 'WRITE-6', 'WRITE-7', 'WRITE-9'], {
    title: 'the client updates only the version that it read, and creates one project per key',
    run: async (projects) => {
      const { context } = projects;
      const written = await projects.create();
      await expectConditional(projects, written);
      const key = `conformance-${context.random.integer(2 ** 31)}-${written.id}`;
      const body = projects.small('Conformance, twice');
      const [one, other] = [await createWithKey(context, body, key), await createWithKey(context, body, key)];
      expectReturned(
        { replays: [one.replayed, other.replayed], id: other.data.id },
        { replays: [false, true], id: one.data.id },
        lastExchange(context),
      );
    },
  }),
};

function lastExchange(context: CheckContext) {
  return context.exchanges.at(-1) ?? violated('a request of the client', 'none');
}

/** An update sends the ETag that the client read: it succeeds once, and fails if the project has changed since. */
async function expectConditional(projects: Projects, { id, tag }: Written): Promise<void> {
  const { context } = projects;
  const current = await runClient(context, async (client) => {
    const answer = await getCollection(client, 'projects').get?.(id);
    return answer ?? violated('a get of the client', 'none');
  });
  const change = { summary: 'Through the client.' };
  const headers = { 'Content-Type': 'application/merge-patch+json', 'If-Match': tag };
  const wanted = { method: 'PATCH', path: `/api/v1/projects/${id}`, headers, body: change } as const;
  const update = (client: Client) => getProjects(client).update(current, change);
  const { data } = await askOne(context, wanted, 'a PATCH of the version that was read', update);
  const shown = await projects.read(id);
  if (!sameJson(shown.project, data)) violated('the project as returned by the client', 'another one', shown.exchange);
  const late = await context.callClient((client) => getProjects(client).update(current, { summary: 'Too late.' }));
  if (!hasProblem(late.error, 'precondition_failed'))
    violated(
      'precondition_failed for a project that has changed',
      late.error?.message ?? 'an update',
      ...late.exchanges,
    );
}

async function createWithKey(context: CheckContext, body: JsonObject, key: string) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const wanted = { method: 'POST', path: '/api/v1/projects', headers, body } as const;
  const create = (client: Client) => getProjects(client).create(body, { idempotencyKey: key });
  return (await askOne(context, wanted, 'a POST with the key of the caller', create)).answer;
}
