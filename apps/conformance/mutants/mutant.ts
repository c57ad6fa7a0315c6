import type { ServerOptions, Wraps } from '@resource-catalogue/reference-server';

/** A fault: the wrapped parts of the reference server, or another limit. */
export type Change = Wraps & Pick<ServerOptions, 'maxHeaderBytes'>;

/** Faults by the id of their mutant and the checks that must fail: `ID by CHECK CHECK`. */
type Faults = Readonly<Record<`${string} by ${string}`, Change>>;

/** A server with one mistake. */
export interface Mutant<Id extends string = string> {
  readonly id: Id;
  /** The checks that must fail. */
  readonly killedBy: readonly string[];
  readonly change: Change;
}

type IdOf<Key> = Key extends `${infer Id} by ${string}` ? Id : never;

export function makeMutants<All extends Faults>(faults: All): readonly Mutant<IdOf<keyof All>>[];
export function makeMutants(faults: Faults): readonly Mutant[] {
  return Object.entries(faults).map(([key, change]) => {
    const [id = '', checks = ''] = key.split(' by ');
    return { id, killedBy: checks.split(' '), change };
  });
}
