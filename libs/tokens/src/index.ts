export { hashOf, isWellFormed, newAccessToken } from './access-token.js';
export type { Principal } from './principal.js';
export {
  type NewToken,
  type RotatedToken,
  type ShownToken,
  createToken,
  listTokens,
  overlapOf,
  revokeToken,
  rotateToken,
  tokenWish,
} from './token-admin.js';
export { type KnownToken, TokenLookup } from './token-lookup.js';
