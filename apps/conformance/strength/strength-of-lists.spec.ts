import { listFamilies, proveStrength } from './test/prove-strength.js';

proveStrength((family) => listFamilies.includes(family));
