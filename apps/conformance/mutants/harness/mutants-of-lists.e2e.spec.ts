import { listFamilies, proveMutantsKilled } from './test/prove-mutants-killed.js';

proveMutantsKilled((family) => listFamilies.includes(family));
