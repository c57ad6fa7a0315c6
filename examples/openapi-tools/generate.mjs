import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

// Generates three clients from the OpenAPI document of the service at CATALOGUE_URL.
const { CATALOGUE_URL = 'http://127.0.0.1:3000' } = process.env;
const folder = fileURLToPath(new URL('generated', import.meta.url));
const input = `${folder}/openapi.json`;

const response = await fetch(`${CATALOGUE_URL}/openapi.json`);
if (!response.ok) throw new Error(`${response.url} returned ${response.status}.`);
const document = await response.json();
await mkdir(`${folder}/openapi-typescript`, { recursive: true });
await writeFile(input, JSON.stringify(document));

const types = await openapiTypescript(document, { silent: true });
await writeFile(`${folder}/openapi-typescript/catalogue.ts`, astToString(types));

await createClient({ input, output: `${folder}/hey-api`, logs: { level: 'silent', file: false } });

const mutator = { path: fileURLToPath(new URL('orval-fetch.ts', import.meta.url)), name: 'send' };
await generate({
  input: { target: input },
  output: { target: `${folder}/orval/catalogue.ts`, client: 'fetch', override: { mutator } },
});
