import { resolve } from 'node:path';
import { publish } from './publish.mjs';

// `node tools/packaging/by-project.mjs PROJECT` publishes the files and the manifest made by the project's
// `packaging/fill.mjs`.
const { fill } = await import(resolve(process.argv[2], 'packaging/fill.mjs'));
await publish(fill);
