import { Command, Option } from 'commander';
import type { WithDatabase } from '@resource-catalogue/database';
import {
  errorText,
  findFiles,
  type ImportError,
  importFiles,
  rowText,
  tryRejectsFolder,
  writeRejects,
} from '@resource-catalogue/transfer';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { importSummary } from './import-summary.js';
import { progressReporter } from './progress-reporter.js';

interface ImportArguments {
  readonly dryRun?: boolean;
  readonly continue?: boolean;
  readonly rejects: string;
  readonly prune?: boolean;
}

/** Errors that are printed. */
const maxPrinted = 100;
/** Errors that are kept for the folder of rejects. */
const maxKept = 100_000;

export function importCommand(withDatabase: WithDatabase): Command {
  return new Command('import')
    .description('imports files into the catalogue, matching rows by id: all of them, or none')
    .argument(
      '<paths...>',
      'folders of an export, or files named after their collection, like bookings.ndjson.gz or members.csv',
    )
    .option('--dry-run', 'checks everything and stores nothing')
    .option('--continue', 'stores the valid lines, and writes the others to the folder of --rejects')
    .option('--rejects <folder>', 'folder for rejected lines', 'rejects')
    .addOption(
      new Option('--prune', 'soft-deletes the rows that the files of a collection no longer have').conflicts(
        'continue',
      ),
    )
    .action(async (paths: string[], given: ImportArguments) => {
      const files = await findFiles(paths, catalogueDefinitions);
      if (given.continue === true) await tryRejectsFolder(given.rejects);
      const reporter = progressReporter(process.stderr);
      const errors: string[] = [];
      let count = 0;
      const onError = (error: ImportError): void => {
        const text = errorText(error, (row) => rowText(files[row.source]?.path ?? '', row));
        count += 1;
        if (errors.length < maxKept) errors.push(text);
        if (count > maxPrinted) return;
        reporter.end();
        process.stderr.write(`${text}\n`);
      };
      const result = await withDatabase((database) =>
        importFiles(database, catalogueDefinitions, files, {
          dryRun: given.dryRun === true,
          continueOnError: given.continue === true,
          prune: given.prune === true,
          report: reporter.report,
          onError,
        }),
      ).finally(reporter.end);
      if (given.continue === true && result.rejected.length > 0) {
        await writeRejects(given.rejects, files, result.rejected, errors);
      }
      process.stdout.write(importSummary(result, given));
      if (result.errors > 0) process.exitCode = 1;
    });
}
