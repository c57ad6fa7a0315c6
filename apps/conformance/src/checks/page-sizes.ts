import { collections } from '@resource-catalogue/contracts';
import { idsOf } from '../census/row.js';
import { answerOf } from '../oracle/answer.js';
import { expectShown } from './ask-list.js';
import { type Check, inFamily, onCollections } from './check.js';
import { walkPages } from './walk.js';

/** Sizes behind a first page, in walks over so few rows that their ids make one filter. */
const small = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Of these each collection has one: all together they meet every size up to 20. */
const larger: readonly (readonly number[])[] = [
  [1, 11, 12, 13, 14],
  [1, 15, 16, 17],
  [1, 18, 19, 20],
];

/** Checks of page sizes one by one. */
export const pageSizeChecks: readonly Check[] = inFamily('paging', [
  onCollections({
    id: 'every-small-page-size-loses-no-row',
    rules: ['PAGE-2', 'PAGE-4', 'LIST-3'],
    title: 'pages of each size from 1 to 10, and of some up to 20, follow each other without a gap',
    run: async (trial, subject) => {
      trial.need(subject.rows.length >= 3, 'needs three rows');
      const place = collections.findIndex(({ name }) => name === subject.contract.name);
      for (const sizes of [small, larger[place % larger.length] ?? small]) {
        const most = sizes.reduce((sum, size) => sum + size, 0);
        const rows = trial.random.sample(subject.rows, most);
        const expected = answerOf({ contract: subject.contract, rows }, { conditions: [], sort: null });
        const within = `filters[id][in]=${idsOf(rows).join(',')}`;
        const { pages, rows: met } = await walkPages(trial, subject, within, sizes, expected.length);
        const last = pages.at(-1);
        if (last) expectShown({ ...last, rows: met }, expected, `a walk in pages of ${sizes.join(', ')} rows`);
      }
    },
  }),
]);
