import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

// Three clients from one document; a running service has it at /openapi.json.
const document = new URL('../../apps/server/openapi.json', import.meta.url);
const input = fileURLToPath(document);
const folder = fileURLToPath(new URL('generated', import.meta.url));

await mkdir(`${folder}/openapi-typescript`, { recursive: true });
const types = await openapiTypescript(JSON.parse(await readFile(document, 'utf8')), { silent: true });
await writeFile(`${folder}/openapi-typescript/catalogue.ts`, astToString(types));

await createClient({ input, output: `${folder}/hey-api`, logs: { level: 'silent', file: false } });

const mutator = { path: fileURLToPath(new URL('orval-fetch.ts', import.meta.url)), name: 'send' };
await generate({
  input: { target: input },
  output: { target: `${folder}/orval/catalogue.ts`, client: 'fetch', override: { mutator } },
});
