import { isObject } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { probePaths, type Target } from '../target/target.js';

/** The server can be reached, but it is not one that can be checked with what the operator gave. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** Throws, with one clear line, where there is nothing to check. */
export async function probe(target: Target): Promise<void> {
  const exchanges = await Promise.all(probePaths.map((path) => target.send({ path })));
  if (exchanges.every(({ status }) => status === 401)) {
    throw new TargetError(
      `${target.prefix} refuses the token (401). Is it the token of another server, or has it expired?`,
    );
  }
  if (exchanges.every(({ status }) => status === 403))
    throw new TargetError(`${target.prefix} says that the token may not read (403). The suite needs the scope read.`);
  if (exchanges.every((exchange) => !isObject(exchange.json))) throw new TargetError(notJson(target, exchanges[0]));
  if (exchanges.every(({ status }) => status === 404)) {
    throw new TargetError(
      `${target.prefix} has no /api/v1/spaces, bookings or projects (404). Is the URL that of the server?`,
    );
  }
}

function notJson(target: Target, exchange: Exchange | undefined): string {
  const type = exchange?.mediaType ?? '';
  const what = type === 'text/html' ? 'HTML' : type === '' ? 'something without a type' : type;
  return `${target.prefix} answers with ${what} instead of JSON (${exchange?.status ?? 0}). Is the URL that of the server?`;
}
