import { register } from 'node:module';

// `node --conditions=@resource-catalogue/source --import THIS FILE program.ts` runs sources that name the files they enter.
register('./entry-hooks.mjs', import.meta.url);
