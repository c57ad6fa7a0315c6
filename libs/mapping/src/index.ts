export { mappedFiles } from './mapped-files.js';
export type * from './mapping.js';
export { mappingSchema } from './mapping-schema.js';
export { parseMapping, readMapping } from './read-mapping.js';
export { templateWorkbook } from './template-workbook.js';
export { suggestMapping, type SuggestedMapping } from './suggest-mapping.js';
export { shippedMapping } from './shipped-mappings.js';
export { openTables, type Content, type Table } from './tables.js';
export { writeMapping } from './write-mapping.js';
