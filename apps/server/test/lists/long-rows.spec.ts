import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { categoriesContract, fieldTable, maximumPageBytes, projectsContract } from '@resource-catalogue/contracts';
import fc from '@resource-catalogue/testing/fast-check';
import type { ReadSource, Row } from '@resource-catalogue/database';
import { definitions, type Page, Reader, SummaryCache } from '@resource-catalogue/read';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { select } from '@resource-catalogue/database/testing/stored';
import { asObject, asText } from '@resource-catalogue/testing/json';
import { fill } from '@resource-catalogue/database/testing/server-sql';
import { parseQuery } from '../support/list-query.js';

const rounds = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 6);

/** Rows of 1 to some 20 000 bytes, of letters that JSON encodes in one or six bytes and UTF-8 in three. */
const longRows = `
  INSERT INTO projects (id, author_id, slug, name, description, description_rendered, steps, created_at, updated_at)
  SELECT gen_random_uuid(), (SELECT min(id::text)::uuid FROM members), 'long-' || n, 'Long ' || n % 5, text, text,
    CASE WHEN n % 3 = 0 THEN '[]' ELSE json_build_array(json_build_object('id', gen_random_uuid(), 'position', 1,
      'title', 'Cut', 'description', text, 'description_rendered', text)) END,
    made, made
  FROM generate_series(1, 60) n,
    LATERAL (SELECT timestamptz '2026-02-01' + n % 7 * interval '1 hour' AS made,
      repeat((ARRAY['a', '"', E'\\u0001', 'ü', '木', '🪑'])[1 + n % 6], (n * n * 7919) % 5000) AS text) sizes`;

const fields = [...fieldTable(projectsContract.resource).keys()];
const longColumns = ['summary', 'description_rendered', 'description', 'steps'].map((name) => fields.indexOf(name));

const bytesOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

describe('pages of long rows', () => {
  let copy: TestDatabase;
  let sent: Row[] = [];
  let source: ReadSource;
  beforeAll(async () => {
    copy = await seededDatabase();
    await fill(copy, longRows);
    const { query, snapshot } = copy.database.source;
    source = {
      snapshot,
      query: async (statement, values) => {
        const rows = await query(statement, values);
        // The other statements load summaries.
        if (statement.text.includes('description_rendered')) sent = [...rows];
        return rows;
      },
    };
  });
  afterAll(() => copy.drop());

  /** LIST-3, PAGE-5: the expected page for a limit and a maximum size in bytes. */
  function expectBounded({ items, next, query }: Page, pageBytes: number): void {
    expect(bytesOf(items.slice(0, -1))).toBeLessThan(pageBytes);
    if (next !== null && bytesOf(items) < pageBytes) expect(items).toHaveLength(query.limit);
    // The database withholds rows that do not fit: it sends no more than texts that JSON lengthens.
    const long = sent.slice(0, -1).flatMap((row) => longColumns.map((index) => row[index] ?? ''));
    expect(bytesOf(long)).toBeLessThan(pageBytes);
    expect(sent.length).toBeLessThanOrEqual(query.limit);
  }

  it('PAGE-4, PAGE-5: paging returns every row once and in order, on pages that are full or of maximum size', async () => {
    const month = 'filters[created_at][gte]=2026-02-01&filters[created_at][lt]=2026-03-01';
    const queries = fc.record({
      limit: fc.oneof(fc.integer({ min: 3, max: 20 }), fc.integer({ min: 1, max: 200 })),
      field: fc.constantFrom(...projectsContract.sorts),
      descending: fc.boolean(),
      inMonth: fc.boolean(),
      pageBytes: fc.constantFrom(1, 20_000, 60_000, 300_000, 10_000_000),
    });
    const property = fc.asyncProperty(queries, async ({ limit, field, descending, inMonth, pageBytes }) => {
      const direction = descending ? 'DESC' : 'ASC';
      const within = inMonth ? `created_at >= '2026-02-01' AND created_at < '2026-03-01'` : 'true';
      const order = `${field} ${direction}, id ${direction}`;
      const expected = await select(copy.database, `SELECT id::text FROM projects WHERE ${within} ORDER BY ${order}`);
      const query = `limit=${limit}&sort=${descending ? '-' : ''}${field}${inMonth ? `&${month}` : ''}`;
      const reader = new Reader(source, new SummaryCache(), { pageBytes });
      const met: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null && met.length <= expected.length) {
        const text: string = cursor === '' ? query : `${query}&cursor=${cursor}`;
        const page: Page = await reader.list(definitions.projects, parseQuery(projectsContract, text));
        expectBounded(page, pageBytes);
        met.push(...page.items.map((item) => asText(asObject(JSON.parse(item))['id'])));
        cursor = page.next;
      }
      expect({ met, cursor }).toEqual({ met: expected.flat(), cursor: null });
    });
    await fc.assert(property, { seed: 5, numRuns: rounds });
  });

  it('PAGE-5: pages of long rows have a maximum size, for any limit', async () => {
    await fill(
      copy,
      `INSERT INTO categories (id, type, slug, name, description)
        SELECT gen_random_uuid(), 'event', 'large-' || n, 'Large', repeat('ü', 700000) FROM generate_series(1, 9) n`,
    );
    const reader = new Reader(source, new SummaryCache());
    const pages: Page[] = [];
    for (let cursor = ''; pages.at(-1)?.next !== null; cursor = `&cursor=${pages.at(-1)?.next}`)
      pages.push(await reader.list(definitions.categories, parseQuery(categoriesContract, `limit=200${cursor}`)));
    for (const { items } of pages) expect(bytesOf(items.slice(0, -1))).toBeLessThan(maximumPageBytes);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flatMap(({ items }) => items).filter((item) => item.includes('"Large"'))).toHaveLength(9);
  });
});
