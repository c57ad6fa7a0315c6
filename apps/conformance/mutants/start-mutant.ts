import {
  type Behaviour,
  makeDataset,
  type ReferenceServer,
  type ServerOptions,
  soundBehaviour,
  startReferenceServer,
} from '@resource-catalogue/reference-server';
import { type MutantId, mutants } from './all-mutants.js';

export interface MutantOptions extends ServerOptions {
  /** A known mutant to run instead of a behaviour. */
  readonly mutant?: MutantId;
}

export function startMutant({ mutant, ...options }: MutantOptions): Promise<ReferenceServer> {
  return startReferenceServer(mutant === undefined ? options : { ...options, behaviour: mutated(mutant, options) });
}

function mutated(id: MutantId, { size, seed = 1 }: ServerOptions): Behaviour {
  const mutant = mutants.find((one) => one.id === id);
  if (mutant === undefined) throw new Error(`Unknown mutant: ${id}.`);
  return { ...soundBehaviour, ...mutant.behaviour(makeDataset(size, seed)) };
}
