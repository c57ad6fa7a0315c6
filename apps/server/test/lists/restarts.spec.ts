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

/** The first happening at the first time, and so on; nothing after the last. */
const inTurn = (...steps: Happening[]): Happening => {
  const left = [...steps];
  return async () => left.shift()?.();
};

function latch(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

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

  it('SHAPE-9: summaries that one page loaded too late are not used for another page', async () => {
    await changeState();
    const [firstHasRows, secondHasRows, firstHasLoaded, secondIsDone] = [latch(), latch(), latch(), latch()];
    between = inTurn(
      async () => {
        firstHasRows.open();
        await secondHasRows.opened;
        await changeState();
      },
      // These rows are of the old state as well, and wait until the first page has loaded summaries of the new one.
      async () => {
        secondHasRows.open();
        await firstHasLoaded.opened;
      },
    );
    // The third query for rows is the first page's second attempt: until then, what it loaded is all that is cached.
    before = inTurn(nothing, nothing, async () => {
      firstHasLoaded.open();
      await secondIsDone.opened;
    });
    // Each opens at its end, also where it fails, what the other one waits for.
    const first = list(200).finally(firstHasLoaded.open);
    await Promise.race([firstHasRows.opened, first]);
    const second = list(100).finally(() => {
      secondHasRows.open();
      secondIsDone.open();
    });
    expect(await second).toEqual([`state ${states}`]);
    expect(await first).toEqual([`state ${states}`]);
  });
});
