import type { Exchange } from '../target/exchange.js';

/** The members of a header that is a list of tokens whose case does not matter, in the order of the alphabet. */
export function tokensIn(exchange: Exchange, name: string): string[] {
  return (exchange.header(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .sort();
}

/** HTTP-2: whether nothing may keep the answer. */
export const isNotStored = (exchange: Exchange): boolean => tokensIn(exchange, 'cache-control').includes('no-store');
