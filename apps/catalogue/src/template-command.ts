import { Argument, Command } from 'commander';
import { templateWorkbook, naturalKeys, collectionLayout, template } from '@resource-catalogue/transfer';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { writeNewFile } from './write-new-file.js';

export function templateCommand(): Command {
  return new Command('template')
    .description('write a template sheet: the columns of a collection and two example rows')
    .addArgument(
      new Argument('<collection>', 'a collection that spreadsheets can contain').choices([...naturalKeys.keys()]),
    )
    .option('--xlsx <file>', 'write a workbook with lists of the allowed values, instead of CSV on standard output')
    .action(async (collection: string, { xlsx }: { readonly xlsx?: string }) => {
      const layout = collectionLayout(collection, catalogueDefinitions);
      if (xlsx === undefined) process.stdout.write(await template(layout));
      // An existing file may have been filled in.
      else await writeNewFile(xlsx, await templateWorkbook(layout), { remedy: 'Pass another file.' });
    });
}
