import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, filterTable } from '@resource-catalogue/contracts';
import { both, keeps } from '../support/collection/filter-oracle.js';
import { valuesOf } from '../support/collection/filter-queries.js';
import { sorted } from '../support/collection/order.js';
import { Subject } from '../support/collection/subject.js';
import { databaseKinds } from '../support/database-kinds.js';
import { idsOf, walk } from '../support/list-page.js';

const halfMonth = 15 * 24 * 60 * 60 * 1000;
const moved = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

const cases = collections.flatMap((contract) =>
  [...filterTable(contract.filters).values()]
    .filter(({ kind }) => kind === 'datetime')
    .map(({ field }) => [contract.name, field, contract] as const),
);

// A closed range of some days is read by another statement than a long one (ADR 2), which no rule of the interface tells.
describe.each(databaseKinds)('a short range on the %s database', (kind) => {
  const subjects = new Map(collections.map((contract) => [contract.name, new Subject(contract, kind)]));
  beforeAll(async () => {
    for (const subject of subjects.values()) await subject.start();
  });
  afterAll(async () => {
    for (const subject of subjects.values()) await subject.stop();
  });

  it.each(cases)('PAGE-4: of %s by %s has its pages in order by any sort', async (name, field, contract) => {
    const subject = subjects.get(name);
    if (!subject) throw new Error(`${name} has not been started.`);
    const times = valuesOf(contract, field, subject.snapshot).sort();
    const median = times[Math.floor(times.length / 2)] ?? '';
    const bounds = [
      ['gte', moved(median, -halfMonth)],
      ['lt', moved(median, halfMonth)],
    ] as const;
    const conditions = bounds.map(([operator, instant]) => keeps(contract, field, operator, instant));
    const kept = subject.snapshot.filter(both(...conditions));
    expect(kept.length).toBeGreaterThan(0);
    const query = bounds.map(([operator, instant]) => `filters[${field}][${operator}]=${instant}`).join('&');
    const own = contract.sorts.at(-1) ?? '';
    for (const sort of [`-${own}`, 'updated_at']) {
      const rows = await walk(subject.service, name, `${query}&sort=${sort}&limit=7`);
      expect({ sort, ids: idsOf(rows) }).toEqual({ sort, ids: idsOf(sorted(contract, kept, sort)) });
    }
  });
});
