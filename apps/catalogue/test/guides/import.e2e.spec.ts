import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { codeBlocks } from '@resource-catalogue/testing/documents';
import pg from 'pg';
import { asArray, asObject, asText } from '@resource-catalogue/testing/json';
import { createBareDatabase } from '@resource-catalogue/database/testing/databases';
import { type Reader, reader, withPostgres, withProgram } from './reader.js';

const [start = '', own = '', ask = '', template = '', ndjson = '', csv = '', api = ''] = codeBlocks(
  'docs/guides/import.md',
  'sh',
  7,
);
const [imported = '', exported = ''] = codeBlocks('docs/guides/import-reference.md', 'sh', 2);

/** An inventory as exported by another program. */
const inventory = 'Inventory 2026;;\nTag;Machine;Status\nWood;;\nS-1;Table saw;broken\nS-2;Band saw;ok\n';

/** Another system's database, as in the guide. */
const theirs = `CREATE TABLE kinds (id uuid, slug text, title text);
INSERT INTO kinds VALUES ('0198c1bb-b4b8-73bd-840b-d683a4c7f2e1', 'wood', 'Wood');
CREATE TABLE halls (slug text, title text);
INSERT INTO halls VALUES ('east', 'East hall'), ('west', 'West hall');`;

const people = [
  { card: 'K-1', given: 'Ada', family: 'Byron', since: '2026-01-02' },
  { card: 'K-2', given: 'Alan', family: 'O"Hara, jr.', since: '2026-01-03' },
];

describe('the import guide', () => {
  let at: Reader;
  beforeAll(async () => {
    at = await reader();
  });
  afterAll(() => at.leave());

  it('imports a custom spreadsheet into an empty catalogue and serves its rows', async () => {
    const [variable = '', line = ''] = start.trim().split('\n');
    expect(variable).toBe('export DATA_DIR=my-data');
    const service = await at.starts(line);
    await writeFile(join(at.folder, 'inventory.csv'), inventory);
    const output = await at.types(own, { 'inventory.xlsx': 'inventory.csv' });
    expect(output).toMatch(
      /^inventory: the column names are in row 2. 2 rows: 2 machines, 2 machine_units, 1 spaces.\n[^]*\nNothing was stored [^]*\nImported 5 /,
    );
    const [create = '', list = ''] = ask.trim().split('\n');
    const [token = ''] = /\brct_\w+/.exec(await at.types(create)) ?? [];
    const page = await at.types(list, { TOKEN: token, 'http://127.0.0.1:3000': service.url });
    expect(asArray(asObject(JSON.parse(page))['data'])).toHaveLength(2);
    await service.stop();
  });

  it('imports a completed template', async () => {
    expect(await at.types(template)).toMatch(/^Nothing was stored [^]*\nImported \d+ lines: \d+ new, /);
  });

  withProgram('jq')('imports members from the API of another system, and changes none when repeated', async () => {
    const server = createServer((request, response) => {
      expect(request.url).toBe('/people?page=1');
      response.end(JSON.stringify({ people }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const instead = { 'https://other.example.org': `http://127.0.0.1:${port}` };
    expect(await at.types(api, instead)).toMatch(/^Imported 2 lines: 2 new, 0 changed, 0 unchanged\./);
    expect(await at.types(api, instead)).toMatch(/^Imported 2 lines: 0 new, 0 changed, 2 unchanged\./);
    server.close();
  });

  it('exports and imports a catalogue in each format', async () => {
    const printed = await at.types(exported);
    expect(printed).toMatch(new RegExp(`^Exported \\d+ rows of ${collections.length} collections to backup\\.\\n`));
    expect(await readdir(join(at.folder, 'part'))).toContain('bookings.ndjson.gz');
    expect(await readFile(join(at.folder, 'tables/members.csv'), 'utf8')).toContain(',active,');
    expect(await at.types(imported)).toMatch(/^Imported \d+ lines: 0 new, 0 changed, \d+ unchanged\./);
  });

  withPostgres('psql')('imports rows of a database as NDJSON and as CSV', async () => {
    const { url, drop } = await createBareDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(theirs);
      const printed = await at.types(`${ndjson}${csv}`, {}, { YOURS: url });
      expect(printed).toMatch(/^Imported 1 line: 1 new, .*\nImported 2 lines: 2 new, /);
    } finally {
      await client.end();
      await drop();
    }
    const output = await at.types(`npm run -s catalogue -- export - --collections spaces`);
    const names = output
      .trim()
      .split('\n')
      .map((line) => asText(asObject(JSON.parse(line))['name']));
    expect(names).toEqual(expect.arrayContaining(['East hall', 'West hall']));
  });
});
