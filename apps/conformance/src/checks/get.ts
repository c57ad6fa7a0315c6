import { differences, isObject, sameJson, textOf } from '../json.js';
import type { Row } from '../census/row.js';
import { inFamily, onCollections, onOperations } from './check.js';
import { expectFaults, expectObject, expectProblem, expectStatus } from './expect.js';
import { nobody, pathOf } from './operations.js';
import { isSoftDeletable, type Subject } from './subject.js';
import type { Trial } from './trial.js';
import { violated, violatedBy } from './violation.js';

/** Rows that differ most: with nulls, without, with the most text, and some others. */
function different(trial: Trial, rows: readonly Row[], most: number): Row[] {
  const nulls = (row: Row): number => Object.values(row).filter((value) => value === null).length;
  const byNulls = [...rows].sort((a, b) => nulls(a) - nulls(b));
  const byLength = trial.random.sample(rows, 50).sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
  const chosen = [byNulls[0], byNulls.at(-1), byLength[0], rows[0], rows.at(-1), ...trial.random.sample(rows, most)];
  return [...new Set(chosen)].filter((row) => row !== undefined).slice(0, most);
}

async function expectGet(trial: Trial, { path }: Subject, row: Row): Promise<void> {
  const exchange = await trial.get(`${path}/${textOf(row['id'])}`);
  expectStatus(exchange, 200, 'the get of a row that the list shows');
  if (exchange.mediaType !== 'application/json') violated('application/json', exchange.mediaType, exchange);
  const body = expectObject(exchange);
  const { data } = body;
  if (Object.keys(body).join() !== 'data' || !isObject(data)) {
    violated('{"data": {…}}', `keys ${Object.keys(body).join(', ')}`, exchange);
  }
  if (!sameJson(data, row)) {
    violatedBy(
      [row, data],
      'the very object that the list shows',
      `other at ${differences(row, data).join(', ')}`,
      exchange,
    );
  }
}

export const getChecks = inFamily('get', [
  onCollections({
    id: 'get-shows-the-row-of-the-list',
    rules: ['GET-1', 'SHAPE-10'],
    applies: ({ get }) => get,
    title: 'a get answers 200 with {"data": …}, the very object that the list shows',
    run: async (trial, subject) => {
      trial.need(subject.rows.length > 0, 'the collection is empty');
      for (const row of different(trial, subject.rows, 8)) await expectGet(trial, subject, row);
    },
  }),
  onCollections({
    id: 'get-answers-every-listed-row',
    rules: ['GET-1'],
    layer: 'seed',
    applies: ({ get }) => get,
    title: 'a row that the list shows can be read',
    run: async (trial, { rows, path }) => {
      const id = textOf(trial.need(rows[0], 'the collection is empty')['id']);
      const exchange = await trial.get(`${path}/${encodeURIComponent(id)}`);
      expectStatus(exchange, 200, 'the get of a row that the list shows');
      if (!exchange.text.includes(id)) violated('the resource itself', exchange.text.slice(0, 100), exchange);
    },
  }),
  onCollections({
    id: 'get-of-nothing-is-404',
    rules: ['GET-2', 'ERR-3'],
    applies: ({ get }) => get,
    title: 'an id that nothing has is 404, also where another collection has it',
    run: async (trial, { path, contract }) => {
      expectProblem(await trial.get(`${path}/${nobody}`), 'not_found', 'an id that nothing has');
      const others = [...trial.census.values()].filter((other) => other.contract.name !== contract.name);
      const foreign = others.find(({ rows }) => rows.length > 0)?.rows[0];
      if (foreign) {
        const exchange = await trial.get(`${path}/${textOf(foreign['id'])}`);
        expectProblem(exchange, 'not_found', 'the id of something else');
      }
    },
  }),
  onCollections({
    id: 'get-of-no-uuid-is-400',
    rules: ['GET-2', 'ERR-2'],
    applies: ({ get }) => get,
    title: 'an id that is not a uuid is 400 and names id',
    run: async (trial, { path }) => {
      for (const id of [
        '1',
        'me',
        nobody.slice(0, -1),
        `${nobody}0`,
        nobody.replaceAll('-', ''),
        `%7B${nobody}%7D`,
        '%00',
        'null',
      ]) {
        const exchange = await trial.get(`${path}/${id}`);
        const faults = expectProblem(exchange, 'invalid_request', `the id ${id}`);
        expectFaults(exchange, faults, [{ parameter: 'id' }]);
      }
    },
  }),
  onCollections({
    id: 'two-collections-have-no-get',
    rules: ['GET-1', 'HTTP-7'],
    applies: ({ get }) => !get,
    title: 'a collection without a get has none: its ids are unknown paths',
    run: async (trial, { path, rows }) => {
      for (const id of [nobody, textOf(rows[0]?.['id'] ?? nobody)]) {
        expectProblem(await trial.get(`${path}/${id}`), 'not_found', 'a get that the interface does not have');
      }
    },
  }),
  onCollections({
    id: 'soft-deleted-can-be-read',
    rules: ['GET-2', 'FILT-8'],
    applies: (contract) => isSoftDeletable(contract) && contract.get,
    title: 'what is soft-deleted can still be read, and says so',
    run: async (trial, subject) => {
      const deleted = subject.rows.filter((row) => typeof row['soft_deleted_at'] === 'string');
      trial.need(deleted.length > 0, 'needs a soft-deleted row');
      for (const row of trial.random.sample(deleted, 3)) await expectGet(trial, subject, row);
    },
  }),
  onOperations({
    id: 'query-parameters-are-for-lists',
    rules: ['GET-3', 'FILT-9'],
    applies: ({ kind }) => kind === 'get',
    title: 'a get refuses every query parameter with 400 and names it',
    run: async (trial, operation) => {
      const row = trial.subject(operation.contract.name).rows[0];
      const path = pathOf(operation, row ? textOf(row['id']) : nobody);
      for (const [name, value] of [
        ['limit', '1'],
        ['sort', 'created_at'],
        ['fields', 'id'],
        ['filters[id][in]', nobody],
      ] as const) {
        const exchange = await trial.get(`${path}?${name}=${value}`);
        const faults = expectProblem(exchange, 'invalid_request', `${name} on a get`);
        expectFaults(exchange, faults, [{ parameter: name }]);
      }
    },
  }),
]);
