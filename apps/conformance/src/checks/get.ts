import { readId, type Row, sameJson, toText, valueDifferences } from '../json.js';
import { expectBadRequest, expectEqual, expectProblem, expectStatus } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onCollections, onOperations } from '../kit/check.js';
import { violated, violatedBy } from '../kit/violation.js';
import { differenceNotes } from '../kit/differences.js';
import { isSoftDeletable, type Subject, unknownId } from '../kit/subject.js';
import { readOne } from '../kit/ask-client.js';
import { rowsOfEveryForm } from '../kit/choose.js';

async function expectGet(context: CheckContext, { contract }: Subject, row: Row): Promise<void> {
  const { exchange, data } = await readOne(context, contract.name, readId(row), 'the get of a row that the list shows');
  expectEqual('the media type', exchange.mediaType, 'application/json', exchange);
  if (sameJson(data, row)) return;
  const values = valueDifferences(row, data);
  const observed = `different values at ${values.map(({ path }) => path).join(', ')}`;
  const notes = differenceNotes(values, 'in the list', 'in the get');
  violatedBy([row, data], 'the same object as in the list', observed, exchange, notes);
}

const noUuids = [
  ...['1', 'me', '%00', 'null', unknownId.slice(0, -1), `${unknownId}0`],
  ...[unknownId.replaceAll('-', ''), `%7B${unknownId}%7D`],
];

export const getChecks: Checks = {
  'get-shows-the-row-of-the-list': onCollections(['GET-1', 'SHAPE-10'], {
    applies: ({ get }) => get,
    title: 'a get responds with 200 and {"data": …}, the same object as in the list',
    run: async (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      const { random } = context;
      const rows = [...rowsOfEveryForm(subject.rows, random, 24), ...random.sample(subject.rows, 8)];
      for (const row of new Set(rows)) await expectGet(context, subject, row);
    },
  }),
  'get-answers-every-listed-row': onCollections(['GET-1'], {
    layer: 'seed',
    applies: ({ get }) => get,
    title: 'a row of the list can be read by its id',
    run: async (context, { rows, path }) => {
      const id = toText(context.need(rows[0], 'the collection is empty')['id']);
      const exchange = await context.get(`${path}/${encodeURIComponent(id)}`);
      expectStatus(exchange, 200, 'the get of a row that the list shows');
      if (!exchange.text.includes(id)) violated('the resource itself', exchange.text.slice(0, 100), exchange);
    },
  }),
  'get-of-nothing-is-404': onCollections(['GET-2', 'ERR-3'], {
    applies: ({ get }) => get,
    title: 'an unknown id is a 404, also if it is the id of a row of another collection',
    run: async (context, { path, contract }) => {
      expectProblem(await context.get(`${path}/${unknownId}`), 'not_found', 'an unknown id');
      const others = [...context.snapshot.values()].filter((other) => other.contract.name !== contract.name);
      const foreign = others.find(({ rows }) => rows.length > 0)?.rows[0];
      if (foreign)
        expectProblem(
          await context.get(`${path}/${readId(foreign)}`),
          'not_found',
          'the id of a row of another collection',
        );
    },
  }),
  'get-of-no-uuid-is-400': onCollections(['GET-2', 'ERR-2'], {
    applies: ({ get }) => get,
    title: 'an id that is not a uuid is a 400 that names id',
    run: async (context, { path }) => {
      for (const id of noUuids) await expectBadRequest(context, `${path}/${id}`, 'id');
    },
  }),
  'collections-without-get-have-none': onCollections(['GET-1', 'HTTP-7'], {
    applies: ({ get }) => !get,
    title: 'ids of a collection without a get are unknown paths',
    run: async (context, { path, rows }) => {
      for (const id of [unknownId, toText(rows[0]?.['id'] ?? unknownId)])
        expectProblem(await context.get(`${path}/${id}`), 'not_found', 'a get that the interface does not define');
    },
  }),
  'soft-deleted-can-be-read': onCollections(['GET-2', 'FILT-8'], {
    applies: (contract) => isSoftDeletable(contract) && contract.get,
    title: 'a soft-deleted resource can still be read, and shows soft_deleted_at',
    run: async (context, subject) => {
      const deleted = subject.rows.filter((row) => typeof row['soft_deleted_at'] === 'string');
      context.need(deleted.length > 0, 'needs a soft-deleted row');
      for (const row of context.random.sample(deleted, 3)) await expectGet(context, subject, row);
    },
  }),
  'query-parameters-are-for-lists': onOperations(['GET-3', 'FILT-9'], {
    applies: ({ kind }) => kind === 'get',
    title: 'a get with any query parameter is a 400 that names it',
    run: async (context, operation) => {
      const path = context.pathOf(operation);
      for (const [name, value] of [
        ['limit', '1'],
        ['sort', 'created_at'],
        ['fields', 'id'],
        ['filters[id][in]', unknownId],
      ] as const)
        await expectBadRequest(context, `${path}?${name}=${value}`, name);
    },
  }),
};
