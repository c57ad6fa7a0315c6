import { describe, expect, it } from '@jest/globals';
import { categoriesContract, categoryTypes } from '@resource-catalogue/contracts';
import { filterConditions, Values } from './conditions.js';
import { define } from '../define/definition.js';

describe('filterConditions', () => {
  // Uses a copy, since a contract can only have one definition, that of the service.
  const categories = define({ ...categoriesContract }, {});

  it('FILT-3: not_in becomes IN with the remaining values of an enumeration, which an index supports', () => {
    const conditions = (...types: readonly string[]) => {
      const values = new Values();
      const filters = [{ field: 'type', operator: 'not_in' as const, values: types }];
      return [filterConditions(categories, filters, values), values.list];
    };
    expect(conditions(...categoryTypes.slice(2))).toEqual([['t.type IN ($1, $2)'], categoryTypes.slice(0, 2)]);
    expect(conditions(...categoryTypes)).toEqual([['FALSE'], []]);
  });
});
