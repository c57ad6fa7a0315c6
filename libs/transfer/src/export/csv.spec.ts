import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { UserDto } from '@resource-catalogue/contracts';
import { newFolder } from '@resource-catalogue/testing/running-program';
import fc from '@resource-catalogue/testing/fast-check';
import { csvFormat } from './csv.js';
import { layoutOf } from '../../test/support/mapping.js';
import { ownFile } from '../map/own-file.js';
import { openBytes } from '../read/byte-source.js';
import { csvTable } from '../read/csv.js';

describe('a table for spreadsheets', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await newFolder();
  });

  /** The cells of texts in an export, and the texts as read by an import. */
  async function carried(texts: readonly string[]) {
    const csv = csvFormat(UserDto);
    const lines = texts.map((text) => csv.line(JSON.stringify({ id: 'x', first_name: text })));
    const path = join(folder, 'users.csv');
    await writeFile(path, `${csv.header}${lines.join('')}`);
    const read: unknown[] = [];
    const file = await ownFile(await csvTable(await openBytes(path)), layoutOf('users'));
    for await (const batch of file.rows()) read.push(...batch.map(({ values }) => values.get('first_name')));
    const before = `x${','.repeat(file.columns.find('first_name') ?? -1)}`;
    return { read, cells: lines.map((line) => line.slice(before.length).replace(/^"/, '')) };
  }

  const piece = fc.oneof(
    fc.constantFrom(...'=+-@＝＋－＠\'"|,;\t\r\n \u00a0\ufeff', '\r\n', ' \n', ''),
    fc.constantFrom('00042', '1-2', 'MAR1', '1e5', '01.02.2026', '123456789012'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));

  it('exported CSV has no cells that a spreadsheet would run as formulas, and preserves every text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        const { read, cells } = await carried(texts);
        expect(read).toEqual(texts);
        expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠\t\r\n]/.test(cell))).toEqual([]);
      }),
    );
  });

  it('exported CSV has no cells that a spreadsheet would change', async () => {
    const fragile = ['00042', '0', '12', ...'1-2 1/2 1.5 MAR1 3-Feb 1E5 01.02.2026 123456789012'.split(' '), 'Jun 1'];
    const { cells, read } = await carried([...fragile, '2026-03-01', 'M-001', 'A-1']);
    expect(read.slice(0, fragile.length)).toEqual(fragile);
    const bare = cells.filter((cell) => !cell.startsWith("'")).map((cell) => cell.replace(/,.*\r\n$/, ''));
    expect(bare).toEqual(['0', '12', '2026-03-01', 'M-001', 'A-1']);
  });
});
