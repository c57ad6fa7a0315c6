import {
  type ImportError,
  type ImportFile,
  type ImportResult,
  isRejectsSheet,
  rejectedRows,
  tryRejectsFolder,
  tryRejectsSheet,
  writeRejects,
  writeRejectsSheet,
} from '@resource-catalogue/transfer';

/** Checks that the rejects can be written, before anything is stored. */
export const tryRejects = (path: string, files: readonly ImportFile[]): Promise<void> =>
  isRejectsSheet(path) ? tryRejectsSheet(path, files) : tryRejectsFolder(path);

/** Writes the rejected rows: to a directory as original lines, or to a sheet with the errors of each row. */
export async function writeRejected(
  path: string,
  files: readonly ImportFile[],
  rejected: ImportResult['rejected'],
  errors: readonly ImportError[],
  textOf: (error: ImportError) => string,
): Promise<void> {
  if (!isRejectsSheet(path)) return writeRejects(path, files, rejected, errors.map(textOf));
  return writeRejectsSheet(path, rejectedRows(files, rejected, errors));
}
