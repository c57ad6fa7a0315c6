import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { definitions, type Reader } from '@resource-catalogue/read';
import { asObject, type JsonObject } from '@resource-catalogue/testing/json';
import { parseQuery } from './list-query.js';

const maxPages = 3;

/** The rows of the first pages, as JSON text. */
export async function readPages(reader: Reader, contract: AnyCollectionContract, query: string): Promise<string[]> {
  const rows: string[] = [];
  for (let page = 1, cursor = ''; ; page += 1) {
    const parsed = parseQuery(contract, `${query}${cursor}`);
    const { items, next } = await reader.list(definitions[contract.name], parsed);
    rows.push(...items);
    if (next === null || page === maxPages) return rows;
    cursor = `&cursor=${next}`;
  }
}

export const objectsOf = (rows: readonly string[]): JsonObject[] => rows.map((row) => asObject(JSON.parse(row)));
