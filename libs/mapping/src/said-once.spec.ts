import { expect, it } from '@jest/globals';
import type { ImportFile, SheetRow } from '@resource-catalogue/transfer';
import { saidOnce } from './said-once.js';

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
  const rows: string[][] = [];
  for (const { sheet } of files) {
    const opened = await sheet?.();
    const own: string[] = [];
    if (opened)
      for await (const batch of opened.rows) own.push(...batch.map(({ cells }) => [...cells.values()].join()));
    rows.push(own);
  }
  return rows;
}

it('leaves out a row that an earlier file says alike, each time that the files are read', async () => {
  const files = saidOnce([
    file('spaces', { slug: 'hall', name: 'Hall' }, { slug: 'lab', name: 'Lab' }),
    file(
      'spaces',
      { slug: 'hall', name: 'Hall' },
      { slug: 'lab', name: 'Laboratory' },
      { slug: 'attic', name: 'Attic' },
    ),
    file('machines', { slug: 'hall', name: 'Hall' }),
  ]);
  const expected = [['hall,Hall', 'lab,Lab'], ['lab,Laboratory', 'attic,Attic'], ['hall,Hall']];
  expect(await rowsIn(files)).toEqual(expected);
  expect(await rowsIn(files)).toEqual(expected);
});

it('tells categories of two types apart', async () => {
  const category = { slug: 'wood', name: 'Wood' };
  const files = saidOnce([
    file('categories', { type: 'machine', ...category }),
    file('categories', { type: 'place', ...category }),
  ]);
  expect(await rowsIn(files)).toEqual([['machine,wood,Wood'], ['place,wood,Wood']]);
});
