import { expect, it } from '@jest/globals';
import { programName } from './program-name.js';

it.each([
  ['npm run conformance --', { npm_lifecycle_event: 'conformance', npm_lifecycle_script: 'node tools/run.mjs' }],
  [
    'npx @resource-catalogue/conformance',
    { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'resource-catalogue-conformance list' },
  ],
  ['resource-catalogue-conformance', { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'jest -w 1' }],
  ['resource-catalogue-conformance', {}],
])('help shows the program as it was called: %s', (name, environment) => {
  expect(programName(environment)).toBe(name);
});
