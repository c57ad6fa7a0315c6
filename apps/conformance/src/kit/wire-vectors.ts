import { createRequire } from 'node:module';
import { isObject, type Json, type JsonObject } from '../json.js';

const require = createRequire(import.meta.url);

/** The wire vectors of the contract; checks use only those that docs/interface.md decides. */
export function readWireVectors(name: string): JsonObject[] {
  const read: unknown = require(`@resource-catalogue/contracts/wire-vectors/${name}.json`);
  return Array.isArray(read) ? (read as Json[]).filter(isObject) : [];
}
