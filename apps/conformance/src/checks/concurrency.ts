import { type JsonObject, readId, readIds, type Row, toText } from '../json.js';
import { questionQuery, sortRows, idFilter } from '../oracle.js';
import { expectEqual, expectStatus } from '../kit/expect.js';
import type { Page } from '../kit/expect-page.js';
import type { Checks } from '../kit/check.js';
import { fail } from '../kit/violation.js';
import { expectPaging, expectShown } from '../kit/request-pages.js';
import { onProjects, type Projects } from '../kit/projects.js';

async function createProjects(projects: Projects, names: readonly string[]): Promise<Row[]> {
  const made: Row[] = [];
  for (const name of names) made.push((await projects.create(projects.small(name))).project);
  return made;
}

const queryOf = (rows: readonly Row[], sort: string, limit: number): string =>
  questionQuery({ sort }, idFilter(rows), `limit=${limit}`);

/** Expects that a write after the first page neither hides, repeats nor moves any other of these rows. */
async function expectSteady(
  projects: Projects,
  made: readonly Row[],
  sort: string,
  write: (first: readonly Row[]) => Promise<Row | undefined>,
  query = queryOf(made, sort, 2),
): Promise<void> {
  const all = await projects.find(queryOf(made, sort, 50));
  const first = await projects.find(query);
  if (first.rows.length !== 2 || first.next === null)
    return fail('a first page of two rows', `${first.rows.length} rows`, first.exchange);
  const moved = await write(first.rows);
  const rows = [...first.rows];
  for (let next: string | null = first.next, pages = 0; next !== null && pages < 60; pages += 1) {
    const page: Page = await projects.find(`${query}&cursor=${next}`);
    rows.push(...page.rows);
    next = page.next;
  }
  const ids = new Set(readIds(made).filter((id) => id !== readId(moved ?? {})));
  const othersOf = (shown: readonly Row[]): string[] => readIds(shown).filter((id) => ids.has(id));
  const what = `the other rows by ${sort}, each once and in order`;
  expectEqual(what, othersOf(rows), othersOf(all.rows), first.exchange);
}

export const concurrencyChecks: Checks = {
  'paging-is-stable-under-changes': onProjects(['PAGE-4', 'PAGE-3'], {
    title: 'new and moved rows neither hide nor move others while paging, and a cursor outlives its sort key',
    run: async (projects) => {
      const made = await createProjects(
        projects,
        [0, 1, 2, 3, 4, 5].map((index) => `Conformance paging ${index}`),
      );
      const since = toText(made[0]?.['created_at']);
      for (const sort of ['-created_at', 'created_at', 'name', '-name']) {
        const create = async (): Promise<undefined> => {
          await projects.create(projects.small(`Conformance paging ${sort.startsWith('-') ? '9' : '0'} new`));
        };
        await expectSteady(projects, made, sort, create, `filters[created_at][gte]=${since}&sort=${sort}&limit=2`);
      }
      const update = (row: Row, change: JsonObject) => projects.update(readId(row), change).then(() => row);
      await expectSteady(projects, made, '-updated_at', (first) => {
        const unseen = made.find((row) => !readIds(first).includes(readId(row))) ?? {};
        return update(unseen, { summary: 'Moved ahead.' });
      });
      for (const sort of ['updated_at', '-updated_at', 'name', '-name'])
        await expectSteady(projects, made, sort, ([, edge = {}]) =>
          update(edge, { name: `${toText(edge['name'])} again` }),
        );
    },
  }),
  'concurrent-posts-are-all-stored': onProjects(['WRITE-9', 'WRITE-1', 'WRITE-3'], {
    title: 'concurrent POSTs of the same name each create a project with a different slug',
    run: async (projects) => {
      const body = projects.small('Conformance at once');
      const exchanges = await Promise.all([1, 2, 3, 4, 5].map(() => projects.post(body)));
      for (const exchange of exchanges) expectStatus(exchange, 201, 'each of several POSTs');
      const ids = exchanges.map((exchange) => toText(exchange.header('location')).split('/').at(-1) ?? '');
      const page = await projects.find(`filters[id][in]=${ids.join(',')}&sort=name`);
      const slugs = new Set(page.rows.map((row) => row['slug']));
      expectEqual('the numbers of projects and slugs', [page.rows.length, slugs.size], [5, 5], page.exchange);
    },
  }),
  'names-are-sorted-by-code-point': onProjects(['SORT-1', 'PAGE-4', 'SHAPE-4', 'WRITE-3'], {
    title: 'names in several scripts, cases and forms, and with long equal beginnings, are sorted by code point',
    run: async (projects) => {
      const short = ['b', 'B', 'a', 'Ä', 'A\u0308', 'z', '10', '9', '_', 'Б', '\uff21', '🛠', 'same', 'same', 'same'];
      const long = [199, 150, 100, 60, 30].flatMap((length) =>
        ['b', 'a', '🛠'].map((end) => `${'n'.repeat(length)}${end}`),
      );
      for (const [names, limit] of [
        [short, 5],
        [[...long, ...long.slice(0, 2)], 1],
      ] as const) {
        const made = await createProjects(projects, names);
        for (const sort of ['name', '-name']) {
          const query = questionQuery({ sort }, idFilter(made));
          await expectPaging(projects.context, { path: '/api/v1/projects' }, query, [limit], sortRows(made, sort));
        }
      }
    },
  }),
  'new-projects-are-listed-first': onProjects(['SORT-2', 'WRITE-9'], {
    title: 'a new project is at once the first row of the list, except for rows with a later created_at',
    run: async (projects) => {
      const { project } = await projects.create();
      const since = toText(project['created_at']);
      const whole = await projects.find('limit=1');
      // The rows before it claim to be newer: written by another client, or in the future.
      const isBehind = toText(whole.rows[0]?.['created_at']) > since;
      const page = isBehind ? await projects.find(`filters[created_at][lte]=${since}&limit=1`) : whole;
      const [first] = page.rows;
      if (first?.['created_at'] === since && readId(first) > readId(project))
        projects.context.need(false, 'another project was made in the same millisecond');
      expectShown(page, [project], 'the new project before all older ones');
    },
  }),
};
