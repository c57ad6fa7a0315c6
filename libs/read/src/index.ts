export { AccessPaths, type PathLimits } from './statement/access-paths.js';
export { catalogueDefinitions, definitions } from './definitions/catalogue-definitions.js';
export type { Definition } from './define/definition.js';
export { Item, Page, Reader, ResourceNotFound } from './reader.js';
export { columnsOfDefinitions, requireColumns } from './define/required-columns.js';
export type { Source, Summary, SummarySource } from './define/sources.js';
export { maxCacheAge, SummaryCache } from './summaries/summary-cache.js';
