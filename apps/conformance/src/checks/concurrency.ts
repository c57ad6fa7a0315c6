import { idOf, type Row } from '../census/row.js';
import { textOf } from '../json.js';
import { sorted } from '../oracle/order.js';
import { askPage, expectShown } from './ask-list.js';
import { inFamily, onServer, type ServerCheck } from './check.js';
import { create, post, sceneOf, smallBody, update, type Written } from './scene.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

const path = '/api/v1/projects';
const changing = (check: Omit<ServerCheck, 'scope' | 'needs'>): ServerCheck =>
  onServer({ ...check, needs: ['writes'] });

/** Projects of our own, which nobody else changes, as a universe for a walk. */
async function makeSome(trial: Trial, count: number): Promise<Written[]> {
  const scene = sceneOf(trial);
  const made: Written[] = [];
  for (let index = 0; index < count; index += 1)
    made.push(await create(trial, smallBody(scene, `Conformance walk ${index}`)));
  return made;
}

/** A walk from a cursor to its end. */
async function walkOn(trial: Trial, query: string, cursor: string | null): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next = cursor, pages = 0; next !== null && pages < 60; pages += 1) {
    const page = await askPage(trial, path, `${query}&cursor=${next}`);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

export const concurrencyChecks = inFamily('concurrency', [
  changing({
    id: 'a-new-row-shifts-no-walk',
    rules: ['PAGE-4', 'PAGE-3'],
    title: 'rows that are created during a walk neither hide nor repeat a row that was there before',
    run: async (trial) => {
      const made = await makeSome(trial, 5);
      const since = textOf(made[0]?.project['created_at']);
      for (const sort of ['-created_at', 'created_at', 'name', '-name']) {
        const query = `filters[created_at][gte]=${since}&sort=${sort}&limit=2`;
        const first = await askPage(trial, path, query);
        await create(trial, smallBody(sceneOf(trial), `Conformance walk ${sort.startsWith('-') ? '9' : '0'} new`));
        const rows = [...first.rows, ...(await walkOn(trial, query, first.next))];
        expectOnce(rows, made, `a walk by ${sort}`, first.exchange);
      }
    },
  }),
  changing({
    id: 'a-cursor-outlives-its-row',
    rules: ['PAGE-3', 'PAGE-4'],
    title: 'a cursor goes on holding when the row that it was made from has changed its sort key',
    run: async (trial) => {
      const made = await makeSome(trial, 5);
      const ids = made.map(({ id }) => id).join(',');
      for (const sort of ['updated_at', '-updated_at', 'name', '-name']) {
        const query = `filters[id][in]=${ids}&sort=${sort}&limit=2`;
        const first = await askPage(trial, path, query);
        const all = await askPage(trial, path, `filters[id][in]=${ids}&sort=${sort}&limit=50`);
        const edge = first.rows.at(-1);
        if (!edge || first.next === null) return violated('a first page of two', 'less', first.exchange);
        await update(trial, idOf(edge), { name: `${textOf(edge['name'])} again` });
        const rest = await walkOn(trial, query, first.next);
        const still = made.map(({ id }) => id).filter((id) => !first.rows.some((row) => idOf(row) === id));
        const shown = rest.map(idOf).filter((id) => id !== idOf(edge));
        const wanted = all.rows.map(idOf).filter((id) => still.includes(id));
        if (shown.join() !== wanted.join())
          violated('the other rows behind the cursor, each once and in order', shown.join(', '), first.exchange);
      }
    },
  }),
  changing({
    id: 'a-changed-row-hides-no-other',
    rules: ['PAGE-4'],
    title: 'a row that moves ahead of or behind a walk neither hides nor repeats one that does not',
    run: async (trial) => {
      const made = await makeSome(trial, 6);
      const ids = made.map(({ id }) => id).join(',');
      const query = `filters[id][in]=${ids}&sort=-updated_at&limit=2`;
      const first = await askPage(trial, path, query);
      const mover = made.find(({ id }) => !first.rows.some((row) => idOf(row) === id));
      if (!mover) return violated('a first page of two', 'more', first.exchange);
      await update(trial, mover.id, { summary: 'Moved ahead.' });
      const rows = [...first.rows, ...(await walkOn(trial, query, first.next))];
      expectOnce(
        rows,
        made.filter((one) => one !== mover),
        'a walk by -updated_at',
        first.exchange,
      );
    },
  }),
  changing({
    id: 'walks-at-once-do-not-disturb-each-other',
    rules: ['PAGE-4', 'WRITE-9'],
    title: 'several walks at the same time each meet every row once',
    run: async (trial) => {
      const made = await makeSome(trial, 5);
      const ids = made.map(({ id }) => id).join(',');
      const sorts = ['created_at', '-created_at', 'name', '-name'];
      await Promise.all(
        sorts.map(async (sort) => {
          const query = `filters[id][in]=${ids}&sort=${sort}&limit=1`;
          const first = await askPage(trial, path, query);
          const rows = [...first.rows, ...(await walkOn(trial, query, first.next))];
          expectOnce(rows, made, `a walk by ${sort}`, first.exchange);
        }),
      );
    },
  }),
  changing({
    id: 'posts-at-once-are-all-there',
    rules: ['WRITE-9', 'WRITE-1', 'WRITE-3'],
    title: 'of several POSTs of the same name at once each makes a project, with a slug of its own',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const exchanges = await Promise.all(
        Array.from({ length: 5 }, () => post(trial, smallBody(scene, 'Conformance at once'))),
      );
      const bad = exchanges.find(({ status }) => status !== 201);
      if (bad) violated('201 for each', String(bad.status), bad);
      const ids = exchanges.map((exchange) => textOf(exchange.header('location')).split('/').at(-1) ?? '');
      const page = await askPage(trial, path, `filters[id][in]=${ids.join(',')}&sort=name`);
      const slugs = new Set(page.rows.map((row) => row['slug']));
      if (page.rows.length !== 5 || slugs.size !== 5)
        violated('five projects with five slugs', `${page.rows.length} with ${slugs.size}`, page.exchange);
    },
  }),
  changing({
    id: 'names-are-sorted-by-code-point',
    rules: ['SORT-1', 'PAGE-4'],
    title: 'names in several scripts and cases are sorted by code point, equal ones by id in the same direction',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const names = ['b', 'B', 'a', 'Ä', 'ä', 'z', 'Z', '10', '9', '_', 'Б', '\uff21', '🛠', 'same', 'same', 'same'];
      const made: Row[] = [];
      for (const name of names) made.push((await create(trial, smallBody(scene, name))).project);
      for (const sort of ['name', '-name']) {
        const query = `filters[id][in]=${made.map(idOf).join(',')}&sort=${sort}&limit=5`;
        const first = await askPage(trial, path, query);
        const rows = [...first.rows, ...(await walkOn(trial, query, first.next))];
        expectShown({ ...first, rows }, sorted(made, sort), `names in the order of their code points, by ${sort}`);
      }
    },
  }),
  changing({
    id: 'the-newest-comes-first',
    rules: ['SORT-2', 'WRITE-9'],
    title: 'a new project is the first row of the list at once, but for rows with a later created_at',
    run: async (trial) => {
      const { project } = await create(trial, smallBody(sceneOf(trial)));
      const since = textOf(project['created_at']);
      const whole = await askPage(trial, path, 'limit=1');
      // Before it stand only rows that say that they are newer: of another writer, or of a time to come.
      const isBehind = textOf(whole.rows[0]?.['created_at']) > since;
      const page = isBehind ? await askPage(trial, path, `filters[created_at][lte]=${since}&limit=1`) : whole;
      const [first] = page.rows;
      if (first?.['created_at'] === since && idOf(first) > idOf(project))
        trial.need(false, 'another project was made in the same millisecond');
      expectShown(page, [project], 'the new project before all that are older');
    },
  }),
]);

function expectOnce(
  rows: readonly Row[],
  made: readonly Written[],
  what: string,
  exchange: Parameters<typeof violated>[2],
): void {
  for (const { id } of made) {
    const times = rows.filter((row) => idOf(row) === id).length;
    if (times !== 1) violated(`${what} that meets ${id} once`, `${times} times`, ...(exchange ? [exchange] : []));
  }
}
