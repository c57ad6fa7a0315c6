import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { defaultLimit, maximumLimit, maximumSetSize as largestSet } from '@resource-catalogue/contracts';
import { apiPath, defaultPageSize, maximumPageSize, maximumSetSize } from './limits.js';

it('the client and the contracts agree on limits and on the path', () => {
  expect([defaultPageSize, maximumPageSize, maximumSetSize]).toEqual([defaultLimit, maximumLimit, largestSet]);
  const contract = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
  expect(contract).toContain(`{base_url}${apiPath}`);
});
