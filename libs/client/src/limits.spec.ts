import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import * as contracts from '@resource-catalogue/contracts';
import { apiPath, maximumResponseBytes } from './limits.js';

it('the client and the contracts agree on the maximum response size and the path', () => {
  expect(maximumResponseBytes).toBe(contracts.maximumResponseBytes);
  const contract = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
  expect(contract).toContain(`{base_url}${apiPath}`);
});
