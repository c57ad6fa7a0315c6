import { readFileSync } from 'node:fs';
import { type Catalogue, type Collection, readCatalogue } from '../src/api/catalogue.js';
import { type JsonObject, asObject } from '../src/api/json.js';

/** The committed OpenAPI document, for a service at a given URL. */
export function openApiDocument(): JsonObject {
  const document: unknown = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'));
  return { ...asObject(document), servers: [{ url: 'https://catalogue.example.org/base' }] };
}

export const catalogue: Catalogue = readCatalogue(openApiDocument());

export function collectionOf(name: string): Collection {
  const found = catalogue.collections.find((one) => one.name === name);
  if (!found) throw new Error(`Unknown collection ${name}.`);
  return found;
}
