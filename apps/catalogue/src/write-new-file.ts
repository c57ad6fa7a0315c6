import { isNativeError } from 'node:util/types';
import { writeFile } from 'node:fs/promises';
import { CommandError, fileError } from '@resource-catalogue/program';

/**
 * Writes a file that must not exist yet, unless the operator forces it; otherwise CommandError with the remedy. Node
 * creates the file itself, because a check before would follow a symbolic link to a missing file.
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
