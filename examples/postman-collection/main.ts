import { readFile, writeFile } from 'node:fs/promises';
import { type ApiDocument, postmanCollection } from './collection.js';

// A running service also serves the document at /openapi.json.
const document = new URL('../../apps/server/openapi.json', import.meta.url);
const file = new URL('catalogue.postman_collection.json', import.meta.url);

const collection = postmanCollection(JSON.parse(await readFile(document, 'utf8')) as ApiDocument);
await writeFile(file, `${JSON.stringify(collection, null, 2)}\n`);
