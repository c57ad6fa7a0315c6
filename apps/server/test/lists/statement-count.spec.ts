import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnyCollectionContract,
  bookingsContract,
  collections,
  projectsContract,
} from '@resource-catalogue/contracts';
import type { ReadSource, Statement } from '@resource-catalogue/database';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { definitions, Reader, SummaryCache } from '@resource-catalogue/read';
import { asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { parseQuery, unknownId } from '../support/list-query.js';

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The source of a database, with a record of every statement. */
function recordStatements(source: ReadSource, sent: Sent[]): ReadSource {
  return {
    query: (statement: Statement, values) => {
      sent.push({ text: statement.text, values });
      return source.query(statement, values);
    },
    snapshot: (work) => source.snapshot((inner) => work(recordStatements(inner, sent))),
  };
}

describe('the statements of reads', () => {
  let copy: TestDatabase;
  let reader: Reader;
  const sent: Sent[] = [];
  beforeAll(async () => {
    copy = await seededDatabase();
    reader = new Reader(recordStatements(copy.database.source, sent), new SummaryCache());
  });
  afterAll(() => copy.drop());

  async function list(contract: AnyCollectionContract, query: string) {
    sent.length = 0;
    const { items, next } = await reader.list(definitions[contract.name], parseQuery(contract, query));
    return { rows: items.map((item) => asObject(JSON.parse(item))), next, statements: [...sent] };
  }

  it.each(collections)(
    'a page of $name costs one statement, and one more for each kind of summary that is not cached',
    async (contract) => {
      const first = await list(contract, 'limit=200');
      const kinds = new Set(first.statements.map(({ text }) => text)).size;
      expect(first.statements).toHaveLength(kinds);
      const { next } = await list(contract, 'limit=3');
      const filtered = `filters[id][not_in]=${unknownId}`;
      // The first list with filters reads the table sizes, which are cached for a minute.
      await list(contract, filtered);
      for (const query of ['limit=1', 'limit=200', `limit=3&cursor=${next}`, filtered])
        expect([query, (await list(contract, query)).statements.length]).toEqual([query, 1]);
    },
  );

  it('SHAPE-9: after a change of one row, the next page reads the summary of that row alone', async () => {
    const { rows } = await list(bookingsContract, 'limit=200');
    const unit = asText(rows.flatMap((row) => valuesAt(row, 'machine_unit.id'))[0]);
    await copy.database.exec(`UPDATE machine_units SET sku = sku || '!' WHERE id = '${unit}'`);
    const [, revisions, summaries, ...more] = (await list(bookingsContract, 'limit=200')).statements;
    expect([revisions?.values, summaries?.values, more]).toEqual([[], [`{${unit}}`], []]);
    // The revision does not list rows of nested summaries.
    const machine = `(SELECT machine_id FROM machine_units WHERE id = '${unit}')`;
    await copy.database.exec(`UPDATE machines SET name = name || '!' WHERE id = ${machine}`);
    const [, , units] = (await list(bookingsContract, 'limit=200')).statements;
    expect(units?.text).toContain(' FROM machine_units ');
    expect(units?.values.map(String).join().split(',').length).toBeGreaterThan(1);
  });

  it.each([
    { contract: bookingsContract, statements: 1 },
    // Each is read separately, because projects can be long.
    { contract: projectsContract, statements: 5 },
  ])('concurrent gets of $contract.name execute $statements statement(s)', async ({ contract, statements }) => {
    const ids = (await list(contract, 'limit=2')).rows.map(({ id }) => asText(id));
    const get = (id: string) => reader.get(definitions[contract.name], id);
    for (const id of ids) {
      await get(id);
      sent.length = 0;
      await get(id);
      expect(sent).toHaveLength(1);
    }
    sent.length = 0;
    const responses = await Promise.allSettled([...ids, unknownId, ...ids].map(get));
    const shown = responses.map((response) =>
      response.status === 'fulfilled' ? asText(asObject(JSON.parse(response.value.text))['id']) : null,
    );
    expect(shown).toEqual([...ids, null, ...ids]);
    expect(sent).toHaveLength(statements);
  });
});
