import { type Given, otherTokens } from '../kit/context.js';

/** The tokens that an operator can provide; reports contain only their names. */
export const tokenNames = ['first', ...otherTokens] as const;
export type TokenName = (typeof tokenNames)[number];

export function namedTokens(given: Given): ReadonlyMap<TokenName, string> {
  const tokens = new Map<TokenName, string>([['first', given.token]]);
  for (const name of otherTokens) {
    const token = given[`${name}Token`];
    if (token !== undefined) tokens.set(name, token);
  }
  return tokens;
}
