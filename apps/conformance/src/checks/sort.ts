import { textOf } from '../json.js';
import { inFamily, onCollections } from './check.js';
import { expectAnswer, expectFirstPage } from './ask-list.js';
import { groupedTies } from './ties.js';
import { expectFaults, expectProblem } from './expect.js';
import { fieldTable } from '@resource-catalogue/contracts';

export const sortChecks = inFamily('sort', [
  onCollections({
    id: 'every-sort-orders-the-rows',
    rules: ['SORT-1', 'SORT-2', 'SHAPE-4'],
    title: 'each sort orders all rows by its field, text by code point, ties by id in the same direction',
    run: async (trial, subject) => {
      trial.need(subject.rows.length >= 2, 'needs two rows');
      for (const field of subject.contract.sorts) {
        const chosen = groupedTies(subject, field, 30);
        for (const sort of [field, `-${field}`]) {
          await expectAnswer(trial, subject, { conditions: [], sort }, `rows ordered by ${sort}, then id`, chosen);
        }
      }
    },
  }),
  onCollections({
    id: 'default-sort-is-the-documented-one',
    rules: ['SORT-2'],
    title: 'without sort the order is the default sort of the collection, and sort may name it',
    run: async (trial, subject) => {
      const { contract, rows, complete } = subject;
      trial.need(rows.length >= 2, 'needs two rows');
      if (complete)
        await expectFirstPage(trial, subject, { conditions: [], sort: null }, `the order ${contract.defaultSort}`, 50);
      await expectAnswer(
        trial,
        subject,
        { conditions: [], sort: contract.defaultSort },
        `the order ${contract.defaultSort}`,
      );
    },
  }),
  onCollections({
    id: 'sort-and-filter-together',
    rules: ['SORT-1', 'FILT-1'],
    title: 'a filtered list is sorted as the whole one is',
    run: async (trial, subject) => {
      trial.need(subject.rows.length >= 2, 'needs two rows');
      for (const field of subject.contract.sorts) {
        const sort = trial.random.integer(2) === 0 ? field : `-${field}`;
        const middle = textOf(trial.random.pick(subject.rows)?.['created_at']);
        const conditions = [{ field: 'created_at', operator: 'lte', values: [middle] } as const];
        await expectAnswer(trial, subject, { conditions, sort }, `rows until ${middle}, ordered by ${sort}`);
      }
    },
  }),
  onCollections({
    id: 'unknown-sort-is-refused',
    rules: ['SORT-1', 'SORT-2', 'FILT-9'],
    title: 'a sort by any other field, by two fields, empty or in another form is 400',
    run: async (trial, { path, contract }) => {
      const sorts: readonly string[] = contract.sorts;
      const keys = [...fieldTable(contract.resource).keys()].filter((key) => !sorts.includes(key));
      const [first = ''] = sorts;
      const bad = [
        '',
        '-',
        `--${first}`,
        `+${first}`,
        first.toUpperCase(),
        `${sorts.join(',')}`,
        `${first}:desc`,
        'nothing',
      ];
      for (const sort of [...bad, ...keys, ...keys.slice(0, 2).map((key) => `-${key}`)]) {
        const exchange = await trial.get(`${path}?sort=${sort}`);
        const faults = expectProblem(exchange, 'invalid_request', `sort=${sort}`);
        expectFaults(exchange, faults, [{ parameter: 'sort' }]);
      }
    },
  }),
]);
