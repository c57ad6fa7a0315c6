export { type ExportOptions, exportToFolder, exportToStream } from './export/export-files.js';
export { withSnapshot } from './export/export-rows.js';
export { errorText, type ImportError, isLocation, rowText } from './import-errors.js';
export { type ImportResult, type ImportSource, importCatalogue } from './import-catalogue.js';
export type { SourceRow } from './source-row.js';
export {
  type FilesResult,
  findFiles,
  findNotes,
  findUnread,
  type ImportFile,
  importFiles,
  mappedFiles,
} from './import-files.js';
export { joinFirst } from './import-limits.js';
export { sumTotals } from './merge/merge.js';
export type { Progress, Report } from './progress.js';
export { tryRejectsFolder, writeRejects } from './export/rejects.js';
export { isRejectsSheet, rejectedRows, tryRejectsSheet, writeRejectsSheet } from './export/rejects-sheet.js';
export { collectionLayout, naturalKeys } from './layout.js';
export { template, templateRows } from './export/template.js';
export type { Mapping } from './map/mapping.js';
export { mappingSchema } from './map/mapping-schema.js';
export { parseMapping, readMapping } from './map/read-mapping.js';
export { templateWorkbook } from './export/template-workbook.js';
export { countRows, suggestMapping, type SuggestedMapping } from './suggest/suggest-mapping.js';
export { isKind, kindNames, type KindName } from './suggest/table-kinds.js';
export { shippedMapping } from './map/shipped-mappings.js';
export type { Content, Table } from './read/table.js';
export { openTables } from './read/open-tables.js';
export { writeMapping } from './suggest/write-mapping.js';
export { writeWorkbook } from './export/write-workbook.js';
