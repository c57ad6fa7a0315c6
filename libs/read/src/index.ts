export { AccessPaths, type PathLimits } from './access-paths.js';
export { catalogueDefinitions, definitions } from './catalogue-definitions.js';
export { type Definition, columnsOfDefinitions } from './definition.js';
export { Item, Page, Reader } from './reader.js';
export { ResourceNotFound } from './resource-not-found.js';
export { requireColumns } from './schema.js';
export type { Source, Summary, SummarySource } from './sources.js';
export { maxCacheAge, SummaryCache } from './summary-cache.js';
