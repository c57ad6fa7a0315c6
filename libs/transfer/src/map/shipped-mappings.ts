import { readdir, readFile } from 'node:fs/promises';
import { mappingsFolder } from '../shipped-files.js';
import { CommandError } from '@resource-catalogue/program';
import { toSlug } from '../values/slug.js';

/** The text of a shipped mapping, for a space and its time zone. */
export async function shippedMapping(
  name: string,
  { space, timeZone }: { readonly space: string; readonly timeZone: string },
): Promise<string> {
  const names = (await readdir(mappingsFolder)).map((file) => file.replace(/\.yaml$/, ''));
  if (!names.includes(name)) throw new CommandError(`Unknown mapping ${name}. Choose from: ${names.join(', ')}.`);
  const text = await readFile(new URL(`${name}.yaml`, mappingsFolder), 'utf8');
  return text
    .replaceAll('{ value: workshop }', () => `{ value: ${JSON.stringify(toSlug(space))} }`)
    .replaceAll('{ value: Workshop }', () => `{ value: ${JSON.stringify(space)} }`)
    .replaceAll('{ value: Europe/Berlin }', `{ value: ${timeZone} }`);
}
