/**
 * True exactly if two types are the same, `any` and optional keys included; else the values or keys that are found without
 * being expected, and those that are missing, so that the compiler names them.
 */
export type Equal<Found, Expected> =
  (<T>() => T extends Found ? 1 : 2) extends <T>() => T extends Expected ? 1 : 2
    ? true
    : { readonly extra: Without<Found, Expected>; readonly missing: Without<Expected, Found> };

/** The values or keys that the other type lacks or has otherwise; the whole type where it has neither. */
type Without<One, Other> = [One] extends [string]
  ? Exclude<Known<One>, Known<Other>>
  : [One, Other] extends [object, object]
    ? { [Key in keyof One as Key extends keyof Other ? SameKey<One[Key], Other[Key], Key> : Key]: One[Key] }
    : One;

/** The known values of an open enumeration. */
type Known<Value> = Value extends string ? (string extends Value ? never : Value) : never;

type SameKey<One, Other, Key> = Equal<One, Other> extends true ? never : Key;

/** Compiles only for true. */
export function proves<Claim extends true>(...claims: readonly Claim[]): boolean {
  return claims.every(Boolean);
}
