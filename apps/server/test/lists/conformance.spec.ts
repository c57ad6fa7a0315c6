import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { select } from '@resource-catalogue/database/testing/stored';
import { type JsonObject, asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { runConformance } from '../support/conformance.js';
import { startTestService, type TestService } from '../support/service.js';

/** Checks of the columns, filters and summaries in each definition. */
const definitionChecks = ['schema', 'references', 'in-returns-the-rows-with-one-value'];

/** Checks of the engine, which all collections share; plans refer to several spaces and groups. */
const filterChecks = { only: ['sets', 'ranges'], subjects: ['bookings', 'plans'] };
const pageChecks = { only: ['envelope', 'get', 'paging', 'sort'], subjects: ['machine_units'] };

/** Every row of a list, paged through (PAGE-1). */
async function allRows({ url, request }: TestService, collection: string): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  let next: unknown = `${url}/api/v1/${collection}?limit=200`;
  while (next !== undefined) {
    const page = (await request(asText(next).slice(url.length))).json();
    rows.push(...valuesAt(page, 'data[]').map(asObject));
    [next] = valuesAt(page, 'links.next');
  }
  return rows;
}

// The tests of apps/conformance run the whole suite on the built service.
describe('lists and gets', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it('SHAPE-1 to SHAPE-10, FILT-1: each collection matches its contract', async () => {
    expect(await runConformance(service, { only: definitionChecks })).toEqual([]);
  });

  it('FILT-1 to FILT-11: bookings and plans are filtered as the conformance suite expects', async () => {
    expect(await runConformance(service, filterChecks)).toEqual([]);
  });

  it('LIST-1 to LIST-5, PAGE-1 to PAGE-4, SORT-1, SORT-2: machine units are paged and sorted as the suite expects', async () => {
    expect(await runConformance(service, pageChecks)).toEqual([]);
  });

  // The suite sees only listed rows, so compare with the stored ones.
  it.each(collections)('PAGE-4, FILT-8: $name lists every stored row once, deleted ones included', async ({ name }) => {
    const stored = await select(service.database, `SELECT id::text FROM ${name} ORDER BY 1`);
    const listed = (await allRows(service, name)).map(({ id }) => id);
    expect(listed.sort()).toEqual(stored.flat());
  });
});
