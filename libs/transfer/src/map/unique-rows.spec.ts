import { expect, it } from '@jest/globals';
import type { ImportFile } from '../import-files.js';
import type { SheetRow } from '../read/read-sheet.js';
import { withoutRepeats } from './unique-rows.js';

function file(collection: string, ...rows: readonly Readonly<Record<string, string>>[]): ImportFile {
  async function* batches() {
    const all = rows.map((cells, index): SheetRow => ({
      ...{ row: index + 2, line: index + 2, text: '', problems: [] },
      cells: new Map(Object.entries(cells)),
    }));
    yield await Promise.resolve(all);
  }
  const head = { headers: [], decimalComma: false, text: '' };
  const sheet = () => Promise.resolve({ head, rows: batches(), close: () => Promise.resolve() });
  return { path: 'book.xlsx', collection, sha256: null, sheet };
}

async function rowsIn(files: readonly ImportFile[]) {
  const rows = files.map((): string[] => []);
  for (const [index, { sheet }] of files.entries())
    for await (const batch of (await sheet?.())?.rows ?? [])
      rows[index]?.push(...batch.map(({ cells }) => [...cells.values()].join()));
  return rows;
}

it('omits a row that an earlier file has, each time the files are read', async () => {
  const [hall, lab] = [
    { slug: 'hall', name: 'Hall' },
    { slug: 'lab', name: 'Lab' },
  ];
  const files = withoutRepeats([
    file('spaces', hall, lab),
    file('spaces', hall, { ...lab, name: 'Laboratory' }, { slug: 'attic', name: 'Attic' }),
    file('machines', hall),
  ]);
  const expected = [['hall,Hall', 'lab,Lab'], ['lab,Laboratory', 'attic,Attic'], ['hall,Hall']];
  expect(await rowsIn(files)).toEqual(expected);
  expect(await rowsIn(files)).toEqual(expected);
});

it('distinguishes categories of different types', async () => {
  const types = ['machine', 'place'];
  const files = withoutRepeats(types.map((type) => file('categories', { type, slug: 'wood', name: 'Wood' })));
  expect(await rowsIn(files)).toEqual(types.map((type) => [`${type},wood,Wood`]));
});
