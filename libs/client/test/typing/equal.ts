/** True exactly if two types are the same, `any` and optional keys included. */
export type Equal<Found, Expected> =
  (<T>() => T extends Found ? 1 : 2) extends <T>() => T extends Expected ? 1 : 2 ? true : false;

/** Compiles only for true. */
export function proves<Claim extends true>(...claims: readonly Claim[]): boolean {
  return claims.every(Boolean);
}
