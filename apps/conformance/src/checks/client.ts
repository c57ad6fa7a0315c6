import { type Client, hasProblem } from '@resource-catalogue/client';
import { type AnyCollection, callOnce, expectReturned, getCollection, getProjects } from '../kit/client-requests.js';
import { type Checks, onCollections } from '../kit/check.js';
import type { CheckContext } from '../kit/context.js';
import { clip } from '../kit/differences.js';
import { onProjects } from '../kit/projects.js';
import { unknownId } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { parseJson, readIds, readId, type Row, sameJson, toText } from '../json.js';
import { sortRows } from '../oracle.js';
import type { Exchange } from '../target/exchange.js';

const someRows = 7;
/** The maximum number of changes near the newest one; more would not show anything new. */
const maxChanges = 60;
/** The overlap with which the client reads changes, in milliseconds (`overlapMs`). */
const overlap = 60_000;

async function runClient<Result>(
  context: CheckContext,
  work: (client: Client) => PromiseLike<Result>,
): Promise<Result> {
  const { result, error, exchanges } = await context.callClient(work);
  return result ?? fail('a result of the client', error?.message ?? 'none', ...exchanges);
}

const lastExchange = (context: CheckContext): Exchange =>
  context.exchanges.at(-1) ?? fail('a request of the client', 'none');

async function itemsOf(pages: AsyncIterable<{ readonly data: readonly object[] }>): Promise<object[]> {
  const items: object[] = [];
  for await (const { data } of pages) items.push(...data);
  return items;
}

export const clientChecks: Checks = {
  'client-lists-match-raw-requests': onCollections(['LIST-1', 'PAGE-1', 'PAGE-4'], {
    title: 'toArray, first, pages, getMany and changesSince return the same rows as raw HTTP requests',
    run: async (context, { rows, contract, complete }) => {
      context.need(complete && rows.length > 0, 'needs a non-empty collection of which all rows were read');
      /** Expects the client to return these rows. */
      const expectItems = async (
        what: string,
        expected: readonly Row[],
        work: (collection: AnyCollection) => PromiseLike<Iterable<object>>,
      ): Promise<void> => {
        const items = await runClient(context, (client) => work(getCollection(client, contract.name)));
        const found = parseJson(JSON.stringify([...items]));
        const relation = `${what}: ${readIds(expected).join(', ')}, as in the list`;
        if (!sameJson(found, [...expected])) fail(relation, clip(toText(found), 500), ...context.exchanges);
      };
      const order = sortRows(rows, contract.defaultSort);
      const expected = order.slice(0, someRows);
      await expectItems(`the first ${someRows} rows`, expected, (all) =>
        all.list({ limit: 2 }).toArray({ max: someRows }),
      );
      await expectItems('the first row', order.slice(0, 1), async (all) => {
        const first = await all.list({ limit: 2 }).first();
        return first ? [first] : [];
      });
      await expectItems('the rows of the ids', expected, async (all) => {
        const many = await all.getMany([...readIds(expected), unknownId]);
        expectReturned({ ids: [...many.keys()].sort() }, { ids: readIds(expected).sort() }, lastExchange(context));
        return expected.flatMap((row) => many.get(readId(row)) ?? []);
      });
      const some = { limit: 2, filters: { id: { in: readIds(expected) } } };
      await expectItems('the rows of the ids, page by page', expected, (all) => itemsOf(all.list(some).pages()));
      const times = rows.map((row) => toText(row['updated_at'])).sort();
      const instant = times.at(-someRows) ?? times[0] ?? '';
      const since = new Date(Date.parse(instant) - overlap).toISOString();
      const changed = sortRows(rows, 'updated_at').filter((row) => toText(row['updated_at']) >= since);
      context.need(changed.length <= maxChanges, 'too many rows changed at about the same time');
      await expectItems(`the changes since ${instant} and from the minute before`, changed, (all) =>
        all.changesSince(instant).toArray({ max: maxChanges }),
      );
    },
  }),
  'client-writes-match-raw-requests': onProjects(['WRITE-1', 'WRITE-2', 'WRITE-6', 'WRITE-7', 'WRITE-9'], {
    title: 'the client updates only the version that it read, and creates one project per key',
    run: async (projects) => {
      const { context } = projects;
      const { id, tag } = await projects.create();
      const current = await runClient(context, async (client) => {
        const response = await getCollection(client, 'projects').get?.(id);
        return response ?? fail('a get of the client', 'none');
      });
      // An update sends the ETag that the client read: it succeeds once, and fails if the project has changed since.
      const change = { summary: 'Through the client.' };
      const headers = { 'Content-Type': 'application/merge-patch+json', 'If-Match': tag };
      const patch = { method: 'PATCH', path: `/api/v1/projects/${id}`, headers, body: change } as const;
      const update = (client: Client) => getProjects(client).update(current, change);
      const { data } = await callOnce(context, patch, 'a PATCH of the version that was read', update);
      const shown = await projects.read(id);
      if (!sameJson(shown.project, data)) fail('the project as returned by the client', 'another one', shown.exchange);
      const late = await context.callClient((client) => getProjects(client).update(current, { summary: 'Too late.' }));
      if (!hasProblem(late.error, 'precondition_failed'))
        fail('precondition_failed for a changed project', late.error?.message ?? 'an update', ...late.exchanges);
      const key = `conformance-${context.random.integer(2 ** 31)}-${id}`;
      const body = projects.small('Conformance, twice');
      const withKey = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const post = { method: 'POST', path: '/api/v1/projects', headers: withKey, body } as const;
      const create = (client: Client) => getProjects(client).create(body, { idempotencyKey: key });
      const { response: one } = await callOnce(context, post, 'a POST with the key of the caller', create);
      const { response: other } = await callOnce(context, post, 'a POST with the same key', create);
      expectReturned(
        { replays: [one.replayed, other.replayed], id: other.data.id },
        { replays: [false, true], id: one.data.id },
        lastExchange(context),
      );
    },
  }),
};
