import type { Row } from '../census/row.js';
import { askPage } from './ask-list.js';
import type { Page } from './expect.js';
import type { Subject } from './subject.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

/** All pages of a query, which knows how many rows there can be at most; a walk that goes on and on is a violation. */
export async function walkPages(
  trial: Trial,
  { path }: Pick<Subject, 'path'>,
  query: string,
  limits: readonly number[],
  most: number,
): Promise<{ pages: Page[]; rows: Row[] }> {
  const pages: Page[] = [];
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const limit = limits[pages.length % limits.length] ?? 1;
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: Page = await askPage(trial, path, `${query === '' ? '' : `${query}&`}limit=${limit}${after}`);
    if (page.rows.length > limit) violated(`at most ${limit} rows`, String(page.rows.length), page.exchange);
    if (page.next !== null && page.rows.length < limit) {
      violated(`${limit} rows on a page that is not the last (LIST-3)`, String(page.rows.length), page.exchange);
    }
    pages.push(page);
    rows.push(...page.rows);
    cursor = page.next;
    if (cursor !== null && rows.length >= most) {
      violated(`a walk that ends after ${most} rows`, 'it goes on', page.exchange);
    }
  } while (cursor !== null);
  return { pages, rows };
}
