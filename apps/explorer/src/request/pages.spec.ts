import { expect, it } from '@jest/globals';
import { type Reply, toPage } from './send-request.js';
import { readPages, maxRows } from './pages.js';
import { filter } from './route.js';

const path = '/api/v1/bookings';
const query = [filter('state', 'in', 'confirmed')];

/** A list of that many rows, read by number; a page fails after that many. */
function listed(count: number, failsAfter = Infinity) {
  const sent: string[] = [];
  const read = (target: string): Promise<Reply> => {
    sent.push(target);
    const { searchParams } = new URL(target, 'http://localhost');
    const [from, limit] = [Number(searchParams.get('cursor')), Number(searchParams.get('limit'))];
    if (from >= failsAfter) return Promise.resolve(broken);
    const end = Math.min(count, from + limit);
    const data = Array.from({ length: end - from }, (_, index) => ({ id: `${from + index}` }));
    const body = { data, meta: { next: end < count ? `${end}` : null } };
    return Promise.resolve({ ok: true, body, quota: null, milliseconds: 1 });
  };
  return { sent, read };
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
  const { sent, read } = listed(count);
  const reply = await readPages(read, path, pairs);
  return { sent, page: toPage(reply.ok ? reply.body : {}) };
}

it('PAGE-4: a view reads all pages of a list, each row once', async () => {
  const { sent, page } = await pageOf(280);
  expect(page.rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 280 }, (_, index) => index));
  expect(page.next).toBeNull();
  const first = `${path}?filters[state][in]=confirmed&limit=200`;
  expect(sent).toEqual([first, `${first}&cursor=200`]);
});

it.each([
  [maxRows, 10, false],
  [maxRows + 1, 10, true],
])('a view of %d rows reads %d pages, and knows whether there are more', async (count, pages, hasMore) => {
  const { sent, page } = await pageOf(count);
  expect([sent.length, page.rows.length, page.next !== null]).toEqual([pages, maxRows, hasMore]);
});

it('a list with a limit is read as one page', async () => {
  const { sent, page } = await pageOf(280, [{ name: 'limit', value: '10' }]);
  expect([sent, page.rows.length, page.next]).toEqual([[`${path}?limit=10`], 10, '10']);
});

it('a page that fails is not taken for the end of the list', async () => {
  expect(await readPages(listed(280, 200).read, path, query)).toEqual(broken);
});
