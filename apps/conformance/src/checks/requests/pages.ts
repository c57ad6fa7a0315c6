import type { Exchange } from '../../target/exchange.js';
import { type CheckContext, violated } from '../context/check.js';

/** Asks for a page beside the operations: a server may lack it, but it needs no token. */
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
