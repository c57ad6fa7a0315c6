import { isNativeError } from 'node:util/types';
import { writeFile } from 'node:fs/promises';
import { CommandError, fileError } from '@resource-catalogue/program';

/**
 * Writes a file. Throws a CommandError with the remedy if it exists, unless `force` is set. A check before writing would
 * not find a symbolic link to a missing file.
 */
export async function writeNewFile(
  path: string,
  content: string | Uint8Array,
  { force = false, remedy }: { readonly force?: boolean; readonly remedy: string },
): Promise<void> {
  try {
    await writeFile(path, content, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if (isNativeError(error) && 'code' in error && error.code === 'EEXIST')
      throw new CommandError(`${path} already exists. ${remedy}`);
    throw fileError(error, (reason) => `${path} cannot be written because ${reason}.`);
  }
}
