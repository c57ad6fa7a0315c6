import { type Checks, onCollections, onOperations } from '../kit/check.js';
import { badValues, rowsOfEveryForm } from '../kit/choose.js';
import { expectBadRequest, expectEqual, expectProblem, expectStatus } from '../kit/expect.js';
import { operationPath, operations, thirdOf, unknownId } from '../kit/subject.js';
import { readOne } from '../kit/client-requests.js';
import { fail } from '../kit/violation.js';
import { readId, toText } from '../json.js';

/** Ids in a path that are not UUIDs. */
const invalidIds = ['1', 'me', '%00', `${unknownId}0`, ...badValues.uuid];

export const getChecks: Checks = {
  'get-returns-the-row-of-the-list': onCollections(['GET-1', 'SHAPE-10', 'FILT-9'], {
    applies: ({ get }) => get,
    title: 'a get responds with 200 and {"data": …}, the same object as in the list; the id may be in any case',
    run: async (context, subject) => {
      const first = context.need(subject.rows[0], 'the collection is empty');
      const { random } = context;
      const rows = [...rowsOfEveryForm(subject.rows, random, 16), ...random.sample(subject.rows, 4)];
      for (const row of new Set(rows)) {
        const why = 'the get of a row that the list shows';
        const { exchange, data } = await readOne(context, subject.contract.name, readId(row), why);
        expectEqual('the media type', exchange.mediaType, 'application/json', exchange);
        expectEqual('the same object as in the list', data, row, exchange);
      }
      const inCapitals = await context.get(`${subject.path}/${readId(first).toUpperCase()}`);
      expectStatus(inCapitals, 200, 'the get of an id in capital letters');
    },
  }),
  'get-returns-every-listed-row': onCollections(['GET-1'], {
    layer: 'core',
    applies: ({ get }) => get,
    title: 'a row of the list can be read by its id',
    run: async (context, { rows, path }) => {
      const id = toText(context.need(rows[0], 'the collection is empty')['id']);
      const exchange = await context.get(`${path}/${encodeURIComponent(id)}`);
      expectStatus(exchange, 200, 'the get of a row that the list shows');
      if (!exchange.text.includes(id)) fail('the resource itself', exchange.text.slice(0, 100), exchange);
    },
  }),
  'get-of-an-unknown-id-is-404': onOperations(['GET-2', 'GET-3', 'ERR-2', 'ERR-3', 'FILT-9'], {
    applies: ({ kind }) => kind === 'get',
    title: "GET of an unknown id, or of another collection's id, is 404; an invalid id or a query is 400",
    run: async (context, operation) => {
      const foreign = context.subjects.find(({ rows, contract }) => rows[0] && contract !== operation.contract);
      for (const id of [unknownId, ...(foreign?.rows.slice(0, 1).map(readId) ?? [])])
        expectProblem(await context.get(operationPath(operation, id)), 'not_found', `the id ${id}`);
      for (const id of thirdOf(invalidIds, operations.indexOf(operation)))
        await expectBadRequest(context, operationPath(operation, id), 'id');
      for (const name of ['limit', 'sort', 'fields', 'filters[id][in]'])
        await expectBadRequest(context, `${context.pathOf(operation)}?${name}=1`, name);
    },
  }),
};
