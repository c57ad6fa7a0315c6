import { type Client, list, listPage, type ListParams } from '@resource-catalogue/client';
import { collections, filterTable, isObject, parseUuid } from '@resource-catalogue/contracts';
import type { z } from 'zod';
import { compact, takeFitting } from './compact.js';
import type { findToolArguments, getToolArguments, listToolArguments } from './schemas.js';

/** The client of a tool's caller, and the signal that ends the call. */
export interface Caller {
  readonly client: Client;
  readonly signal: AbortSignal;
}
type Row = Readonly<Record<string, unknown>>;
interface Found {
  readonly rows: readonly Row[];
  readonly note?: string;
}

/** A page of rows that fits into a result. */
export async function listRows({ client, signal }: Caller, args: z.infer<typeof listToolArguments>): Promise<object> {
  const { collection: name, limit, sort, ...query } = args;
  for (let size = limit; ;) {
    const params: ListParams<unknown> = { ...query, ...(sort !== undefined && { sort }), limit: size };
    const page = await listPage<Row, unknown, string>(client.transport, { name }, params, { signal });
    const rows = takeFitting(page.data);
    const more = { cursor: page.nextCursor, more: 'Repeat the call with this cursor for more rows.' };
    if (rows.length === page.data.length) return { rows, ...(page.nextCursor !== null && more) };
    // The cursor of a page follows its last row, so read a page that ends where the result does.
    size = rows.length;
  }
}

/**
 * Finds the row with this id; otherwise the live rows with this text as the value of a text filter, such as the slug; otherwise those
 * with its words in their keys and names; otherwise those with its words in any text.
 */
export async function findRows({ client, signal }: Caller, name: string, text: string): Promise<Found> {
  const read = (filters: object) =>
    list<Row, unknown, string>(client.transport, { name }, { filters, limit: 200 }, { signal });
  const id = parseUuid(text);
  if (id !== null) return { rows: (await read({ id: { in: [id] } })).data };
  const contract = collections.find((known) => known.name === name);
  const filters = contract ? [...filterTable(contract.filters).values()] : [];
  const live = filters.some(({ field }) => field === 'soft_deleted') ? { soft_deleted: { eq: false } } : {};
  const exact = filters.flatMap(({ field, kind }) => (kind === 'text' ? [field] : []));
  for (const field of exact) {
    const { data } = await read({ ...live, [field]: { in: [text] } });
    if (data.length > 0) return { rows: data };
  }
  const all: Row[] = [];
  let note: string | undefined;
  for await (const { data, nextCursor } of read(live).pages({ maxPages: 5 })) {
    all.push(...data);
    if (nextCursor !== null) note = `Only the first ${all.length} rows were compared: try list with filters.`;
  }
  const unique = uniqueKeys(name);
  const keys = [...exact, ...unique, ...(contract?.sorts ?? []), 'name'];
  const words = text.toLowerCase().split(/\s+/);
  const hasWords = (value: unknown) => {
    const all = textsIn(value).join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const tests: ((row: Row) => boolean)[] = [
    (row) => unique.some((key) => row[key] === text),
    (row) => hasWords(keys.map((key) => row[key])),
    (row) => hasWords(compact(row)),
  ];
  return { rows: tests.map((test) => all.filter(test)).find((rows) => rows.length > 0) ?? [], ...(note && { note }) };
}

const uniqueKeys = (name: string): string[] => collections.find((known) => known.name === name)?.unique.flat() ?? [];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The result of the tool `find`: rows that match the text. */
export async function find(caller: Caller, args: z.infer<typeof findToolArguments>): Promise<object> {
  const { rows, note } = await findRows(caller, args.collection, args.text);
  const shown = takeFitting(rows.slice(0, args.limit));
  const left = rows.length - shown.length;
  return { rows: shown, ...(left > 0 && { more: `${left} more rows match: use more words.` }), ...(note && { note }) };
}

/** The result of the tool `get`: one row by its id or a unique key. */
export async function get(caller: Caller, { collection, key }: z.infer<typeof getToolArguments>): Promise<object> {
  const { rows, note = '' } = await findRows(caller, collection, key);
  const isNamed = (row: Row) => parseUuid(key) !== null || uniqueKeys(collection).some((name) => row[name] === key);
  const [row, ...others] = rows.filter(isNamed);
  if (row && others.length === 0) return { row: compact(row) };
  const found = `${row ? 'Several rows' : 'No row'} of ${collection} with the key ${JSON.stringify(key)}.`;
  throw new Error(`${found} Similar: ${summarize(row ? [row, ...others] : rows)}. ${note}`);
}

/** Lists rows to choose from. */
export function summarize(rows: readonly Row[]): string {
  const nameOf = ({ name, slug, sku, number, id }: Row) => [name, slug, sku, number, id].filter(Boolean).join(', ');
  return rows.slice(0, 20).map(nameOf).join('; ') || 'none';
}
