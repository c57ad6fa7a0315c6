import { expect, it } from '@jest/globals';
import * as contracts from '@resource-catalogue/contracts';
import { maximumResponseBytes } from './limits.js';
import { collectionPath } from './operations/paths.js';

it('the client and the contracts agree on the maximum response size and the paths', () => {
  expect(maximumResponseBytes).toBe(contracts.maximumResponseBytes);
  for (const contract of contracts.collections) expect(collectionPath(contract.name)).toBe(contracts.pathOf(contract));
});
