import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReadSource } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, objectOf, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { idsOf, listPage } from '../support/list-page.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';

type Happening = () => Promise<unknown>;

const nothing: Happening = () => Promise.resolve();

/** What happens before the rows of a page are read, and between them and the summaries that they name. */
interface Interposed {
  before: Happening;
  between: Happening;
}

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

/** Not inside a snapshot, which must not see what happens meanwhile. */
const interpose = (source: ReadSource, happenings: Interposed): ReadSource => ({
  query: async (statement, values) => {
    if (!statement.text.includes(' FROM machine_units t')) return source.query(statement, values);
    await happenings.before();
    const rows = await source.query(statement, values);
    await happenings.between();
    return rows;
  },
  snapshot: (work) => source.snapshot(work),
});

describe.each(databaseKinds)('pages that start again on the %s database', (kind) => {
  let service: TestService;
  let instance: Instance;
  let states = 0;
  const happenings: Interposed = { before: nothing, between: nothing };

  beforeAll(async () => {
    service = await startTestService(kind);
    const { database } = service;
    const source = interpose(database.source, happenings);
    instance = await startInstance({ ...database, source, reads: source }, service.token);
  });
  afterAll(async () => {
    await instance.close();
    await service.close();
  });

  /** One transaction that changes what rows show of themselves and what their summaries show. */
  async function changeState(): Promise<void> {
    states += 1;
    const change = ['machine_units', 'machines'].map((table) => `UPDATE ${table} SET name = 'state ${states}';`);
    await service.database.session((session) => session.transaction(({ exec }) => exec(change.join('\n'))));
  }

  const shownStates = (rows: readonly JsonObject[]): string[] => [
    ...new Set(rows.flatMap((row) => [...valuesAt(row, 'name'), ...valuesAt(row, 'machine.name')].map(textOf))),
  ];

  const list = async (limit: number) => shownStates((await listPage(instance, 'machine_units', `limit=${limit}`)).rows);

  it('SHAPE-9: a change between rows and summaries shows in both', async () => {
    await changeState();
    let changes = 1;
    happenings.between = async () => {
      if (changes > 0) await changeState();
      changes -= 1;
    };
    expect(await list(200)).toEqual([`state ${states}`]);
    expect(changes).toBeLessThan(0);
  });

  it('SHAPE-9: changes at every attempt cannot starve a list or a get, nor be mixed in one', async () => {
    await changeState();
    let changes = 0;
    happenings.before = happenings.between = async () => {
      await changeState();
      changes += 1;
    };
    expect(await list(200)).toEqual([`state ${states}`]);
    expect(changes).toBe(6);
    const [id = ''] = idsOf((await listPage(service, 'machine_units', 'limit=1')).rows);
    const got = await instance.request(`/api/v1/machine_units/${id}`);
    expect(shownStates([objectOf(objectOf(got.json())['data'])])).toEqual([`state ${states}`]);
    expect(changes).toBe(12);
    happenings.before = nothing;
  });

  it('SHAPE-9: summaries that one page loaded too late are not taken for those of another', async () => {
    await changeState();
    const [firstHasRows, secondHasRows, firstHasLoaded, secondIsDone] = [latch(), latch(), latch(), latch()];
    happenings.between = inTurn(
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
    happenings.before = inTurn(nothing, nothing, async () => {
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
