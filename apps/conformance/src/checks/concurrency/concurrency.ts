import { idOf, type Row, textOf } from '../../json.js';
import { questionQuery, sorted, within } from '../../oracle.js';
import { expectEqual, expectStatus } from '../assertions/answer.js';
import type { Page } from '../assertions/page.js';
import { type Checks, violated } from '../context/check.js';
import { expectShown } from '../requests/lists.js';
import { onProjects, type Projects } from '../requests/projects.js';

async function makeSome(projects: Projects, names: readonly string[]): Promise<Row[]> {
  const made: Row[] = [];
  for (const name of names) made.push((await projects.create(projects.small(name))).project);
  return made;
}

const fiveNames = [0, 1, 2, 3, 4].map((index) => `Conformance walk ${index}`);

async function walkOn(projects: Projects, query: string, first: Page): Promise<Row[]> {
  const rows = [...first.rows];
  for (let { next } = first, pages = 0; next !== null && pages < 60; pages += 1) {
    const page: Page = await projects.find(`${query}&cursor=${next}`);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

/** A walk by a sort meets each of these rows once, although something happens behind its first page. */
async function expectWalkOfAll(
  projects: Projects,
  query: string,
  made: readonly Row[],
  happens: (first: Page) => Promise<Row | null> = () => Promise.resolve(null),
): Promise<void> {
  const first = await projects.find(query);
  const moved = await happens(first);
  const rows = await walkOn(projects, query, first);
  for (const row of made.filter((one) => one !== moved)) {
    const times = rows.filter((one) => idOf(one) === idOf(row)).length;
    if (times !== 1) violated(`a walk of ${query} that meets ${idOf(row)} once`, `${times} times`, first.exchange);
  }
}

const walkQuery = (rows: readonly Row[], sort: string, limit: number): string =>
  questionQuery({ sort }, within(rows), `limit=${limit}`);

export const concurrencyChecks: Checks = {
  'a-new-row-shifts-no-walk': onProjects(['PAGE-4', 'PAGE-3'], {
    title: 'rows that are created during a walk neither hide nor repeat a row that was there before',
    run: async (projects) => {
      const made = await makeSome(projects, fiveNames);
      const since = textOf(made[0]?.['created_at']);
      for (const sort of ['-created_at', 'created_at', 'name', '-name']) {
        await expectWalkOfAll(projects, `filters[created_at][gte]=${since}&sort=${sort}&limit=2`, made, async () => {
          await projects.create(projects.small(`Conformance walk ${sort.startsWith('-') ? '9' : '0'} new`));
          return null;
        });
      }
    },
  }),
  'a-cursor-outlives-its-row': onProjects(['PAGE-3', 'PAGE-4'], {
    title: 'a cursor stays valid when the row that it was made from has changed its sort key',
    run: async (projects) => {
      const made = await makeSome(projects, fiveNames);
      for (const sort of ['updated_at', '-updated_at', 'name', '-name']) {
        const query = walkQuery(made, sort, 2);
        const first = await projects.find(query);
        const all = await projects.find(walkQuery(made, sort, 50));
        const edge = first.rows.at(-1);
        if (!edge || first.next === null) return violated('a first page of two', 'less', first.exchange);
        await projects.update(idOf(edge), { name: `${textOf(edge['name'])} again` });
        const passed = first.rows.map(idOf);
        const rest = (await walkOn(projects, query, first)).slice(passed.length);
        const shown = rest.map(idOf).filter((id) => id !== idOf(edge));
        const wanted = all.rows.map(idOf).filter((id) => !passed.includes(id));
        expectEqual('the other rows behind the cursor, each once and in order', shown, wanted, first.exchange);
      }
    },
  }),
  'a-changed-row-hides-no-other': onProjects(['PAGE-4'], {
    title: 'a row that moves ahead of or behind a walk neither hides nor repeats one that does not',
    run: async (projects) => {
      const made = await makeSome(projects, [...fiveNames, 'Conformance walk 5']);
      await expectWalkOfAll(projects, walkQuery(made, '-updated_at', 2), made, async (first) => {
        const mover = made.find((row) => !first.rows.some((one) => idOf(one) === idOf(row)));
        if (!mover) return violated('a first page of two', 'more', first.exchange);
        await projects.update(idOf(mover), { summary: 'Moved ahead.' });
        return mover;
      });
    },
  }),
  'walks-at-once-do-not-disturb-each-other': onProjects(['PAGE-4', 'WRITE-9'], {
    title: 'several walks at the same time each meet every row once',
    run: async (projects) => {
      const made = await makeSome(projects, fiveNames);
      const sorts = ['created_at', '-created_at', 'name', '-name'];
      await Promise.all(sorts.map((sort) => expectWalkOfAll(projects, walkQuery(made, sort, 1), made)));
    },
  }),
  'posts-at-once-are-all-there': onProjects(['WRITE-9', 'WRITE-1', 'WRITE-3'], {
    title: 'of several POSTs of the same name at once each makes a project, with a slug of its own',
    run: async (projects) => {
      const body = projects.small('Conformance at once');
      const exchanges = await Promise.all([1, 2, 3, 4, 5].map(() => projects.post(body)));
      for (const exchange of exchanges) expectStatus(exchange, 201, 'each of several POSTs');
      const ids = exchanges.map((exchange) => textOf(exchange.header('location')).split('/').at(-1) ?? '');
      const page = await projects.find(`filters[id][in]=${ids.join(',')}&sort=name`);
      const slugs = new Set(page.rows.map((row) => row['slug']));
      expectEqual('how many projects and slugs there are', [page.rows.length, slugs.size], [5, 5], page.exchange);
    },
  }),
  'names-are-sorted-by-code-point': onProjects(['SORT-1', 'PAGE-4'], {
    title: 'names in several scripts and cases are sorted by code point, equal ones by id in the same direction',
    run: async (projects) => {
      const names = ['b', 'B', 'a', 'Ä', 'ä', 'z', 'Z', '10', '9', '_', 'Б', '\uff21', '🛠', 'same', 'same', 'same'];
      const made = await makeSome(projects, names);
      for (const sort of ['name', '-name']) {
        const query = walkQuery(made, sort, 5);
        const first = await projects.find(query);
        const rows = await walkOn(projects, query, first);
        expectShown({ ...first, rows }, sorted(made, sort), `names in the order of their code points, by ${sort}`);
      }
    },
  }),
  'the-newest-comes-first': onProjects(['SORT-2', 'WRITE-9'], {
    title: 'a new project is the first row of the list at once, but for rows with a later created_at',
    run: async (projects) => {
      const { project } = await projects.create();
      const since = textOf(project['created_at']);
      const whole = await projects.find('limit=1');
      // Before it stand only rows that say that they are newer: of another writer, or of a time to come.
      const isBehind = textOf(whole.rows[0]?.['created_at']) > since;
      const page = isBehind ? await projects.find(`filters[created_at][lte]=${since}&limit=1`) : whole;
      const [first] = page.rows;
      if (first?.['created_at'] === since && idOf(first) > idOf(project))
        projects.context.need(false, 'another project was made in the same millisecond');
      expectShown(page, [project], 'the new project before all that are older');
    },
  }),
};
