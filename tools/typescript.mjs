import { register } from 'node:module';

// `node --conditions=@resource-catalogue/source --import THIS_FILE program.ts` runs sources unbuilt.
register('./typescript-hooks.mjs', import.meta.url);
