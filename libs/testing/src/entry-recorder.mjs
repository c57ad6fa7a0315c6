import { register } from 'node:module';

// Behind the hooks that compile sources (tools/typescript.mjs), this lets them name the files they enter.
register('./entry-hooks.mjs', import.meta.url);
