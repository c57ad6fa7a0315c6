import type { Catalogue } from '../interface/catalogue.js';
import { ask, pageOf } from '../request/ask.js';
import { targetOf, withValue } from '../request/route.js';
import { isCounted, showCount } from './home.js';
import { own } from './session.js';

/** Lists do not tell how many rows there are (LIST-5), so they are counted, in pages of the largest size, up to here. */
const mostPages = 5;
const pageSize = 200;

/** Counts the rows of every collection that the token may read, one after the other, but for those that are counted already. */
export async function countRows(
  { collections }: Catalogue,
  token: string,
  home: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, path } of collections) {
    if (isCounted(home, name)) continue;
    const { rows, more, failure } = await count(path, token, signal);
    if (failure) {
      showCount(home, name, failure.status === 403 ? 'no scope' : '?', failure.title);
      if (failure.status !== 403) return;
    } else {
      const note = more ? `Counted up to ${rows}: lists do not tell their length.` : '';
      showCount(home, name, `${rows.toLocaleString('en')}${more ? '+' : ''} ${rows === 1 ? 'row' : 'rows'}`, note);
    }
  }
}

async function count(path: string, token: string, signal: AbortSignal) {
  let rows = 0;
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const query = withValue([{ name: 'limit', value: String(pageSize) }], 'cursor', cursor);
    const reply = await ask(own(targetOf(path, query)), token, signal);
    if (!reply.ok) return { rows, more: true, failure: reply.failure };
    const page = pageOf(reply.body);
    rows += page.rows.length;
    cursor = page.next;
    if (cursor === null) break;
  }
  return { rows, more: cursor !== null, failure: null };
}
