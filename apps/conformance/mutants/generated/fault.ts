import { type CollectionName, collections } from '@resource-catalogue/contracts';
import { type Behaviour, soundBehaviour } from '@resource-catalogue/reference-server';
import { type OperatorName, operators } from './operators.js';
import { describeKind, replaceAt, valueAt } from './places.js';

export type Circumstances = Readonly<Record<string, string>>;

/** A mistake of a server: changes one value in one of its decisions in some circumstances. */
export interface Fault {
  /** The part of the reference server’s behaviour. */
  readonly seam: string;
  /** The path of the changed value, below an argument or `result`: `0.values` is in the first argument. */
  readonly place: string;
  readonly operator: OperatorName;
  /** The kinds of values in the arguments, by path, that trigger the fault. */
  readonly circumstances: Circumstances;
}

export function describe({ seam, place, operator, circumstances }: Fault): string {
  const when = Object.entries(circumstances).map(([path, kind]) => `${path} is ${kind}`);
  return `${seam}: ${place} is ${operator}${when.length === 0 ? '' : `, when ${when.join(' and ')}`}`;
}

/** The only collection in which a fault has an effect; null if it may be any. */
export function findCollection(circumstances: Circumstances): CollectionName | null {
  const kinds = Object.values(circumstances);
  return collections.find(({ name }) => kinds.includes(name))?.name ?? null;
}

export interface Call {
  readonly args: readonly unknown[];
  readonly result: unknown;
}

export const isMetBy = ({ circumstances }: Pick<Fault, 'circumstances'>, args: readonly unknown[]): boolean =>
  Object.entries(circumstances).every(([path, kind]) => describeKind(valueAt(args, path.split('.'))) === kind);

/** Wraps each part of the behaviour; constants are treated as functions without arguments. */
export function wrapped(wrap: (seam: string, call: (args: readonly unknown[]) => unknown) => typeof call): Behaviour {
  return new Proxy(soundBehaviour, {
    get: (sound, seam): unknown => {
      const own: unknown = Reflect.get(sound, seam);
      if (typeof seam !== 'string' || untouched.includes(seam)) return own;
      if (typeof own !== 'function') return wrap(seam, () => own)([]);
      const call = wrap(seam, (args) => Reflect.apply(own, undefined, args));
      return (...args: unknown[]) => call(args);
    },
  });
}

/** Parts without an effect on the interface: transmission, parser memory and pauses. */
const untouched = ['transmit', 'sent', 'maxHeaderBytes', 'pause'];

/** The reference server with a fault. */
export function withFault(fault: Fault): Behaviour {
  const path = fault.place.split('.');
  let previous: unknown;
  const change = (value: unknown, neighbour: unknown): unknown => {
    const changed = operators[fault.operator](value, { previous: previous ?? value, neighbour });
    previous = value;
    return changed;
  };
  return wrapped((seam, call) => (args) => {
    if (seam !== fault.seam || !isMetBy(fault, args)) return call(args);
    if (path[0] === 'result') return valueAt(replaceAt({ result: call(args) }, path, change), ['result']);
    const changed = replaceAt(args, path, change);
    return call(Array.isArray(changed) ? changed : args);
  });
}
