import type { Exchange } from '../../target/exchange.js';
import { type CheckContext, violated } from '../context/check.js';

/** Requests a page outside the API: a server may lack it, but it must not require a token. */
export async function askPublicPage(
  context: CheckContext,
  path: string,
  token: string | null = null,
): Promise<Exchange> {
  const exchange = await context.get(path, { token });
  if (exchange.status === 401 || exchange.status === 403)
    violated(`neither 401 nor 403 for ${path}, which needs no token`, String(exchange.status), exchange);
  return exchange;
}
