import { register } from 'node:module';

// `node --conditions=@resource-catalogue/source --import THIS FILE program.ts` runs the sources as they are.
register('./typescript-hooks.mjs', import.meta.url);
