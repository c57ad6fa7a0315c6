import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { findFiles, type ImportFile, importFiles, toCsvLine } from '@resource-catalogue/transfer';
import fc from 'fast-check';
import { mappedFiles, openTables, parseMapping } from '../src/index.js';
import { rowsOf } from './support/import-mapped.js';

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

const piece = fc.constantFrom(
  ...' @<>;,_/-.:+\t',
  '',
  'javascript:',
  'ß',
  '\u202e',
  '//',
  '9',
  'e',
  '\u0000',
  '\ud800',
);
const key = fc.constantFrom(...keys);
// A right value in which something is put in or taken out, or in another case.
const damaged = fc.oneof(
  fc.tuple(key, fc.nat(20), fc.nat(20), piece).map(([own, from, to, put]) => {
    return { key: own, text: right[own].slice(0, from) + put + right[own].slice(to) };
  }),
  key.map((own) => ({ key: own, text: right[own].toUpperCase() })),
  key.map((own) => ({ key: own, text: right[own].toLowerCase() })),
);

const numbers: ReadonlySet<Key> = new Set(['latitude', 'longitude']);

describe('an import of damaged values', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-stored-'));
    database = await scratchDatabase();
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const rows = fc
    .sample(damaged, { seed: 6, numRuns: 600 })
    .map(({ key: own, text }, index) => ({ ...right, slug: `hall-${index}`, [own]: text }));

  async function stored(files: readonly ImportFile[]) {
    const { errors } = await importFiles(database, catalogueDefinitions, files, {
      ...{ dryRun: false, continueOnError: true, prune: false, report: () => undefined, onError: () => undefined },
    });
    expect(errors).toBeGreaterThan(100);
    return rowsOf(database, 'spaces');
  }

  const csv = async (name: string) => {
    const lines = [keys, ...rows.map((row) => keys.map((own) => row[own]))].map(toCsvLine);
    await writeFile(join(folder, name), lines.join('\n'));
    return join(folder, name);
  };

  const ways: Readonly<Record<string, () => Promise<readonly ImportFile[]>>> = {
    'a sheet': async () => findFiles([await csv('spaces.csv')], catalogueDefinitions),
    'a mapped sheet': async () => {
      const fields = keys.map((own) => `${own}: ${own}`).join(', ');
      const mapping = `version: 1\ntables: [{ decimal: point, collections: { spaces: { fields: { ${fields} } } } }]\n`;
      const tables = await openTables(await csv('list.csv'));
      return mappedFiles(tables, parseMapping(mapping, 'm.yaml', catalogueDefinitions), catalogueDefinitions);
    },
    NDJSON: async () => {
      const [space] = await rowsOf(database, 'spaces');
      const lines = rows.map((row) => {
        const own = keys.map((name) => [name, numbers.has(name) ? Number(row[name]) : row[name]]);
        return JSON.stringify({ ...space, ...Object.fromEntries(own), slug: `n-${row.slug}`, id: randomUUID() });
      });
      await writeFile(join(folder, 'spaces.ndjson'), lines.join('\n'));
      return findFiles([join(folder, 'spaces.ndjson')], catalogueDefinitions);
    },
  };

  it.each(Object.keys(ways))('SHAPE-6: of %s stores only those that the contract allows', async (way) => {
    const found = await stored((await ways[way]?.()) ?? []);
    expect(found.length).toBeGreaterThan(100);
    for (const name of keys) {
      const wrong = found.map((row) => String(row[name])).filter((text) => !rules[name].test(text));
      expect([name, wrong]).toEqual([name, []]);
    }
  });
});
