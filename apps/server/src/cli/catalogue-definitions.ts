import { collections } from '@resource-catalogue/contracts';
import { type Definition, definitionOf } from '../read/definition.js';

/** The definitions of all collections, in the interface's order. Only commands that transfer rows load them. */
export async function catalogueDefinitions(): Promise<readonly Definition[]> {
  await import('../app.module.js');
  return collections.map((contract) => {
    const definition = definitionOf(contract);
    if (!definition) throw new Error(`No module defines the collection ${contract.name}.`);
    return definition;
  });
}
