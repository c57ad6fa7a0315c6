import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { findFiles, type ImportFile, toCsvLine } from '@resource-catalogue/transfer';
import { importFound, parsedRows } from '@resource-catalogue/transfer/testing/transfer';
import fc from 'fast-check';
import { mappedFiles, openTables, parseMapping } from '../src/index.js';

const right = {
  slug: 'hall',
  name: 'Hall',
  email: 'ada@example.org',
  time_zone: 'Europe/Berlin',
  website_url: 'https://example.org/',
  latitude: '53.5',
  longitude: '9.25',
  publication_state: 'draft',
};
type Key = keyof typeof right;
const keys = Object.keys(right) as readonly Key[];

/** What a value is at least, said in another way than the contract does. */
const rules: Readonly<Record<Key, RegExp>> = {
  slug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  name: /[^]/,
  email: /^(?:"[^"]+"|[^\s@<>,;]+)@[^\s@<>,;]+\.[^\s@<>,;]+$/u,
  time_zone: /^(?:UTC|[A-Z][a-z]+\/[A-Z][A-Za-z_]+)$/,
  website_url: /^https?:\/\/[^\s/][^\s]*$/i,
  latitude: /^-?(?:\d|[1-8]\d|90)(?:\.\d+)?$/,
  longitude: /^-?(?:\d{1,2}|1[0-7]\d|180)(?:\.\d+)?$/,
  publication_state: /^(?:draft|published|archived)$/,
};

const piece = fc.constantFrom(...' @<>;,_/-.:+\t', '', 'javascript:', 'ß', '\u202e', '//', '9', 'e', '\0', '\ud800');
// A right value in which something is put in or taken out, or in another case.
const damaged = fc
  .tuple(fc.constantFrom(...keys), fc.nat(20), fc.nat(20), piece, fc.constantFrom('as is', 'as is', 'upper', 'lower'))
  .map(([key, from, to, put, letters]) => {
    if (letters === 'upper') return { [key]: right[key].toUpperCase() };
    if (letters === 'lower') return { [key]: right[key].toLowerCase() };
    return { [key]: right[key].slice(0, from) + put + right[key].slice(to) };
  });
const rows = fc
  .sample(damaged, { seed: 6, numRuns: 600 })
  .map((change, index): typeof right => ({ ...right, slug: `hall-${index}`, ...change }));

describe('an import of damaged values', () => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  async function write(name: string, lines: readonly string[]): Promise<string> {
    const path = join(await newFolder(), name);
    await writeFile(path, lines.join('\n'));
    return path;
  }
  const csv = (name: string) => write(name, [keys, ...rows.map((row) => keys.map((key) => row[key]))].map(toCsvLine));

  it.each<[string, () => Promise<readonly ImportFile[]>]>([
    ['a sheet', async () => findFiles([await csv('spaces.csv')], catalogueDefinitions)],
    [
      'a mapped sheet',
      async () => {
        const fields = keys.map((key) => `${key}: ${key}`).join(', ');
        const mapping = `version: 1\ntables: [{ decimal: point, collections: { spaces: { fields: { ${fields} } } } }]\n`;
        const tables = await openTables(await csv('list.csv'));
        return mappedFiles(tables, parseMapping(mapping, 'm.yaml', catalogueDefinitions), catalogueDefinitions);
      },
    ],
    [
      'NDJSON',
      async () => {
        const [space] = await parsedRows(database, 'spaces');
        const lines = rows.map(({ slug, latitude, longitude, ...row }) => {
          const numbers = { latitude: Number(latitude), longitude: Number(longitude) };
          return JSON.stringify({ ...space, ...row, ...numbers, slug: `n-${slug}`, id: randomUUID() });
        });
        return findFiles([await write('spaces.ndjson', lines)], catalogueDefinitions);
      },
    ],
  ])('SHAPE-6: of %s stores only those that the contract allows', async (_, files) => {
    const { result } = await importFound(database, await files(), { continueOnError: true });
    expect(result.errors).toBeGreaterThan(100);
    const stored = await parsedRows(database, 'spaces');
    expect(stored.length).toBeGreaterThan(100);
    for (const key of keys) {
      const wrong = stored.map((row) => String(row[key])).filter((text) => !rules[key].test(text));
      expect([key, wrong]).toEqual([key, []]);
    }
  });
});
