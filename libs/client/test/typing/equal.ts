/** True exactly if two types are the same, `any` and optional keys included. */
export type Equal<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

/** Compiles only for true. */
export function proves<Claim extends true>(...claims: readonly Claim[]): boolean {
  return claims.every(Boolean);
}
