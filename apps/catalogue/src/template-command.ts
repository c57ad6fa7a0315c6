import { Argument, Command } from 'commander';
import { naturalKeys, sheetPlan, template } from '@resource-catalogue/transfer';
import { catalogueDefinitions } from '@resource-catalogue/read';

export function templateCommand(): Command {
  return new Command('template')
    .description('prints a CSV file to begin with: the columns of a collection, and two rows of an example')
    .addArgument(new Argument('<collection>', 'one that people keep in spreadsheets').choices(Object.keys(naturalKeys)))
    .action(async (collection: string) => {
      const definition = catalogueDefinitions.find(({ name }) => name === collection);
      if (definition) process.stdout.write(await template(sheetPlan(definition, catalogueDefinitions)));
    });
}
