import { fieldTable } from '@resource-catalogue/contracts';
import { expectBadRequest } from '../kit/expect.js';
import { type Checks, onCollections } from '../kit/check.js';
import { chooseTies } from '../kit/choose.js';
import { expectMatchingRows } from '../kit/request-pages.js';

export const sortChecks: Checks = {
  'every-sort-orders-the-rows': onCollections(['SORT-1', 'SORT-2', 'SHAPE-4'], {
    title: 'each sort orders all rows by its field, text by code point, ties by id in the same direction',
    run: async (context, subject) => {
      context.need(subject.rows.length >= 2, 'needs two rows');
      for (const field of subject.contract.sorts) {
        const chosen = chooseTies(subject, field, 30);
        for (const sort of [field, `-${field}`]) await expectMatchingRows(context, subject, { sort }, chosen);
      }
    },
  }),
  'unknown-sort-is-rejected': onCollections(['SORT-1', 'SORT-2', 'FILT-9'], {
    title: 'a sort by any other field of a row is a 400; the wire vectors have other forms',
    run: async (context, { path, contract }) => {
      const sorts: readonly string[] = contract.sorts;
      const fields = [...fieldTable(contract.resource).values()];
      const keys = fields.filter(({ name, kind, dto }) => !sorts.includes(name) && kind !== 'array' && !dto);
      for (const [index, { name }] of keys.entries())
        await expectBadRequest(context, `${path}?sort=${index % 2 === 0 ? '' : '-'}${name}`, 'sort');
    },
  }),
};
