import { resolve } from 'node:path';
import { publish } from './publish.mjs';

// `node tools/packaging/by-project.mjs PROJECT` publishes the files and the manifest that `packaging/fill.mjs` of the project makes.
const { fill } = await import(resolve(process.argv[2], 'packaging/fill.mjs'));
await publish(fill);
