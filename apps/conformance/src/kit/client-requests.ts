import { isDeepStrictEqual } from 'node:util';
import {
  type ResourceResponse,
  type ResponseMeta,
  type Client,
  type CreatedProject,
  type CreateOptions,
  type ListCall,
  type ListParams,
  type Time,
  type UpdateOptions,
  writeListQuery,
} from '@resource-catalogue/client';
import { type AnyCollectionContract, type CollectionName, filterTable } from '@resource-catalogue/contracts';
import { type Json, type JsonObject, parseJson } from '../json.js';
import type { Condition } from '../oracle.js';
import type { Exchange } from '../target/exchange.js';
import type { ClientCall } from '../target/recorded-client.js';
import { parseQuestion } from './parse-question.js';
import { expectData, expectEqual, expectObject, expectStatus } from './expect.js';
import { decode, parsePairs } from '../target/query.js';
import { expectPage, expectSoundPage, type Page } from './expect-page.js';
import type { CheckContext } from './context.js';
import { fail } from './violation.js';

type AnyListParams = ListParams<Readonly<Record<string, object>>>;

export interface AnyCollection {
  list(params?: AnyListParams): ListCall<object>;
  get?(id: string): PromiseLike<ResourceResponse<object>>;
  getMany(ids: Iterable<string>): Promise<Map<string, object>>;
  changesSince(instant: Time): ListCall<object>;
}

interface AnyProjects {
  create(project: object, options?: CreateOptions): PromiseLike<CreatedProject>;
  update(
    target: string | ResourceResponse<object>,
    change: object,
    options?: UpdateOptions,
  ): PromiseLike<ResourceResponse<object>>;
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
  /** Headers besides Accept and Authorization; null for one that must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: JsonObject;
}

/** The only exchange of a call, which must have sent the expected request. */
function sentBy(call: ClientCall<unknown>, { target, exchanges: before }: CheckContext, wanted: SentRequest): Exchange {
  const { method, path, query = '', body = null } = wanted;
  const line = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  const [exchange, ...more] = call.exchanges;
  if (!exchange) return fail(`the client to send ${line}`, call.error?.message ?? 'it sent nothing', ...before);
  if (more.length > 0) fail(`the client to send ${line} once`, `${more.length + 1} requests`, ...call.exchanges);
  const { request } = exchange;
  const [sentPath = '', sentQuery = ''] = request.path.split('?');
  const headers = { Accept: 'application/json', Authorization: `Bearer ${target.token}`, ...wanted.headers };
  const sentHeaders = Object.keys(headers).map((name) => [name, requestHeader(exchange, name)] as const);
  const sent = { method: request.method, path: sentPath, query: meaningOf(sentQuery), body: bodyOf(exchange) };
  const due = { method, path: `${target.path}${path}`, query: meaningOf(query), body };
  expectEqual(
    "the client's request",
    { ...sent, ...Object.fromEntries(sentHeaders) },
    { ...due, ...headers },
    exchange,
  );
  return exchange;
}

const meaningOf = (query: string): Json =>
  parsePairs(query)
    .map((pair) => pair.join('='))
    .sort();

const bodyOf = ({ request: { body } }: Exchange): Json =>
  (body === undefined ? null : parseJson(body.toString())) ?? null;

export const requestHeader = ({ request: { headers } }: Exchange, name: string): string | null =>
  Object.entries(headers)
    .find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
    ?.toString() ?? null;

type Members = Readonly<Record<string, unknown>>;

/** Expects the result of a call to have these members and the metadata of its response; returns it. */
function expectResult<Result extends { readonly meta: ResponseMeta }>(
  { result, error }: ClientCall<Result>,
  exchange: Exchange,
  members: Members,
): Result {
  if (result === null)
    return fail('a response that the client accepts', error?.message ?? 'nothing was returned', exchange);
  const { status, etag, requestId } = result.meta;
  const meta = { status: exchange.status, etag: exchange.header('etag'), requestId: exchange.header('x-request-id') };
  expectReturned({ ...result, status, etag, requestId }, { ...members, ...meta }, exchange);
  return result;
}

export function expectReturned(returned: Members, expected: Members, exchange: Exchange): void {
  for (const [what, value] of Object.entries(expected)) {
    if (!isDeepStrictEqual(returned[what], value))
      fail(`${what} of the client as in the response: ${shortly(value)}`, shortly(returned[what]), exchange);
  }
}

const shortly = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 300);

/** The parameters of the client for a list; null if the client cannot express the query, or expresses it differently. */
function clientParams(path: string, query: string): AnyListParams | null {
  const question = parseQuestion(`${path}?${query}`);
  if (!question) return null;
  const { contract, conditions, sort, limit, cursor } = question;
  const filters: Record<string, object> = {};
  for (const condition of conditions)
    filters[condition.field] = { ...filters[condition.field], [condition.operator]: filterValue(contract, condition) };
  const params = { filters, cursor, ...(sort !== null && { sort }), ...(limit !== null && { limit }) };
  return decode(writeListQuery(params)) === decode(query) ? params : null;
}

/** Converts values as programs would: flags to booleans, digits to numbers, and upper bounds to Date. */
function filterValue(contract: AnyCollectionContract, { field, operator, values }: Condition) {
  const [value = ''] = values;
  const kind = filterTable(contract.filters).get(field)?.kind;
  if (kind === 'boolean') return value === 'true';
  if (kind === 'integer') return Number(value);
  if (kind === 'datetime') return operator.startsWith('l') ? new Date(value) : value;
  return values;
}

export async function callOnce<Result extends ResourceResponse<object>>(
  context: CheckContext,
  wanted: SentRequest,
  why: string,
  work: (client: Client) => PromiseLike<Result>,
): Promise<{ exchange: Exchange; data: JsonObject; response: Result }> {
  const call = await context.callClient(work);
  const exchange = sentBy(call, context, wanted);
  expectStatus(exchange, wanted.method === 'POST' ? 201 : 200, why);
  const data = expectData(exchange);
  return { exchange, data, response: expectResult(call, exchange, { data }) };
}

/** Reads one resource through the client, which returns `data` of the 200 response (GET-1). */
export async function readOne(
  context: CheckContext,
  name: CollectionName,
  id: string,
  why: string,
): Promise<{ exchange: Exchange; data: JsonObject }> {
  return callOnce(context, { method: 'GET', path: `/api/v1/${name}/${id}` }, why, async (client) => {
    const response = await getCollection(client, name).get?.(id);
    if (!response) throw new Error(`The client has no get for ${name}.`);
    return response;
  });
}

/** Reads a page through the client; null if the client cannot send the query. */
export async function readPage(context: CheckContext, path: string, query: string): Promise<Page | null> {
  const params = clientParams(path, query);
  if (params === null) return null;
  const call = await context.callClient((client) => getCollection(client, path).list(params));
  const page = expectPage(sentBy(call, context, { method: 'GET', path, query }), 'a good query');
  expectSoundPage(page, `${context.target.path}${path}`, query);
  const { exchange, next, limit, links } = page;
  expectResult(call, exchange, { data: expectObject(exchange)['data'], nextCursor: next, limit, links });
  return page;
}
