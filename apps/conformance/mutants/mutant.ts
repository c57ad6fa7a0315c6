import type { ServerOptions, Wraps } from '@resource-catalogue/reference-server';

/** A fault: the wrapped parts of the reference server, or another limit. */
export type Change = Wraps & Pick<ServerOptions, 'maxHeaderBytes'>;

/** A server with one mistake. */
export interface Mutant<Id extends string = string> {
  readonly id: Id;
  /** The checks that must fail. */
  readonly killedBy: readonly string[];
  readonly summary: string;
  readonly change: Change;
}

type NameOf<Key> = Key extends `${infer Name}: ${string}` ? Name : never;
type KeysOf<Changes> = Changes extends unknown ? keyof Changes : never;

/** Mutants by the checks that must fail, separated by spaces: `name: what is wrong`, and the fault. */
export function makeMutants<Of extends string, Checks extends Record<string, Record<`${string}: ${string}`, Change>>>(
  of: Of,
  checks: Checks,
): readonly Mutant<`${Of}-${NameOf<KeysOf<Checks[keyof Checks]>>}`>[];
export function makeMutants(
  of: string,
  checks: Readonly<Record<string, Readonly<Record<string, Change>>>>,
): readonly Mutant[] {
  return Object.entries(checks).flatMap(([killedBy, changes]) =>
    Object.entries(changes).map(([said, change]) => {
      const [name = '', summary = ''] = said.split(/: (.*)/);
      return { id: `${of}-${name}`, killedBy: killedBy.split(' '), summary, change };
    }),
  );
}
