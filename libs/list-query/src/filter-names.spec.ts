import { describe, expect, it } from '@jest/globals';
import { lathes } from '../test/example-specs.js';
import { faultsOf } from '../test/list-query-results.js';
import { readFilterName } from './filter-names.js';

describe('filter names', () => {
  it('FILT-1: finds the field and the operator', () => {
    const name = readFilterName('filters[sku][not_in][]', lathes);
    expect(name).toMatchObject({ ok: true, value: { definition: { field: 'sku' }, operator: 'not_in' } });
  });

  it.each([
    'filters',
    'filters[]',
    'filters[sku]',
    'filters[sku][]',
    'filters[][in]',
    'filters[sku][][in]',
    'filters[sku][in][x]',
    'filters[sku][in][0]',
    'filters[sku][in][][]',
    'filters[sku][in',
    'filters[sku]in',
    'filters[[sku]][in]',
    'filters[sku][in]x',
    'filters[sku].in',
    'filters[created_at][lt][]',
    'filters[soft_deleted][eq][]',
  ])('FILT-9: refuses %s', (parameter) => {
    expect(faultsOf(`${parameter}=true`)).toEqual([`${parameter} unknown_parameter`]);
  });

  it.each(['size', 'SKU', '__proto__', 'constructor', 'hasOwnProperty'])('FILT-9: refuses the field %s', (field) => {
    expect(faultsOf(`filters[${field}][in]=x`)).toEqual([`filters[${field}][in] unknown_field`]);
  });

  it.each(['like', 'IN', 'lt', 'eq', '__proto__', 'length'])(
    'FILT-9: refuses the operator %s of a text',
    (operator) => {
      expect(faultsOf(`filters[sku][${operator}]=x`)).toEqual([`filters[sku][${operator}] unknown_operator`]);
    },
  );
});
