import { arrayOf, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import type { Answer, Client } from '@resource-catalogue/testing/requests';

/** A page of a list; the conformance suite checks its form. */
export interface ListPage {
  readonly rows: readonly JsonObject[];
  readonly links: { readonly first: string; readonly next: string | null };
  readonly cursor: string | null;
}

const textOrNull = (value: unknown): string | null => (value === null ? null : textOf(value));

export function readPage({ status, text }: Answer): ListPage {
  if (status !== 200) throw new Error(`A list answered ${status}: ${text}`);
  const { data, links, meta } = objectOf(JSON.parse(text));
  const { first, next } = objectOf(links);
  return {
    rows: arrayOf(data).map(objectOf),
    links: { first: textOf(first), next: textOrNull(next) },
    cursor: textOrNull(objectOf(meta)['next']),
  };
}

export async function listPage(service: Pick<Client, 'request'>, collection: string, query: string): Promise<ListPage> {
  return readPage(await service.request(`/api/v1/${collection}?${query}`));
}

/** Every page of a list (PAGE-1). */
export async function* pages(
  service: Pick<Client, 'request'>,
  collection: string,
  query: string,
): AsyncGenerator<readonly JsonObject[]> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: ListPage = await listPage(service, collection, cursor === '' ? query : `${query}&cursor=${cursor}`);
    yield page.rows;
    cursor = page.cursor;
  }
}

/** Every row of a list. */
export async function allRows(service: Pick<Client, 'request'>, collection: string): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for await (const page of pages(service, collection, 'limit=200')) rows.push(...page);
  return rows;
}
