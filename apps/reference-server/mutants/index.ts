export { type MutantId, mutants, mutantsOfRule } from './all-mutants.js';
export { type Mutant, type MutantFamily, mutantFamilies } from './mutant.js';
export { openMutants } from './open-mutants.js';
export { type MutantOptions, startMutant } from './start-mutant.js';
