/** An object without the keys that have no value. */
export type Given<Keys> = {
  readonly [Key in keyof Keys as undefined extends Keys[Key] ? never : Key]: Keys[Key];
} & {
  readonly [Key in keyof Keys as undefined extends Keys[Key] ? Key : never]?: Exclude<Keys[Key], undefined>;
};

/** Leaves out the keys whose value is undefined: absent and undefined differ in optional keys. */
export function given<Keys extends object>(keys: Keys): Given<Keys>;
export function given(keys: object): object {
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined));
}
