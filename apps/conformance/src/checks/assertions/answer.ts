import { isObject, type Json, type JsonObject, sameJson, textOf } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';
import { violated } from '../context/violation.js';

export function expectStatus(exchange: Exchange, status: number, why: string): void {
  if (exchange.status === status) return;
  violated(`${why}: ${status}`, `answered ${exchange.status}${shortly(exchange)}`, exchange);
}

/** The beginning of a text; that there is more of it is shown. */
export const clipped = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const shortly = ({ text }: Exchange): string => (text === '' ? '' : `: ${clipped(text, 200)}`);

export function expectEqual(
  what: string,
  found: Json | undefined,
  wanted: Json,
  ...exchanges: readonly (Exchange | null)[]
): void {
  if (!sameJson(found ?? null, wanted)) violated(`${what}: ${textOf(wanted)}`, textOf(found), ...exchanges);
}

export function expectObject(exchange: Exchange): JsonObject {
  const { json } = exchange;
  if (isObject(json)) return json;
  return violated('a body that is a JSON object', `got ${clipped(exchange.text, 100) || 'nothing'}`, exchange);
}

export function expectData(exchange: Exchange): JsonObject {
  const body = expectObject(exchange);
  const { data } = body;
  if (Object.keys(body).join() === 'data' && isObject(data)) return data;
  return violated('{"data": {…}}', clipped(exchange.text, 200), exchange);
}

export function expectNoBody(exchange: Exchange): void {
  const { bytes, status, request } = exchange;
  if (bytes.length > 0) violated(`${request.method} with ${status} and no body`, `${bytes.length} bytes`, exchange);
}

/** The members of a header that is a list of tokens whose case does not matter, in the order of the alphabet. */
export function tokensIn(exchange: Exchange, name: string): string[] {
  return (exchange.header(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .sort();
}

export const isNotStored = (exchange: Exchange): boolean => tokensIn(exchange, 'cache-control').includes('no-store');
