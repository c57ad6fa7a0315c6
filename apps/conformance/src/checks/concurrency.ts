import { readId, type Row, toText } from '../json.js';
import { questionQuery, sorted, within } from '../oracle.js';
import { expectEqual, expectStatus } from '../kit/expect.js';
import type { Page } from '../kit/expect-page.js';
import type { Checks } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { expectShown } from '../kit/ask.js';
import { onProjects, type Projects } from '../kit/projects.js';

async function makeSome(projects: Projects, names: readonly string[]): Promise<Row[]> {
  const made: Row[] = [];
  for (const name of names) made.push((await projects.create(projects.small(name))).project);
  return made;
}

const fiveNames = [0, 1, 2, 3, 4].map((index) => `Conformance paging ${index}`);

async function readRest(projects: Projects, query: string, first: Page): Promise<Row[]> {
  const rows = [...first.rows];
  for (let { next } = first, pages = 0; next !== null && pages < 60; pages += 1) {
    const page: Page = await projects.find(`${query}&cursor=${next}`);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

/** Expects that paging returns each of these rows once, although `happens` runs after the first page. */
async function expectEachOnce(
  projects: Projects,
  query: string,
  made: readonly Row[],
  happens: (first: Page) => Promise<Row | null> = () => Promise.resolve(null),
): Promise<void> {
  const first = await projects.find(query);
  const moved = await happens(first);
  const rows = await readRest(projects, query, first);
  for (const row of made.filter((one) => one !== moved)) {
    const times = rows.filter((one) => readId(one) === readId(row)).length;
    if (times !== 1)
      violated(`paging through ${query} that returns ${readId(row)} once`, `${times} times`, first.exchange);
  }
}

const pagingQuery = (rows: readonly Row[], sort: string, limit: number): string =>
  questionQuery({ sort }, within(rows), `limit=${limit}`);

/** Expects pages of this size to return rows by name, by code point, in both directions. */
async function expectInOrder(projects: Projects, made: readonly Row[], limit: number): Promise<void> {
  for (const sort of ['name', '-name']) {
    const query = pagingQuery(made, sort, limit);
    const first = await projects.find(query);
    const rows = await readRest(projects, query, first);
    expectShown({ ...first, rows }, sorted(made, sort), `names in code point order, by ${sort}`);
  }
}

export const concurrencyChecks: Checks = {
  'a-new-row-shifts-no-walk': onProjects(['PAGE-4', 'PAGE-3'], {
    title: 'rows created while paging neither hide nor repeat an existing row',
    run: async (projects) => {
      const made = await makeSome(projects, fiveNames);
      const since = toText(made[0]?.['created_at']);
      for (const sort of ['-created_at', 'created_at', 'name', '-name']) {
        await expectEachOnce(projects, `filters[created_at][gte]=${since}&sort=${sort}&limit=2`, made, async () => {
          await projects.create(projects.small(`Conformance paging ${sort.startsWith('-') ? '9' : '0'} new`));
          return null;
        });
      }
    },
  }),
  'a-cursor-outlives-its-row': onProjects(['PAGE-3', 'PAGE-4'], {
    title: 'a cursor stays valid after the sort key of its row has changed',
    run: async (projects) => {
      const made = await makeSome(projects, fiveNames);
      for (const sort of ['updated_at', '-updated_at', 'name', '-name']) {
        const query = pagingQuery(made, sort, 2);
        const first = await projects.find(query);
        const all = await projects.find(pagingQuery(made, sort, 50));
        const edge = first.rows.at(-1);
        if (!edge || first.next === null) return violated('a first page of two rows', 'fewer rows', first.exchange);
        await projects.update(readId(edge), { name: `${toText(edge['name'])} again` });
        const passed = first.rows.map(readId);
        const rest = (await readRest(projects, query, first)).slice(passed.length);
        const shown = rest.map(readId).filter((id) => id !== readId(edge));
        const wanted = all.rows.map(readId).filter((id) => !passed.includes(id));
        expectEqual('the other rows after the cursor, each once and in order', shown, wanted, first.exchange);
      }
    },
  }),
  'a-changed-row-hides-no-other': onProjects(['PAGE-4'], {
    title: 'a row that moves while paging neither hides nor repeats another row',
    run: async (projects) => {
      const made = await makeSome(projects, [...fiveNames, 'Conformance paging 5']);
      await expectEachOnce(projects, pagingQuery(made, '-updated_at', 2), made, async (first) => {
        const mover = made.find((row) => !first.rows.some((one) => readId(one) === readId(row)));
        if (!mover) return violated('a first page of two rows', 'more rows', first.exchange);
        await projects.update(readId(mover), { summary: 'Moved ahead.' });
        return mover;
      });
    },
  }),
  'walks-at-once-do-not-disturb-each-other': onProjects(['PAGE-4', 'WRITE-9'], {
    title: 'concurrent paging returns every row once in each list',
    run: async (projects) => {
      const made = await makeSome(projects, fiveNames);
      const sorts = ['created_at', '-created_at', 'name', '-name'];
      await Promise.all(sorts.map((sort) => expectEachOnce(projects, pagingQuery(made, sort, 1), made)));
    },
  }),
  'posts-at-once-are-all-there': onProjects(['WRITE-9', 'WRITE-1', 'WRITE-3'], {
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
  'names-are-sorted-by-code-point': onProjects(['SORT-1', 'PAGE-4'], {
    title: 'names in several scripts and cases are sorted by code point, ties by id in the same direction',
    run: async (projects) => {
      const names = ['b', 'B', 'a', 'Ä', 'ä', 'z', 'Z', '10', '9', '_', 'Б', '\uff21', '🛠', 'same', 'same', 'same'];
      await expectInOrder(projects, await makeSome(projects, names), 5);
    },
  }),
  'long-equal-beginnings-are-told-apart': onProjects(['SORT-1', 'PAGE-4', 'SHAPE-4'], {
    title: 'names that differ only after up to 199 characters are sorted, and paged one by one, without a gap',
    run: async (projects) => {
      const names = [199, 150, 100, 60, 30].flatMap((length) =>
        ['b', 'a', '🛠'].map((end) => `${'n'.repeat(length)}${end}`),
      );
      await expectInOrder(projects, await makeSome(projects, [...names, ...names.slice(0, 2)]), 1);
    },
  }),
  'the-newest-comes-first': onProjects(['SORT-2', 'WRITE-9'], {
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
