import type { Exchange } from '../../target/exchange.js';
import { type CheckContext, violated } from '../context/check.js';

/** A page beside the operations, which needs no token: a server may lack it, but not keep it for some callers. */
export async function askPublicPage(
  context: CheckContext,
  path: string,
  token: string | null = null,
): Promise<Exchange> {
  const exchange = await context.get(path, { token });
  if (exchange.status === 401 || exchange.status === 403)
    violated(`${path} for everybody, since it needs no token`, String(exchange.status), exchange);
  return exchange;
}
