/** Whether a value is an object, but not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object without the keys that are null or undefined. */
type Present<Keys> = {
  readonly [Key in keyof Keys as Extract<Keys[Key], null | undefined> extends never ? Key : never]: Keys[Key];
} & {
  readonly [Key in keyof Keys as Extract<Keys[Key], null | undefined> extends never ? never : Key]?: NonNullable<
    Keys[Key]
  >;
};

/** Leaves out the keys that are null or undefined: for optional keys, absent and undefined differ. */
export function withoutNullish<Keys extends object>(keys: Keys): Present<Keys>;
export function withoutNullish(keys: object): object {
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => (value ?? null) !== null));
}
