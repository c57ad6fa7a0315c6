/** True exactly if two types are identical, including `any` and optional keys. */
export type Equal<Found, Expected> =
  (<T>() => T extends Found ? 1 : 2) extends <T>() => T extends Expected ? 1 : 2 ? true : false;

/** Compiles only if all type arguments are true. */
export function proves<Claim extends true>(...claims: readonly Claim[]): boolean {
  return claims.every(Boolean);
}
