import { collections } from '@resource-catalogue/contracts';
import { Command, Option } from 'commander';
import { CommandError } from '@resource-catalogue/program';
import { catalogueDefinitions, type Definition } from '@resource-catalogue/read';
import type { WithDatabase } from '@resource-catalogue/database';
import { type ExportOptions, exportToFolder, exportToStream } from '@resource-catalogue/transfer';
import { progressReporter } from './progress-reporter.js';

interface ExportArguments {
  readonly collections?: string;
  readonly gzip?: boolean;
  readonly format: ExportOptions['format'];
}

export function exportCommand(withDatabase: WithDatabase): Command {
  return new Command('export')
    .description('write the catalogue to files, one per collection, from one snapshot')
    .argument('<directory>', 'directory to write to, or - for standard output with a single collection')
    .option('--collections <names>', 'collections to export, separated by commas (default: all)')
    .option('--gzip', 'compress each file')
    .addOption(
      new Option('--format <format>', 'format of the files; csv is for spreadsheets')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .action(async (folder: string, given: ExportArguments) => {
      const options = { format: given.format, gzip: given.gzip === true };
      const definitions = chooseDefinitions(catalogueDefinitions, given.collections);
      const [only, ...others] = definitions;
      if (folder === '-' && others.length > 0) {
        throw new CommandError(
          'Nothing was exported: standard output is for one collection. Pass it with --collections.',
        );
      }
      const reporter = progressReporter(process.stderr);
      await withDatabase(async (database) => {
        if (folder === '-' && only) {
          await exportToStream(database, only, process.stdout, options, reporter.report);
          return;
        }
        const { files } = await exportToFolder(database, definitions, folder, options, reporter.report);
        reporter.end();
        const rows = files.reduce((sum, file) => sum + file.rows, 0);
        process.stdout.write(`Exported ${rows} rows of ${files.length} collections to ${folder}.\n`);
      }).finally(reporter.end);
    });
}

function chooseDefinitions(definitions: readonly Definition[], names: string | undefined): readonly Definition[] {
  if (names === undefined) return definitions;
  const wanted = new Set(names.split(','));
  const unknown = [...wanted].filter((name) => !definitions.some((definition) => definition.name === name));
  if (unknown.length > 0) {
    const known = collections.map(({ name }) => name).join(', ');
    throw new CommandError(`Nothing was exported: unknown collection ${unknown.join(', ')}. Choose from: ${known}.`);
  }
  return definitions.filter(({ name }) => wanted.has(name));
}
