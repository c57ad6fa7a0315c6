import { Command, Option } from 'commander';
import type { WithDatabase } from '../start/opened-database.js';
import type { ImportResult } from '../transfer/import-catalogue.js';
import { findFiles, importFiles } from '../transfer/import-files.js';
import { totalsOf } from '../transfer/merge.js';
import { tryRejectsFolder, writeRejects } from '../transfer/rejects.js';
import { catalogueDefinitions } from '../read/catalogue-definitions.js';
import { progressReporter } from './progress-reporter.js';

interface ImportArguments {
  readonly dryRun?: boolean;
  readonly continue?: boolean;
  readonly rejects: string;
  readonly prune?: boolean;
}

/** Errors that are shown; the others are counted. */
const mostShown = 100;
/** Errors that are written beside the lines that were left out. */
const mostKept = 100_000;

export function importCommand(withDatabase: WithDatabase): Command {
  return new Command('import')
    .description('brings the rows of files into the catalogue by their ids: all of them, or none')
    .argument(
      '<paths...>',
      'folders of an export, or files that are called after their collection, like bookings.ndjson.gz or members.csv',
    )
    .option('--dry-run', 'checks everything and stores nothing')
    .option('--continue', 'stores what is right, and writes the other lines to the folder of --rejects')
    .option('--rejects <folder>', 'where lines go that are left out', 'rejects')
    .addOption(
      new Option('--prune', 'soft-deletes what the files of a collection no longer have').conflicts('continue'),
    )
    .action(async (paths: string[], given: ImportArguments) => {
      const definitions = catalogueDefinitions;
      const files = await findFiles(paths, definitions);
      if (given.continue === true) await tryRejectsFolder(given.rejects);
      const reporter = progressReporter(process.stderr);
      const errors: string[] = [];
      let count = 0;
      const onError = (text: string): void => {
        count += 1;
        if (errors.length < mostKept) errors.push(text);
        if (count > mostShown) return;
        reporter.end();
        process.stderr.write(`${text}\n`);
      };
      const result = await withDatabase((database) =>
        importFiles(database, definitions, files, {
          dryRun: given.dryRun === true,
          goOn: given.continue === true,
          prune: given.prune === true,
          report: reporter.report,
          onError,
        }),
      ).finally(reporter.end);
      if (given.continue === true && result.rejected.length > 0) {
        await writeRejects(given.rejects, files, result.rejected, errors);
      }
      process.stdout.write(`${summaryOf(result, given)}\n`);
      if (result.errors > 0) process.exitCode = 1;
    });
}

function summaryOf({ stored, lines, errors, rejected, tables, pruned }: ImportResult, given: ImportArguments): string {
  const { inserted, updated } = totalsOf(tables);
  const did = `${lines} lines: ${inserted} rows are new, ${updated} are changed${pruned > 0 ? `, ${pruned} are soft-deleted` : ''}`;
  if (errors > 0 && given.continue !== true) return `Nothing was imported: ${errors} errors in ${lines} lines.`;
  const left =
    rejected.length > 0
      ? ` ${rejected.length} lines with ${errors} errors were left out; they are in ${given.rejects}.`
      : '';
  return stored ? `Imported ${did}.${left}` : `Nothing was stored, as was asked. Of ${did}.${left}`;
}
