import { type ImportFile } from '../import-files.js';
import { naturalKeys } from '../resolve/natural-keys.js';
import { type SheetRow } from '../read/read-sheet.js';
import { fold } from '../values/suggestion.js';

const keys = new Map<string, string>(Object.entries(naturalKeys));

/** The first file with a row, and the values there. */
type Owners = Map<string, { readonly file: number; readonly cells: SheetRow['cells'] }>;

/** Leaves out rows that an earlier file already has with the same values, such as a room that two sheets name. */
export function withoutRepeats(files: readonly ImportFile[]): readonly ImportFile[] {
  const counts = new Map<string, number>();
  for (const { collection } of files) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  const owners: Owners = new Map();
  return files.map((file, index): ImportFile => {
    const { collection, sheet: open } = file;
    if (open === null || counts.get(collection) === 1) return file;
    const sheet: ImportFile['sheet'] = async (watch) => {
      const opened = await open(watch);
      return { ...opened, rows: ownRows(opened.rows, collection, index, owners) };
    };
    return { ...file, sheet };
  });
}

async function* ownRows(
  batches: AsyncGenerator<readonly SheetRow[], void, undefined>,
  collection: string,
  file: number,
  owners: Owners,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  for await (const batch of batches) {
    yield batch.filter(({ cells, problems }) => {
      const name = cells.get(keys.get(collection) ?? 'id');
      if (problems.length > 0 || name === undefined) return true;
      const identity = `${collection}\t${cells.get('type') ?? ''}\t${fold(name)}`;
      const owner = owners.get(identity) ?? { file, cells };
      owners.set(identity, owner);
      return owner.file === file || [...cells].some(([header, value]) => owner.cells.get(header) !== value);
    });
  }
}
