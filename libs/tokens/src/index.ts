export { hashToken, isWellFormed, newAccessToken } from './access-token.js';
export { type Feed, type FeedCollection, feedCollections, feedKind, findFeed } from './feeds.js';
export type { Principal } from './principal.js';
export {
  type NewToken,
  type RotatedToken,
  type TokenInfo,
  createToken,
  listTokens,
  parseOverlap,
  revokeToken,
  rotateToken,
  parseTokenRequest,
} from './token-admin.js';
export { type FeedReader, type KnownToken, TokenLookup } from './token-lookup.js';
