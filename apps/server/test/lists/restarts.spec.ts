import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { machineUnitsContract } from '@resource-catalogue/contracts';
import type { ReadSource } from '@resource-catalogue/database';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { definitions, Reader, SummaryCache } from '@resource-catalogue/read';
import { textOf, valuesAt } from '@resource-catalogue/testing/json';
import { parseQuery } from '../support/list-query.js';

type Happening = () => Promise<unknown>;

const nothing: Happening = () => Promise.resolve();

it('SHAPE-9: a summary that was loaded too late or too early is not used for another version', () => {
  const cache = new SummaryCache();
  const [summary] = [...definitions.machine_units.sources.values()].flatMap((source) =>
    source.from === 'ref' ? [source.summary] : [],
  );
  if (!summary) throw new Error('Machine units refer to nothing.');
  cache.put(summary, ['machines'], 'second', 'id', 'of the second version');
  cache.put(summary, ['machines'], 'first', 'id', 'of the first version');
  expect(['first', 'second'].map((version) => cache.get(summary, version, 'id'))).toEqual([
    undefined,
    'of the second version',
  ]);
});

describe.each(databaseKinds)('pages that start again on the %s database', (kind) => {
  let copy: TestDatabase;
  let reader: Reader;
  let states = 0;
  /** What happens before the rows of a page are read, and between them and the summaries that they name. */
  let before = nothing;
  let between = nothing;
  beforeAll(async () => {
    copy = await seededDatabase(kind);
    const { source } = copy.database;
    const interposed: ReadSource = {
      query: async (statement, values) => {
        if (!statement.text.includes(' FROM machine_units t')) return source.query(statement, values);
        await before();
        const rows = await source.query(statement, values);
        await between();
        return rows;
      },
      // Not inside a snapshot, which must not see what happens meanwhile.
      snapshot: (work) => source.snapshot(work),
    };
    reader = new Reader(interposed, new SummaryCache());
  });
  afterAll(() => copy.drop());

  /** One transaction that changes what rows show of themselves and what their summaries show. */
  async function changeState(): Promise<void> {
    states += 1;
    const change = ['machine_units', 'machines', 'spaces'].map(
      (table) => `UPDATE ${table} SET name = 'state ${states}';`,
    );
    await copy.database.session((session) => session.transaction(({ exec }) => exec(change.join('\n'))));
  }

  function statesIn(rows: readonly string[]): string[] {
    const names = (row: string) =>
      ['name', 'machine.name', 'space.name'].flatMap((path) => valuesAt(JSON.parse(row), path));
    return [...new Set(rows.flatMap(names).map(textOf))];
  }

  const list = async (limit: number): Promise<string[]> =>
    statesIn((await reader.list(definitions.machine_units, parseQuery(machineUnitsContract, `limit=${limit}`))).items);

  it('SHAPE-9: a change between the queries for rows and summaries shows in both', async () => {
    await changeState();
    let changes = 1;
    between = async () => {
      if (changes > 0) await changeState();
      changes -= 1;
    };
    expect(await list(200)).toEqual([`state ${states}`]);
    expect(changes).toBeLessThan(0);
  });

  it('SHAPE-9: changes at every attempt neither starve a list or a get, nor mix in one', async () => {
    await changeState();
    let changes = 0;
    before = between = async () => {
      await changeState();
      changes += 1;
    };
    expect(await list(200)).toEqual([`state ${states}`]);
    expect(changes).toBe(6);
    const unit = await copy.database.prisma.machineUnit.findFirstOrThrow();
    expect(statesIn([(await reader.get(definitions.machine_units, unit.id)).text])).toEqual([`state ${states}`]);
    expect(changes).toBe(12);
    before = nothing;
  });
});
