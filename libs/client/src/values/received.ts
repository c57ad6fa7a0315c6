import type { IdBehind } from './ids.js';

/** A value of an enumeration that may grow: editors offer the known ones, code must put up with others (SHAPE-8). */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/**
 * What an answer holds, made from the shape in the contracts: ids know what they identify, enumerations are open
 * (SHAPE-8), `null` is kept apart from absent (SHAPE-2). Times stay the texts that were sent, so nothing is lost.
 */
export type Received<Dto, Own extends string = string> = {
  [Key in keyof Dto]: Key extends 'id' ? Own : ReceivedValue<Dto[Key], Key>;
};

type ReceivedValue<Value, Key> = Value extends readonly (infer Item)[]
  ? ReceivedValue<Item, Key>[]
  : Value extends object
    ? Received<Value, IdBehind<Key>>
    : Value extends string
      ? string extends Value
        ? Value
        : Open<Value>
      : Value;
