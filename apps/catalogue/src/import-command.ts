import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { WithDatabase } from '@resource-catalogue/database';
import { CommandError, printable } from '@resource-catalogue/program';
import {
  mappedFiles,
  openTables,
  readMapping,
  type Table,
  findFiles,
  findNotes,
  findUnread,
  type ImportError,
  type ImportFile,
  importFiles,
  isRejectsSheet,
} from '@resource-catalogue/transfer';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { ErrorGroups } from './error-groups.js';
import { importSummary } from './import-summary.js';
import { progressReporter } from './progress-reporter.js';
import { tryRejects, writeRejected } from './rejected-rows.js';

interface ImportArguments {
  readonly mapping?: string;
  readonly dryRun?: boolean;
  readonly continue?: boolean;
  readonly rejects: string;
  readonly prune?: boolean;
}

/** Maximum number of errors that are stored for the rejects. */
const maxKept = 100_000;

export function importCommand(withDatabase: WithDatabase): Command {
  return new Command('import')
    .description('import files in one transaction; rows are matched by id or natural key')
    .argument(
      '<paths...>',
      'directories of an export, or files named after their collection, like bookings.ndjson.gz or members.csv',
    )
    .option(
      '--mapping <file>',
      'map the columns of spreadsheets (.xlsx, .ods, .csv) by this file, as `sheet` writes it',
    )
    .option('--dry-run', 'check everything and store nothing')
    .option('--continue', 'store the valid lines, and write the others to --rejects')
    .option(
      '--rejects <path>',
      'directory for rejected lines, or a file (.csv, .xlsx) for those of spreadsheets',
      'rejects',
    )
    .addOption(
      new Option('--prune', 'soft-delete the rows that are missing from the files of a collection').conflicts(
        'continue',
      ),
    )
    .action((paths: string[], given: ImportArguments) => importPaths(withDatabase, paths, given));
}

async function importPaths(
  withDatabase: WithDatabase,
  paths: readonly string[],
  given: ImportArguments,
): Promise<void> {
  if (given.mapping !== undefined && given.continue === true && !isRejectsSheet(given.rejects)) {
    throw new CommandError('Nothing was imported: with a mapping, --rejects must be a file, like rejects.xlsx.');
  }
  const files = await openFiles(paths, given);
  // A rejects sheet explains the errors, even if nothing is imported.
  const keeps = given.continue === true || isRejectsSheet(given.rejects);
  if (keeps) await tryRejects(given.rejects, files);
  const reporter = progressReporter(process.stderr);
  const groups = new ErrorGroups((source) => files[source]?.path ?? '');
  const errors: ImportError[] = [];
  const onError = (error: ImportError): void => {
    groups.add(error);
    if (keeps && errors.length < maxKept) errors.push(error);
  };
  const result = await withDatabase((database) =>
    importFiles(database, catalogueDefinitions, files, {
      dryRun: given.dryRun === true,
      continueOnError: given.continue === true,
      prune: given.prune === true,
      report: reporter.report,
      onError,
    }),
  ).finally(() => {
    reporter.end();
    for (const line of [...findNotes(files).map(printable), ...groups.lines()]) process.stderr.write(`${line}\n`);
  });
  if (keeps && errors.length > 0) {
    const rejected = given.continue === true ? result.rejected : errors.map(({ row }) => row);
    await writeRejected(given.rejects, files, rejected, errors, (error) => groups.textOf(error));
  }
  process.stdout.write(importSummary(result, given));
  if (result.errors > 0) process.exitCode = 1;
}

async function openFiles(
  paths: readonly string[],
  { mapping, rejects }: ImportArguments,
): Promise<readonly ImportFile[]> {
  if (mapping === undefined) {
    const files = await findFiles(paths, catalogueDefinitions);
    requireOtherFile(rejects, files);
    for (const sentence of await findUnread(paths, catalogueDefinitions))
      process.stderr.write(`${printable(sentence)}\n`);
    return files;
  }
  const read = await readMapping(mapping, catalogueDefinitions);
  const tables: Table[] = [];
  for (const path of paths) tables.push(...(await openTables(path)));
  requireOtherFile(rejects, tables);
  return mappedFiles(tables, read, catalogueDefinitions);
}

/** Prevents the rejects from overwriting the imported spreadsheet. */
function requireOtherFile(rejects: string, read: readonly { readonly path: string }[]): void {
  if (!isRejectsSheet(rejects) || read.every(({ path }) => resolve(path) !== resolve(rejects))) return;
  throw new CommandError(`Nothing was imported: the --rejects file ${rejects} is also an input. Pass another file.`);
}
