import type { Database } from '@resource-catalogue/database';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { collectionLayout, type Layout } from '../../src/layout.js';
import { importFound } from './transfer.js';
import { type Content, mappedFiles, parseMapping, suggestMapping, type Table, writeMapping } from '../../src/index.js';

export const options = { space: 'Hall 1', timeZone: 'Europe/Berlin', now: '2026-11-26T00:00:00Z' };

/** A table in the form of a sheet or a CSV file. */
export function makeTable(name: string, ...rows: readonly (readonly Content[])[]): Table {
  async function* read() {
    for (const [index, cells] of rows.entries()) {
      yield await Promise.resolve({ row: index + 1, line: index + 1, cells });
    }
  }
  const format = { notes: [], decimalComma: false };
  return { path: `${name}.xlsx`, title: `${name}.xlsx`, name, ...format, rows: read };
}

/** Rows of texts with `;` between the cells. */
export const splitRows = (...lines: readonly string[]): string[][] => lines.map((line) => line.split(';'));

/** Proposes a mapping for one table, and parses it. */
export async function suggest(rows: readonly (readonly Content[])[], name = 'Sheet1', more = options) {
  const { tables, leftOut } = await suggestMapping([makeTable(name, ...rows)], catalogueDefinitions, more);
  const text = tables.length === 0 ? '' : writeMapping(tables);
  const [mapping] = text === '' ? [] : parseMapping(text, 'mapping.yaml', catalogueDefinitions).tables;
  return { text, mapping, leftOut, tables };
}

/** The collections that a table of these lines fills, with their fields. */
export const proposeCollections = async (...lines: readonly string[]) =>
  (await suggest(splitRows(...lines))).mapping?.collections ?? {};

/** The fields that a table of these lines becomes in a collection. */
export const proposeFields = async (collection: string, ...lines: readonly string[]) =>
  (await proposeCollections(...lines))[collection]?.fields ?? {};

/** Imports tables by a mapping. */
export async function importMapped(database: Database, tables: readonly Table[], mapping: string) {
  const parsed = parseMapping(mapping, 'test.mapping.yaml', catalogueDefinitions);
  return importFound(database, await mappedFiles(tables, parsed, catalogueDefinitions));
}

/** The columns of a collection. */
export const layoutOf = (collection: string): Layout => collectionLayout(collection, catalogueDefinitions);
