import { register } from 'node:module';

// Loaded after the hooks that compile sources (tools/typescript.mjs): makes sources report the files that they enter.
register('./entry-hooks.mjs', import.meta.url);
