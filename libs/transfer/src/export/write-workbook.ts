import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeXlsxStream } from 'hucre/xlsx';

/** Writes rows to a workbook; the first one becomes the header. */
export async function writeWorkbook(path: string, rows: AsyncGenerator<readonly string[]>): Promise<void> {
  const header = await rows.next();
  const columns = header.done === true ? [] : header.value.map((text) => ({ header: text, width: 20 }));
  async function* cells(): AsyncGenerator<string[], void, undefined> {
    for await (const row of rows) yield [...row];
  }
  const workbook = writeXlsxStream(cells(), { name: 'Rejected', columns, freezePane: { rows: 1 } });
  await pipeline(Readable.from(workbook), createWriteStream(path));
}
