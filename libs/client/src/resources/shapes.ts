import type { IdBehind } from './ids.js';

/** A value of an enumeration that may grow: editors offer the known values, code must accept others (SHAPE-8). */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

/**
 * The data of a response, derived from its DTO in the contracts: ids know what they identify, enumerations are open
 * (SHAPE-8), `null` differs from absent (SHAPE-2). Times stay texts, so nothing is lost.
 */
export type ResponseData<Dto, Own extends string = string> = {
  [Key in keyof Dto]: Key extends 'id' ? Own : ResponseValue<Dto[Key], Key>;
};

type ResponseValue<Value, Key> = Value extends readonly (infer Item)[]
  ? ResponseValue<Item, Key>[]
  : Value extends object
    ? ResponseData<Value, IdBehind<Key>>
    : Value extends string
      ? string extends Value
        ? Value
        : OpenEnum<Value>
      : Value;

/**
 * The body of a write, derived from its DTO in the contracts: enumerations are closed, ids know what they identify, and
 * arrays may be read-only. Absent leaves a field as it is, `null` clears it (WRITE-2).
 */
export type RequestBody<Dto> = {
  readonly [Key in keyof Dto]: Key extends `${infer Reference}_id` | `${infer Reference}_ids`
    ? RequestId<Dto[Key], IdBehind<Reference>>
    : RequestValue<Dto[Key]>;
};

type RequestId<Value, Id> = Value extends readonly unknown[] ? readonly Id[] : Value extends string ? Id : Value;

type RequestValue<Value> = Value extends readonly (infer Item)[]
  ? readonly RequestValue<Item>[]
  : Value extends object
    ? RequestBody<Value>
    : Value;

/**
 * A moment as a filter takes it: a `Date`, a day (`2026-03-01`, its first millisecond in UTC), or an instant
 * (`2026-03-01T09:00:00.000Z`, `2026-03-01T10:00+01:00`). The service drops what is finer than a millisecond (FILT-5).
 */
export type Time = Date | string;

/**
 * Converts a time of a response to a `Date`. Responses are exact to the millisecond, so nothing is lost (SHAPE-4).
 *
 * @throws TypeError if the text is not a time.
 * @example
 * toDate(booking.starts_at).getTime() - Date.now(); // milliseconds until it starts
 */
export function toDate(instant: Time): Date {
  return parseTime('The time', instant);
}

/** Converts a time; `what` begins the message of the error, such as the name of an option. */
export function parseTime(what: string, time: Time): Date {
  const date = new Date(time);
  // `new Date(null)` is 1970.
  if (time !== null && !Number.isNaN(date.getTime())) return date;
  const given = typeof time === 'string' ? JSON.stringify(time) : String(time);
  throw new TypeError(`${what} must be a time such as 2026-03-01T09:00Z, not ${given}.`);
}
