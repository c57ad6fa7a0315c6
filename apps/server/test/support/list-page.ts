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

/** Every row of a list, page by page, with `cursor` from `meta.next` (PAGE-1). */
export async function walk(
  service: Reads,
  collection: string,
  query = '',
  after: string | null = null,
): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for await (const page of pages(service, collection, query, after)) rows.push(...page.rows);
  return rows;
}

export async function* pages(
  service: Reads,
  collection: string,
  query: string,
  after: string | null = null,
): AsyncGenerator<ListPage> {
  let cursor = after;
  let page: ListPage;
  const followed = new Set<string>();
  do {
    const asked: string = cursor === null ? query : [query, `cursor=${cursor}`].filter((part) => part !== '').join('&');
    page = await listPage(service, collection, asked);
    if (cursor !== null && followed.has(cursor)) throw new Error(`The walk of ${collection}?${query} goes in circles.`);
    if (cursor !== null) followed.add(cursor);
    yield page;
    cursor = page.meta.next;
  } while (cursor !== null);
}
