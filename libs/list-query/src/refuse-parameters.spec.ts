import { describe, expect, it } from '@jest/globals';
import { refuseParameters } from './refuse-parameters.js';

describe('refuseParameters', () => {
  it('GET-3: finds no fault where there is no parameter', () => {
    expect(refuseParameters('')).toEqual([]);
    expect(refuseParameters('&&')).toEqual([]);
  });

  it('GET-3: refuses every parameter, each once', () => {
    const faults = refuseParameters('limit=5&sort=name&limit=6&%66ilters[sku][in]=a&%zz=1&=');
    expect(faults.map((fault) => fault.parameter)).toEqual(['limit', 'sort', 'filters[sku][in]', '%zz', '']);
    expect(new Set(faults.map((fault) => fault.code))).toEqual(new Set(['unknown_parameter']));
  });
});
