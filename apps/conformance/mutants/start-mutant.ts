import { type ReferenceServer, type ServerOptions, startReferenceServer } from '@resource-catalogue/reference-server';
import { type MutantId, mutants } from './all-mutants.js';

export interface MutantOptions extends ServerOptions {
  readonly mutant?: MutantId;
}

export function startMutant({ mutant, ...options }: MutantOptions): Promise<ReferenceServer> {
  const { maxHeaderBytes, ...wraps } = mutants.find(({ id }) => id === mutant)?.change ?? {};
  return startReferenceServer({ wraps, ...(maxHeaderBytes && { maxHeaderBytes }), ...options });
}
