import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import fc from '@resource-catalogue/testing/fast-check';
import { asObject } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { toCsvLine } from '../src/export/csv.js';
import { mappedFiles } from '../src/import-files.js';
import type { Mapping } from '../src/map/mapping.js';
import { openBytes } from '../src/read/byte-source.js';
import { csvTable } from '../src/read/csv.js';
import type { Content, Table } from '../src/read/table.js';
import { layoutOf, makeTable } from './support/mapping.js';
import {
  batchesOf,
  everyRow,
  exportFolder,
  importFolder,
  importFound,
  importRows,
  writeLines,
} from './support/transfer.js';

/** The cells of a CSV file as a spreadsheet program holds them: numbers, flags and days have their own types. */
async function spreadsheetOf(path: string, collection: string): Promise<Table> {
  const fields = layoutOf(collection).columns;
  const rows: (readonly Content[])[] = [];
  let header: readonly string[] = [];
  for await (const { cells } of (await csvTable(await openBytes(path))).rows()) {
    const texts = cells.map((cell) => (typeof cell === 'string' ? cell : ''));
    if (header.length === 0) rows.push((header = texts));
    else rows.push(texts.map((text, index) => typed(text, fields.get(header[index] ?? '')?.kind)));
  }
  return makeTable(collection, ...rows);
}

function typed(text: string, kind: string | undefined): Content {
  if (text === '') return null;
  if ((kind === 'integer' || kind === 'number') && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : text;
}

/** Maps each column of the catalogue that a table has to itself. */
async function identity(tables: readonly Table[]): Promise<Mapping> {
  const mapped = tables.map(async (table) => {
    const known = layoutOf(table.name).columns;
    const { value } = await table.rows().next();
    const names = (value?.cells ?? []).map(String).filter((name) => known.has(name));
    const fields = Object.fromEntries(names.map((name) => [name, { column: name }]));
    return { sheet: table.name, decimal: 'point' as const, collections: { [table.name]: { fields } } };
  });
  return { version: 1, tables: await Promise.all(mapped) };
}

const collections = catalogueDefinitions.map(({ name }) => name);

describe('all paths of an import', () => {
  let folder: string;
  let rows: Readonly<Record<string, readonly string[]>>;
  const opened: Database[] = [];
  const empty = async () => {
    const database = await scratchDatabase();
    opened.push(database);
    return database;
  };

  beforeAll(async () => {
    folder = await newFolder();
    const seeded = await seededDatabase();
    rows = await everyRow(seeded.database);
    await exportFolder(seeded.database, folder, { format: 'csv' });
    await seeded.drop();
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
  });

  it('store the same rows from NDJSON, a mirrored server, CSV, and a workbook with a mapping', async () => {
    const byLines = await empty();
    expect(await importRows(byLines, rows)).toMatchObject({ messages: [], stored: true });
    expect(await everyRow(byLines)).toEqual(rows);

    const byMirror = await empty();
    const values = Object.entries(rows).map(([name, texts]) => [name, valuesOf(texts)] as const);
    const mirrored = Object.fromEntries<ReturnType<typeof valuesOf>>(values);
    expect(await importRows(byMirror, mirrored)).toMatchObject({ messages: [], stored: true });
    expect(parsed(await everyRow(byMirror))).toEqual(parsed(rows));

    const bySheets = await empty();
    expect(await importFolder(bySheets, folder)).toMatchObject({ messages: [], result: { stored: true } });
    expect(await everyRow(bySheets)).toEqual(rows);

    const byMapping = await empty();
    const tables = await Promise.all(collections.map((name) => spreadsheetOf(join(folder, `${name}.csv`), name)));
    const files = await mappedFiles(tables, await identity(tables), catalogueDefinitions);
    expect(await importFound(byMapping, files)).toMatchObject({ messages: [], result: { stored: true } });
    expect(parsed(await everyRow(byMapping))).toEqual(parsed(rows));
  });

  it('store the same members, however their cells are written', async () => {
    const [bySheets, byMapping, byLines] = [await empty(), await empty(), await empty()];
    const space = { 'spaces.csv': ['slug,name,time_zone', 'hall,Hall,Europe/Berlin'] };
    const own = await newFolder();
    for (const database of [bySheets, byMapping]) {
      await writeLines(own, space);
      await importFolder(database, own);
    }
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(isStorable);
    const padded = fc
      .tuple(fc.constantFrom('', ' ', '\u200b'), word, fc.constantFrom('', '  '))
      .map((parts) => parts.join(''));
    const member = fc.record({
      number: fc.constantFrom('ab-1', 'AB-1', 'A 1', 'a 1', '7', '00042', 'M-001', 'é', 'e\u0301'),
      first_name: padded,
      last_name: padded,
      joined_at: fc.constantFrom('2026-03-01', '1.3.2026', '1.7.2026 9:00', '2026-07-01T09:00:00Z'),
      'accreditations.name': fc.constantFrom('', 'Laser', 'Laser|Saw', 'laser'),
    });
    const members = fc.uniqueArray(member, { minLength: 1, maxLength: 9, selector: ({ number }) => number });
    await fc.assert(
      fc.asyncProperty(members, async (generated) => {
        const written = generated.map((each) => ({
          ...each,
          'accreditations.obtained_at': each['accreditations.name'].replaceAll(/[^|]+/g, '2026-01-05'),
          'space.slug': 'hall',
        }));
        const headers = Object.keys(written[0] ?? {});
        const cells = written.map((each) => Object.values(each));
        await writeLines(own, { 'members.csv': [headers, ...cells].map((row) => toCsvLine(row)) });
        const first = await importFolder(bySheets, join(own, 'members.csv'));
        expect(first.messages).toEqual([]);
        const renamed = headers.map((header) => `My ${header}`);
        const fields = Object.fromEntries(headers.map((header) => [header, { column: `my ${header}` }]));
        const mapping: Mapping = { version: 1, tables: [{ collections: { members: { fields } } }] };
        const files = await mappedFiles([makeTable('Leute', renamed, ...cells)], mapping, catalogueDefinitions);
        expect((await importFound(byMapping, files)).messages).toEqual([]);
        const stored = await everyRow(bySheets, 'spaces', 'members');
        await importRows(byLines, stored);
        const [one, two, three] = await Promise.all([bySheets, byMapping, byLines].map(people));
        expect(two).toEqual(one);
        expect(three).toEqual(one);
      }),
      { numRuns: 15 },
    );
  });
});

/** The members of a catalogue without the times of the import. */
async function people(database: Database) {
  const { members = [] } = parsed(await everyRow(database, 'members'));
  return members.map(({ created_at: _, updated_at: __, ...member }) => member);
}

/** Whether the import accepts a name: it has a visible character and no control characters. */
const isStorable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !/[\p{Cc}\p{Cf}\p{Cs}'=+@-]/u.test(text);

async function* valuesOf(texts: readonly string[]) {
  for await (const batch of batchesOf(texts)) yield batch.map(({ line, value }) => ({ line, value }));
}

const parsed = (texts: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, own]) => [name, own.map((text) => asObject(JSON.parse(text)))]));
