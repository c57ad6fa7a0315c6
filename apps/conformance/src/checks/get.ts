import { readId, type Row, sameJson, toText, valueDifferences } from '../json.js';
import { expectBadRequest, expectEqual, expectProblem, expectStatus } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onCollections, onOperations } from '../kit/check.js';
import { violated, violatedBy } from '../kit/violation.js';
import { differenceNotes } from '../kit/differences.js';
import { operationPath, operations, type Subject, unknownId } from '../kit/subject.js';
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
      const rows = [...rowsOfEveryForm(subject.rows, random, 16), ...random.sample(subject.rows, 4)];
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
  'get-of-nothing-is-404': onOperations(['GET-2', 'GET-3', 'ERR-2', 'ERR-3', 'FILT-9'], {
    applies: ({ kind }) => kind === 'get',
    title: 'a get of an unknown id, or of an id of another collection, is 404; of no uuid, or with a query, 400',
    run: async (context, operation) => {
      const others = [...context.snapshot.values()].filter(({ contract }) => contract.name !== operation.contract.name);
      const foreign = others.find(({ rows }) => rows.length > 0)?.rows[0];
      for (const id of [unknownId, ...(foreign ? [readId(foreign)] : [])])
        expectProblem(await context.get(operationPath(operation, id)), 'not_found', `the id ${id}`);
      const place = operations.indexOf(operation);
      for (const [index, id] of noUuids.entries())
        if (index % 3 === place % 3) await expectBadRequest(context, operationPath(operation, id), 'id');
      for (const name of ['limit', 'sort', 'fields', 'filters[id][in]'])
        await expectBadRequest(context, `${context.pathOf(operation)}?${name}=1`, name);
    },
  }),
};
