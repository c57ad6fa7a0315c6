import { fieldTable } from '@resource-catalogue/contracts';
import { expectProblem } from '../kit/expect.js';
import { type Checks, onCollections } from '../kit/check.js';
import { groupedTies } from '../kit/choose.js';
import { expectAnswer, expectFirstPage } from '../kit/ask.js';

export const sortChecks: Checks = {
  'every-sort-orders-the-rows': onCollections(['SORT-1', 'SORT-2', 'SHAPE-4'], {
    title: 'each sort orders all rows by its field, text by code point, ties by id in the same direction',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 2, 'needs two rows');
      for (const field of subject.contract.sorts) {
        const chosen = groupedTies(subject, field, 30);
        for (const sort of [field, `-${field}`]) await expectAnswer(context, subject, { sort }, chosen);
      }
    },
  }),
  'default-sort-is-the-documented-one': onCollections(['SORT-2'], {
    title: 'without sort a list is in the default order of the collection, which sort may also name',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 2, 'needs two rows');
      if (subject.complete) await expectFirstPage(context, subject, {}, 50);
      await expectAnswer(context, subject, { sort: subject.contract.defaultSort });
    },
  }),
  'unknown-sort-is-refused': onCollections(['SORT-1', 'SORT-2', 'FILT-9'], {
    title: 'a sort by any other field, by two fields, empty or in another form is a 400',
    run: async (context, { path, contract }) => {
      const sorts: readonly string[] = contract.sorts;
      const keys = [...fieldTable(contract.resource).keys()].filter((key) => !sorts.includes(key));
      const [first = ''] = sorts;
      const bad = ['', '-', `--${first}`, `+${first}`, first.toUpperCase(), sorts.join(), `${first}:desc`, 'nothing'];
      for (const sort of [...bad, ...context.random.sample(keys, 6), ...keys.slice(0, 2).map((key) => `-${key}`)]) {
        const exchange = await context.get(`${path}?sort=${sort}`);
        expectProblem(exchange, 'invalid_request', `sort=${sort}`, { parameters: ['sort'] });
      }
    },
  }),
};
