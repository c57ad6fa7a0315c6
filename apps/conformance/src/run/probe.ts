import { isObject } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { probePaths, type Target } from '../target/target.js';

/** The server can be reached, but not checked with the given options. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** Throws an error with a clear message if the server cannot be checked. */
export async function probe(target: Target): Promise<void> {
  const exchanges = await Promise.all(probePaths.map((path) => target.send({ path })));
  if (exchanges.every(({ status }) => status === 401)) {
    throw new TargetError(
      `${target.prefix} refuses the token (401). Check that the token belongs to this server and has not expired.`,
    );
  }
  if (exchanges.every(({ status }) => status === 403))
    throw new TargetError(`${target.prefix} does not allow the token to read (403). The suite needs the scope read.`);
  if (exchanges.every((exchange) => !isObject(exchange.json))) throw new TargetError(notJson(target, exchanges[0]));
  if (exchanges.every(({ status }) => status === 404)) {
    throw new TargetError(
      `${target.prefix} has no /api/v1/spaces, bookings or projects (404). Check the URL of the server.`,
    );
  }
}

function notJson(target: Target, exchange: Exchange | undefined): string {
  const type = exchange?.mediaType ?? '';
  const what = type === 'text/html' ? 'HTML' : type === '' ? 'a body without a type' : type;
  return `${target.prefix} responds with ${what} instead of JSON (${exchange?.status ?? 0}). Check the URL of the server.`;
}
