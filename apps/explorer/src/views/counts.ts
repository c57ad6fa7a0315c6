import type { Catalogue, Collection } from '../interface/catalogue.js';
import { ask, pageOf } from '../request/ask.js';
import { targetOf, withValue } from '../request/route.js';
import { isCounted, showCount } from './home.js';
import { own } from './session.js';

/** Lists do not tell how many rows there are (LIST-5), so they are counted, in pages of the largest size, up to here. */
const mostPages = 5;
const pageSize = 200;

/** Counts the rows of every collection that the token may read, one after the other, but for those that are counted already. */
export async function countRows(
  catalogue: Catalogue,
  token: string,
  home: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  for (const collection of catalogue.collections) {
    if (isCounted(home, collection.name)) continue;
    const { text, note, goOn } = await count(collection, token, signal);
    showCount(home, collection.name, text, note);
    if (!goOn) return;
  }
}

interface Count {
  readonly text: string;
  readonly note: string;
  readonly goOn: boolean;
}

async function count({ path }: Collection, token: string, signal: AbortSignal): Promise<Count> {
  let rows = 0;
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const query = withValue([{ name: 'limit', value: String(pageSize) }], 'cursor', cursor);
    const reply = await ask(own(targetOf(path, query)), token, signal);
    if (!reply.ok) {
      const { status, title } = reply.failure;
      return { text: status === 403 ? 'no scope' : '?', note: title, goOn: status === 403 };
    }
    const page = pageOf(reply.body);
    rows += page.rows.length;
    cursor = page.next;
    if (cursor === null)
      return { text: `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`, note: '', goOn: true };
  }
  return {
    text: `${rows.toLocaleString('en')}+ rows`,
    note: `Counted up to ${rows}: lists do not tell their length.`,
    goOn: true,
  };
}
