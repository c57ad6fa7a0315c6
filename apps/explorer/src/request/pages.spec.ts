import { expect, it } from '@jest/globals';
import { type Reply, toPage } from './ask.js';
import { askPages, maxRows } from './pages.js';
import { filter } from './route.js';

const path = '/api/v1/bookings';
const query = [filter('state', 'in', 'confirmed')];

/** A list of that many rows, read by number; a page fails after that many. */
function listed(count: number, failsAfter = Infinity) {
  const asked: string[] = [];
  const read = (target: string): Promise<Reply> => {
    asked.push(target);
    const { searchParams } = new URL(target, 'http://localhost');
    const [from, limit] = [Number(searchParams.get('cursor')), Number(searchParams.get('limit'))];
    if (from >= failsAfter) return Promise.resolve(broken);
    const end = Math.min(count, from + limit);
    const data = Array.from({ length: end - from }, (_, index) => ({ id: `${from + index}` }));
    const body = { data, meta: { next: end < count ? `${end}` : null } };
    return Promise.resolve({ ok: true, body, quota: null, milliseconds: 1 });
  };
  return { asked, read };
}

const broken: Reply = {
  ok: false,
  failure: {
    status: null,
    title: 'No response',
    detail: '',
    code: null,
    errors: [],
    retryAfter: null,
    requestId: null,
  },
};

async function pageOf(count: number, pairs = query) {
  const { asked, read } = listed(count);
  const reply = await askPages(read, path, pairs);
  return { asked, page: toPage(reply.ok ? reply.body : {}) };
}

it('PAGE-4: a view reads all pages of a list, each row once', async () => {
  const { asked, page } = await pageOf(280);
  expect(page.rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 280 }, (_, index) => index));
  expect(page.next).toBeNull();
  const first = `${path}?filters[state][in]=confirmed&limit=200`;
  expect(asked).toEqual([first, `${first}&cursor=200`]);
});

it.each([
  [maxRows, 10, false],
  [maxRows + 1, 10, true],
])('a view of %d rows reads %d pages, and knows whether there are more', async (count, pages, hasMore) => {
  const { asked, page } = await pageOf(count);
  expect([asked.length, page.rows.length, page.next !== null]).toEqual([pages, maxRows, hasMore]);
});

it('a list with a limit is read as one page', async () => {
  const { asked, page } = await pageOf(280, [{ name: 'limit', value: '10' }]);
  expect([asked, page.rows.length, page.next]).toEqual([[`${path}?limit=10`], 10, '10']);
});

it('a page that fails is not taken for the end of the list', async () => {
  expect(await askPages(listed(280, 200).read, path, query)).toEqual(broken);
});
