import { Command, Option } from 'commander';
import type { WithDatabase } from '@resource-catalogue/database';
import { mappedFiles, openTables, readMapping, type Table } from '@resource-catalogue/mapping';
import {
  findFiles,
  findUnread,
  type ImportError,
  type ImportFile,
  type ImportResult,
  importFiles,
  isRejectsSheet,
  tryRejectsFolder,
  tryRejectsSheet,
  writeRejects,
  writeRejectsSheet,
} from '@resource-catalogue/transfer';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { ErrorGroups } from './error-groups.js';
import { importSummary } from './import-summary.js';
import { progressReporter } from './progress-reporter.js';

interface ImportArguments {
  readonly mapping?: string;
  readonly dryRun?: boolean;
  readonly continue?: boolean;
  readonly rejects: string;
  readonly prune?: boolean;
}

/** Errors that are kept for the rejects. */
const maxKept = 100_000;

export function importCommand(withDatabase: WithDatabase): Command {
  return new Command('import')
    .description('imports files into the catalogue, matching rows by id: all of them, or none')
    .argument(
      '<paths...>',
      'folders of an export, or files named after their collection, like bookings.ndjson.gz or members.csv',
    )
    .option('--mapping <file>', 'reads workbooks (.xlsx, .ods, .csv) by a mapping that `sheet` writes')
    .option('--dry-run', 'checks everything and stores nothing')
    .option('--continue', 'stores the valid lines, and writes the others to --rejects')
    .option('--rejects <path>', 'folder for rejected lines, or a file.csv for those of spreadsheets', 'rejects')
    .addOption(
      new Option('--prune', 'soft-deletes the rows that the files of a collection no longer have').conflicts(
        'continue',
      ),
    )
    .action(async (paths: string[], given: ImportArguments) => {
      const files = await filesOf(paths, given.mapping);
      if (given.continue === true) await tryRejects(given.rejects, files);
      const reporter = progressReporter(process.stderr);
      const groups = new ErrorGroups((source) => files[source]?.path ?? '');
      const errors: ImportError[] = [];
      const onError = (error: ImportError): void => {
        groups.add(error);
        if (given.continue === true && errors.length < maxKept) errors.push(error);
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
        for (const line of groups.lines()) process.stderr.write(`${line}\n`);
      });
      if (given.continue === true && result.rejected.length > 0) {
        await writeRejected(given.rejects, files, result.rejected, errors, groups);
      }
      process.stdout.write(importSummary(result, given));
      if (result.errors > 0) process.exitCode = 1;
    });
}

const tryRejects = (path: string, files: readonly ImportFile[]): Promise<void> =>
  isRejectsSheet(path) ? tryRejectsSheet(path, files) : tryRejectsFolder(path);

function writeRejected(
  path: string,
  files: readonly ImportFile[],
  rejected: ImportResult['rejected'],
  errors: readonly ImportError[],
  groups: ErrorGroups,
): Promise<void> {
  if (isRejectsSheet(path)) return writeRejectsSheet(path, files, rejected, errors);
  const texts = errors.map((error) => groups.textOf(error));
  return writeRejects(path, files, rejected, texts);
}

async function filesOf(paths: readonly string[], mapping: string | undefined): Promise<readonly ImportFile[]> {
  if (mapping === undefined) {
    const files = await findFiles(paths, catalogueDefinitions);
    for (const sentence of await findUnread(paths, catalogueDefinitions)) process.stderr.write(`${sentence}\n`);
    return files;
  }
  const read = await readMapping(mapping, catalogueDefinitions);
  const tables: Table[] = [];
  for (const path of paths) tables.push(...(await openTables(path)));
  return mappedFiles(tables, read, catalogueDefinitions);
}
