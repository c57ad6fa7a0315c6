import { describe, expect, it } from '@jest/globals';
import { faultsOf, queryOf } from '../test/list-query-results.js';

describe('filters', () => {
  it('FILT-1: reads sets, ranges and booleans into canonical order', () => {
    const query =
      'filters[soft_deleted][eq]=false&filters[state][not_in]=retired,broken&filters[created_at][lt]=2026-04-01';
    expect(queryOf(`${query}&filters[created_at][gte]=2026-03-01&filters[state][in]=broken`).filters).toEqual([
      { field: 'created_at', operator: 'lt', value: '2026-04-01T00:00:00.000Z' },
      { field: 'created_at', operator: 'gte', value: '2026-03-01T00:00:00.000Z' },
      { field: 'soft_deleted', operator: 'eq', value: false },
      { field: 'state', operator: 'in', values: ['broken'] },
      { field: 'state', operator: 'not_in', values: ['broken', 'retired'] },
    ]);
  });

  it.each(['TRUE', '1', '', 'yes', 'true,true', '+true'])('FILT-6: refuses "%s" as a boolean', (text) => {
    expect(faultsOf(`filters[soft_deleted][eq]=${text}`)).toEqual(['filters[soft_deleted][eq] invalid_value']);
  });

  it('FILT-11: needs the + of an offset encoded', () => {
    expect(faultsOf('filters[created_at][lt]=2026-03-01T09:00:00+01:00')).toEqual([
      'filters[created_at][lt] invalid_value',
    ]);
    expect(queryOf('filters[created_at][lt]=2026-03-01T09:00:00%2B01:00').filters).toEqual([
      { field: 'created_at', operator: 'lt', value: '2026-03-01T08:00:00.000Z' },
    ]);
  });

  it('FILT-9: refuses eq and each range operator given twice, but not two range operators', () => {
    expect(faultsOf('filters[soft_deleted][eq]=true&filters[soft_deleted][eq]=true')).toEqual([
      'filters[soft_deleted][eq] duplicate',
    ]);
    expect(faultsOf('filters[created_at][lt]=2026-03-01&filters%5Bcreated_at][lt]=2026-03-01')).toEqual([
      'filters[created_at][lt] duplicate',
    ]);
    expect(queryOf('filters[created_at][lt]=2026-03-01&filters[created_at][lte]=2026-03-01').filters).toHaveLength(2);
  });

  it.each([
    'filters[sku][in]',
    'filters[state][in]',
    'filters[sku][in][]',
    'filters[soft_deleted][eq]',
    'filters[created_at][gt]',
  ])('FILT-9, FILT-11: refuses NUL and broken encoding in %s, once each', (parameter) => {
    expect(faultsOf(`${parameter}=%00`)).toEqual([`${parameter} invalid_value`]);
    expect(faultsOf(`${parameter}=%`)).toEqual([`${parameter} invalid_value`]);
  });
});
