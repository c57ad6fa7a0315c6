import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import helper from '@prisma/generator-helper';

// A Prisma generator that writes the names of tables and foreign keys, which the client's types lack.
helper.generatorHandler({
  onManifest: () => ({ prettyName: 'Table names', defaultOutput: '../generated' }),
  onGenerate: ({ dmmf, generator }) =>
    writeFile(join(generator.output.value, 'tables.ts'), tablesInterface(dmmf.datamodel.models)),
});

function tablesInterface(models) {
  const tableOf = new Map(models.map(({ name, dbName }) => [name, dbName ?? name]));
  const tables = models.map(({ name, fields }) => {
    const references = fields
      .filter(({ relationFromFields }) => relationFromFields?.length === 1)
      .map(({ relationFromFields: [key], type }) => `${key}: '${tableOf.get(type)}'`);
    return `  ${tableOf.get(name)}: { model: '${name}'; references: { ${references.join('; ')} } };\n`;
  });
  return `/** The tables by name: the model of each, and the tables that its foreign keys refer to. */
export interface Tables {
${tables.join('')}}
`;
}
