import { isDeepStrictEqual } from 'node:util';

/** Other values that an operator may substitute. */
export interface Around {
  /** The value at the same path in the previous call. */
  readonly previous: unknown;
  /** A different value of the same type in the same object, list or arguments. */
  readonly neighbour: unknown;
}

type Operator = (value: unknown, around: Around) => unknown;

const numbers =
  (change: (value: number) => number): Operator =>
  (value) =>
    typeof value === 'number' ? change(value) : value;

const texts =
  (change: (text: string) => string): Operator =>
  (value) =>
    typeof value === 'string' ? change(value) : value;

const lists =
  (change: (items: readonly unknown[]) => readonly unknown[]): Operator =>
  (value) =>
    Array.isArray(value) ? change(value) : value;

const instants = (change: (time: number) => number): Operator =>
  texts((text) => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? new Date(change(Date.parse(text))).toISOString() : text));

/** The operators, named after the value that they return; values of another type stay the same. */
export const operators = {
  'plus one': numbers((value) => value + 1),
  'minus one': numbers((value) => value - 1),
  'seconds instead of milliseconds': numbers((value) => Math.floor(value / 1000)),
  'milliseconds instead of seconds': numbers((value) => value * 1000),
  zero: numbers(() => 0),
  'the opposite': (value) => (typeof value === 'boolean' ? !value : value),
  'in the other case': texts((text) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase())),
  'UTF-8 read as Latin-1': texts((text) => Buffer.from(text).toString('latin1')),
  'decomposed (NFD)': texts((text) => text.normalize('NFD')),
  'percent-encoded': texts((text) => encodeURIComponent(text.toWellFormed())),
  trimmed: texts((text) => text.trim()),
  'without its last character': texts((text) => text.slice(0, -1)),
  'an empty text': texts(() => ''),
  'a millisecond later': instants((time) => time + 1),
  'an hour later': instants((time) => time + 3_600_000),
  'without milliseconds': instants((time) => time - (time % 1000)),
  'without its last item': lists((items) => items.slice(0, -1)),
  'without its first item': lists((items) => items.slice(1)),
  'with its first item twice': lists((items) => [...items.slice(0, 1), ...items]),
  'with its first two items swapped': lists((items) => [...items.slice(0, 2).reverse(), ...items.slice(2)]),
  'an empty list': lists(() => []),
  null: (value) => (value === undefined ? value : null),
  'the value of the call before': (_value, { previous }) => previous,
  'the value of its neighbour': (_value, { neighbour }) => neighbour,
} as const satisfies Readonly<Record<string, Operator>>;

export type OperatorName = keyof typeof operators;

export const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name);

export const operatorNames: readonly OperatorName[] = Object.keys(operators).filter(isOperator);

/** The operators that change a value. */
export const changing = (value: unknown, around: Around): OperatorName[] =>
  operatorNames.filter((name) => !isDeepStrictEqual(operators[name](value, around), value));
