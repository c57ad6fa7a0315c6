import { isObject } from '../json.js';
import { probePaths, type Target } from '../target/target.js';

export class TargetError extends Error {
  override readonly name = 'TargetError';
}

export async function probe(target: Target): Promise<void> {
  const exchanges = await Promise.all(probePaths.map((path) => target.send({ path })));
  const isAlways = (status: number): boolean => exchanges.every((exchange) => exchange.status === status);
  const reject = (why: string): never => {
    throw new TargetError(`${target.prefix} ${why}`);
  };
  if (isAlways(401))
    reject('rejects the token (401). Check that the token belongs to this server and has not expired.');
  if (isAlways(403)) reject('does not allow the token to read (403). The suite needs the scope read.');
  const [{ mediaType = '', status = 0 } = {}] = exchanges;
  const what = mediaType === 'text/html' ? 'HTML' : mediaType === '' ? 'a body without a type' : mediaType;
  if (exchanges.every(({ json }) => !isObject(json)))
    reject(`responds with ${what} instead of JSON (${status}). Check the URL of the server.`);
  if (isAlways(404)) reject('has no /api/v1/spaces, bookings or projects (404). Check the URL of the server.');
}
