import { writeFile } from 'node:fs/promises';
import { Argument, Command } from 'commander';
import { templateWorkbook } from '@resource-catalogue/mapping';
import { CommandError, fileError } from '@resource-catalogue/program';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { naturalKeys, sheetPlan, template } from '@resource-catalogue/transfer';

export function templateCommand(): Command {
  return new Command('template')
    .description('writes a template sheet: the columns of a collection and two example rows')
    .addArgument(
      new Argument('<collection>', 'a collection that spreadsheets can contain').choices(Object.keys(naturalKeys)),
    )
    .option('--xlsx <file>', 'writes a workbook with lists of the allowed values, instead of CSV on standard output')
    .action(async (collection: string, { xlsx }: { readonly xlsx?: string }) => {
      const definition = catalogueDefinitions.find(({ name }) => name === collection);
      if (!definition) return;
      const plan = sheetPlan(definition, catalogueDefinitions);
      if (xlsx === undefined) process.stdout.write(await template(plan));
      else await written(xlsx, await templateWorkbook(plan));
    });
}

/** Does not overwrite an existing file, which someone may have filled in. */
async function written(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CommandError(`${file} already exists. Name another file.`);
    }
    throw fileError(error, (reason) => `${file} cannot be written because ${reason}.`);
  }
}
