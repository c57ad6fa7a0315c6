import { Argument, Command } from 'commander';
import { naturalKeys } from '../transfer/sheets/natural-keys.js';
import { sheetPlan } from '../transfer/sheets/sheet-columns.js';
import { template } from '../transfer/sheets/template.js';
import { catalogueDefinitions } from '../read/catalogue-definitions.js';

export function templateCommand(): Command {
  return new Command('template')
    .description('prints a CSV file to begin with: the columns of a collection, and two rows of an example')
    .addArgument(new Argument('<collection>', 'one that people keep in spreadsheets').choices(Object.keys(naturalKeys)))
    .action(async (collection: string) => {
      const definition = catalogueDefinitions.find(({ name }) => name === collection);
      if (definition) process.stdout.write(await template(sheetPlan(definition, catalogueDefinitions)));
    });
}
