import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { models } from './test/seed/prisma-schema.js';

it('the generated table names match the models, with the foreign keys of their relations', () => {
  const expected = models.map(({ name, table, columns }) => {
    const references = columns.flatMap(({ name: key, refersTo }) => (refersTo ? [`${key}: '${refersTo}'`] : []));
    return `  ${table}: { model: '${name}'; references: { ${references.join('; ')} } };`;
  });
  const generated = readFileSync(new URL('generated/tables.ts', import.meta.url), 'utf8').split('\n');
  expect(generated.filter((line) => line.startsWith('  ')).sort()).toEqual(expected.sort());
});
