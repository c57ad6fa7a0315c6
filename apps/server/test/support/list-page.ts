import { expect } from '@jest/globals';
import { maximumPageBytes } from '@resource-catalogue/contracts';
import { arrayOf, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import type { Answer, Client } from '@resource-catalogue/testing/requests';

/** One answered page, whose envelope has been checked. */
export interface ListPage {
  readonly answer: Answer;
  readonly rows: readonly JsonObject[];
  readonly links: { readonly first: string; readonly next: string | null };
  readonly meta: { readonly next: string | null; readonly limit: number };
}

export type Reads = Pick<Client, 'request' | 'url'>;

export const pathOf = (collection: string, query = ''): string =>
  `/api/v1/${collection}${query === '' ? '' : `?${query}`}`;

/** Asks for one page and holds its envelope against LIST-1 to LIST-5, whatever the test is about. */
export async function listPage(service: Reads, collection: string, query = ''): Promise<ListPage> {
  return readPage(await service.request(pathOf(collection, query)));
}

export function readPage(answer: Answer): ListPage {
  if (answer.status !== 200) throw new Error(`A list answered ${answer.status}: ${answer.text}`);
  const body = objectOf(answer.json());
  const { first, next: nextLink } = objectOf(body['links']);
  const { next, limit } = objectOf(body['meta']);
  // LIST-1, LIST-2 and LIST-5: these keys and no others.
  expect([body, body['links'], body['meta']].map((part) => Object.keys(objectOf(part)))).toEqual([
    ['data', 'links', 'meta'],
    ['first', 'next'],
    ['next', 'limit'],
  ]);
  const rows = arrayOf(body['data']).map(objectOf);
  const page = {
    answer,
    rows,
    links: { first: textOf(first), next: nextLink === null ? null : textOf(nextLink) },
    meta: { next: next === null ? null : textOf(next), limit: Number(limit) },
  };
  // LIST-3: both are null on the last page, both are set on every other, which is full or has no room for more (PAGE-5).
  expect(page.links.next === null).toBe(page.meta.next === null);
  if (page.meta.next === null) expect(rows.length).toBeLessThanOrEqual(page.meta.limit);
  else if (answer.body.length < maximumPageBytes) expect(rows).toHaveLength(page.meta.limit);
  return page;
}

export const idsOf = (rows: readonly JsonObject[]): string[] => rows.map((row) => textOf(row['id']));

/** Every row of a list. */
export async function walk(service: Reads, collection: string, query = ''): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for await (const page of pages(service, collection, query)) rows.push(...page.rows);
  return rows;
}

/** Every page of a list, with `cursor` from `meta.next` (PAGE-1). */
export async function* pages(service: Reads, collection: string, query: string): AsyncGenerator<ListPage> {
  const followed = new Set<string | null>();
  for (let cursor: string | null = null; ;) {
    const parts: string[] = [query, cursor === null ? '' : `cursor=${cursor}`];
    const page: ListPage = await listPage(service, collection, parts.filter((part) => part !== '').join('&'));
    yield page;
    cursor = page.meta.next;
    if (cursor === null) return;
    if (followed.has(cursor)) throw new Error(`The walk of ${collection}?${query} goes in circles.`);
    followed.add(cursor);
  }
}
