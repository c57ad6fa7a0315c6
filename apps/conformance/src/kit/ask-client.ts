import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  type AnswerMeta,
  type Client,
  type CreatedProject,
  type CreateOptions,
  type ListCall,
  type ListParams,
  type Page as ClientPage,
  type Time,
  type UpdateOptions,
  writeListQuery,
} from '@resource-catalogue/client';
import type { CollectionName } from '@resource-catalogue/contracts';
import { type JsonObject, parseJson, sameJson } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import type { ClientCall } from '../target/recorded-client.js';
import { expectData, expectObject, expectStatus } from './expect.js';
import { decoded, parsePairs } from '../target/query.js';
import { expectPage, expectSoundPage, type Page } from './expect-page.js';
import type { CheckContext } from './context.js';
import { violated } from './violation.js';

export type AnyListParams = ListParams<Readonly<Record<string, object>>>;

/** Any collection of the client. Only `get` may be missing. */
export interface AnyCollection {
  list(params?: AnyListParams): ListCall<object>;
  get?(id: string): PromiseLike<Answer<object>>;
  getMany(ids: Iterable<string>): Promise<Map<string, object>>;
  changesSince(instant: Time): ListCall<object>;
}

interface AnyProjects {
  create(project: object, options?: CreateOptions): PromiseLike<CreatedProject>;
  update(target: string | Answer<object>, change: object, options?: UpdateOptions): PromiseLike<Answer<object>>;
}

export const getProjects = ({ projects }: Client): AnyProjects => projects;

const isCollection = (value: unknown): value is AnyCollection =>
  typeof value === 'object' && value !== null && 'list' in value;

/** The collection of the client with this name, or with this list path. */
export function getCollection(client: Client, name: string): AnyCollection {
  const key = name.replace('/api/v1/', '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const found: unknown = Object.entries(client).find(([one]) => one === key)?.[1];
  if (!isCollection(found)) throw new Error(`The client has no collection ${key}.`);
  return found;
}

interface SentRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** The meaning of a query; the client may encode it differently. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  readonly body?: JsonObject;
}

/** The only exchange of a call, which must have sent the expected request. */
function sentBy(call: ClientCall<unknown>, context: CheckContext, wanted: SentRequest): Exchange {
  const { exchanges, error } = call;
  const { method, path, query = '' } = wanted;
  const line = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  const [exchange, ...more] = exchanges;
  if (!exchange)
    return violated(`the client to send ${line}`, error?.message ?? 'it sent nothing', ...context.exchanges);
  if (more.length > 0) violated(`the client to send ${line} once`, `${exchanges.length} requests`, ...exchanges);
  const { request } = exchange;
  const [sentPath, sentQuery = ''] = request.path.split('?');
  if (
    request.method !== method ||
    sentPath !== `${context.target.path}${path}` ||
    normalizeQuery(sentQuery) !== normalizeQuery(query)
  )
    violated(`the client to send ${line}`, `it sent ${request.method} ${request.path}`, exchange);
  const headers = { Accept: 'application/json', Authorization: `Bearer ${context.target.token}`, ...wanted.headers };
  for (const [name, value] of Object.entries(headers)) expectSentHeader(exchange, name, value);
  const sentBody = request.body === undefined ? undefined : parseJson(request.body.toString());
  if (!sameJson(sentBody, wanted.body))
    violated(`the client to send the body ${JSON.stringify(wanted.body)}`, String(request.body ?? 'none'), exchange);
  return exchange;
}

const normalizeQuery = (query: string): string => JSON.stringify(parsePairs(query).sort());

function expectSentHeader(exchange: Exchange, name: string, wanted: string | RegExp | null): void {
  const found = Object.entries(exchange.request.headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
  const isWanted = wanted instanceof RegExp ? wanted.test(String(found ?? '')) : (found ?? null) === wanted;
  if (!isWanted)
    violated(`the client to send ${name}: ${String(wanted ?? 'nothing')}`, String(found ?? 'none'), exchange);
}

function returnedBy<Result>({ result, error }: ClientCall<Result>, exchange: Exchange): Result {
  if (result !== null) return result;
  return violated('a response that the client accepts', error?.message ?? 'nothing was returned', exchange);
}

type Members = Readonly<Record<string, unknown>>;

export function expectReturned(returned: Members, answered: Members, exchange: Exchange): void {
  for (const [what, value] of Object.entries(answered)) {
    if (!isDeepStrictEqual(returned[what], value))
      violated(`${what} of the client as in the response: ${shortly(value)}`, shortly(returned[what]), exchange);
  }
}

const shortly = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 300);

function expectMeta({ status, etag, requestId }: AnswerMeta, exchange: Exchange): void {
  const answered = { etag: exchange.header('etag'), requestId: exchange.header('x-request-id') };
  expectReturned({ status, etag, requestId }, { status: exchange.status, ...answered }, exchange);
}

type FilterValue = string | number | boolean | Date | readonly string[];

/** The parameters of the client for a query; null if the client cannot express it, or expresses it differently. */
export function clientParams(query: string): AnyListParams | null {
  const filters: Record<string, Record<string, FilterValue>> = {};
  const others: { sort?: string; limit?: number; cursor?: string } = {};
  for (const [name, value] of parsePairs(query)) {
    const [, field, operator, brackets] = /^filters\[(\w+)\]\[(\w+)\](\[\])?$/.exec(name) ?? [];
    if (field !== undefined && operator !== undefined) {
      const operators = (filters[field] ??= {});
      const known = operators[operator];
      operators[operator] = brackets
        ? [...(typeof known === 'object' && !(known instanceof Date) ? known : []), value]
        : filterValue(operator, value);
    } else if (name === 'limit') others.limit = Number(value);
    else if (name === 'sort' || name === 'cursor') others[name] = value;
    else return null;
  }
  const params = { ...(Object.keys(filters).length > 0 && { filters }), ...others };
  return decoded(writeListQuery(params)) === decoded(query) ? params : null;
}

/**
 * Converts a value as programs would: sets to arrays, flags to booleans, integers to numbers, and whole instants of upper
 * bounds to Date.
 */
function filterValue(operator: string, value: string): FilterValue {
  if (operator === 'in' || operator === 'not_in') return value.split(',');
  if (operator === 'eq') return value === 'true' || value === 'false' ? value === 'true' : value;
  if (/^(?:0|-?[1-9]\d{0,9})$/.test(value)) return Number(value);
  const isWhole = operator.startsWith('l') && /^\d{4}-.*\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value));
  return isWhole ? new Date(value) : value;
}

export async function askOne<Result extends Answer<object>>(
  context: CheckContext,
  wanted: SentRequest,
  why: string,
  work: (client: Client) => PromiseLike<Result>,
): Promise<{ exchange: Exchange; data: JsonObject; answer: Result }> {
  const call = await context.callClient(work);
  const exchange = sentBy(call, context, wanted);
  expectStatus(exchange, wanted.method === 'POST' ? 201 : 200, why);
  const data = expectData(exchange);
  const answer = returnedBy(call, exchange);
  expectReturned({ data: answer.data }, { data }, exchange);
  expectMeta(answer.meta, exchange);
  return { exchange, data, answer };
}

/** Reads one resource through the client, which returns `data` of the 200 response (GET-1). */
export async function readOne(
  context: CheckContext,
  name: CollectionName,
  id: string,
  why: string,
): Promise<{ exchange: Exchange; data: JsonObject }> {
  return askOne(context, { method: 'GET', path: `/api/v1/${name}/${id}` }, why, async (client) => {
    const answer = await getCollection(client, name).get?.(id);
    if (!answer) throw new Error(`The client has no get for ${name}.`);
    return answer;
  });
}

export function toPage(call: ClientCall<ClientPage<object>>, context: CheckContext, path: string, query: string): Page {
  const page = expectPage(sentBy(call, context, { method: 'GET', path, query }), 'a good query');
  expectSoundPage(page, `${context.target.path}${path}`, query);
  const { exchange, next, limit, links } = page;
  const { meta, ...shown } = returnedBy(call, exchange);
  expectReturned(shown, { data: expectObject(exchange)['data'], nextCursor: next, limit, links }, exchange);
  expectMeta(meta, exchange);
  return page;
}
