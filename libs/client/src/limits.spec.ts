import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import * as contracts from '@resource-catalogue/contracts';
import { apiPath, defaultPageSize, maximumPageSize, maximumResponseBytes, maximumSetSize } from './limits.js';

it('the client and the contracts agree on limits and on the path', () => {
  expect([defaultPageSize, maximumPageSize, maximumSetSize, maximumResponseBytes]).toEqual([
    contracts.defaultLimit,
    contracts.maximumLimit,
    contracts.maximumSetSize,
    contracts.maximumResponseBytes,
  ]);
  const contract = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
  expect(contract).toContain(`{base_url}${apiPath}`);
});
