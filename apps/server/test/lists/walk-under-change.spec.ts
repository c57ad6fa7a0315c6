import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectThematicsContract } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { idsOf, pages, walk } from '../support/list-page.js';
import { startTestService, type TestService } from '../support/service.js';

const collection = 'project_thematics';

// Few names, many ties; among them characters that UTF-16 units, locales and code points order differently.
const name = fc.constantFrom('a', 'B', 'b', 'ä', 'a b', 'z', 'Z', '\u{ff5e}', '\u{1f527}', '\u{e000}');
const position = fc.integer({ min: -1, max: 2 });

const change = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), name, position }),
  fc.record({ kind: fc.constant('update' as const), which: fc.nat(), name, position, touch: fc.boolean() }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const scenario = fc.record({
  rows: fc.array(fc.record({ name, position, minute: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 4,
    maxLength: 14,
  }),
  sort: fc.constantFrom(...projectThematicsContract.sorts.flatMap((field) => [field, `-${field}`] as const)),
  limit: fc.integer({ min: 1, max: 5 }),
  /** What happens after each page. */
  changes: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 12 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

describe.each(databaseKinds)('walks under change on the %s database', (kind) => {
  let service: TestService;
  let made = 0;
  let changing: string[] = [];
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  afterAll(() => service.close());

  const clear = () =>
    service.database.prisma.projectThematic.deleteMany({ where: { slug: { startsWith: 'changing-' } } });

  async function insert(rows: readonly { name: string; position: number; minute?: number }[]): Promise<string[]> {
    const data = rows.map(({ name, position, minute }) => {
      made += 1;
      // Ids in no order of time, so that ties are not broken by it.
      const id = `${((made * 2654435761) % 4294967296).toString(16).padStart(8, '0')}-0000-7000-8000-${String(made).padStart(12, '0')}`;
      const at = new Date(minute === undefined ? Date.now() : Date.UTC(2026, 1, 1, 0, minute));
      return { id, slug: `changing-${made}`, name, position, created_at: at, updated_at: at };
    });
    await service.database.prisma.projectThematic.createMany({ data });
    return data.map(({ id }) => id);
  }

  /** Makes the change. Answers the ids of the rows that it was made to. */
  async function apply(what: Change): Promise<string[]> {
    const { projectThematic } = service.database.prisma;
    if (what.kind === 'insert') {
      const ids = await insert([what]);
      changing.push(...ids);
      return ids;
    }
    const id = changing[what.which % Math.max(1, changing.length)];
    if (id === undefined) return [];
    if (what.kind === 'update') {
      const { name, position, touch } = what;
      await projectThematic.update({
        where: { id },
        data: { name, position, ...(touch && { updated_at: new Date() }) },
      });
    } else {
      await projectThematic.delete({ where: { id } });
      changing = changing.filter((other) => other !== id);
    }
    return [id];
  }

  it('PAGE-4: show every row that did not change exactly once, in sort order', async () => {
    const runScenario = async ({ rows, sort, limit, changes }: Scenario): Promise<void> => {
      await clear();
      changing = await insert(rows);
      const before = idsOf(await walk(service, collection, `sort=${sort}&limit=200`));
      const touched = new Set<string>();
      const seen: string[] = [];
      let turn = 0;
      for await (const page of pages(service, collection, `sort=${sort}&limit=${limit}`)) {
        seen.push(...idsOf(page.rows));
        for (const what of changes[turn] ?? []) for (const id of await apply(what)) touched.add(id);
        turn += 1;
      }
      const unchanged = (id: string): boolean => !touched.has(id);
      expect(seen.filter(unchanged)).toEqual(before.filter(unchanged));
    };
    await fc.assert(fc.asyncProperty(scenario, runScenario), {
      numRuns: 15 * Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1),
    });
  });

  it('PAGE-4: never end early when the row at the end of a page disappears', async () => {
    await clear();
    const ids = await insert(Array.from({ length: 9 }, () => ({ name: 'tie', position: 7 })));
    const seen: string[] = [];
    for await (const page of pages(service, collection, `filters[id][in]=${ids.join(',')}&limit=2`)) {
      seen.push(...idsOf(page.rows));
      await service.database.prisma.projectThematic.delete({ where: { id: textOf(seen.at(-1)) } });
    }
    expect(seen).toEqual([...ids].sort());
  });
});
