import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { withDataModel } from './document/data-model.js';

it('the diagram in docs/concepts.md matches the schema (`npx nx run prisma:model` updates it)', () => {
  const text = readFileSync(new URL('../docs/concepts.md', import.meta.url), 'utf8');
  expect(text).toBe(withDataModel(text));
});
