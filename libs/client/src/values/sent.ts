import type { IdBehind } from './ids.js';

/**
 * What a body may hold, made from the shape in the contracts: enumerations are closed, ids know what they identify, and
 * arrays may be read-only. Absent and `null` differ: absent leaves a field as it is, `null` clears it (WRITE-2).
 */
export type Sent<Dto> = {
  readonly [Key in keyof Dto]: Key extends `${infer Reference}_id` | `${infer Reference}_ids`
    ? SentId<Dto[Key], IdBehind<Reference>>
    : SentValue<Dto[Key]>;
};

type SentId<Value, Id> = Value extends readonly unknown[] ? readonly Id[] : Value extends string ? Id : Value;

type SentValue<Value> = Value extends readonly (infer Item)[]
  ? readonly SentValue<Item>[]
  : Value extends object
    ? Sent<Value>
    : Value;
