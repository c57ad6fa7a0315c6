export { toCsvLine, unescapedCell } from './export/csv.js';
export { type ExportOptions, exportToFolder, exportToStream } from './export/export-files.js';
export { withSnapshot } from './export/export-rows.js';
export {
  type CellProblem,
  errorText,
  type ImportError,
  isPlace,
  quotation,
  refusal,
  rowText,
} from './import-errors.js';
export { type ImportResult, type ImportSource, type SourceRow, importCatalogue } from './import-catalogue.js';
export { type FilesResult, findFiles, findUnread, type ImportFile, importFiles } from './import-files.js';
export { joinFirst } from './import-limits.js';
export { sumTotals } from './merge/merge.js';
export type { Progress, Report } from './progress.js';
export { nearest } from './values/proposals.js';
export { tryRejectsFolder, writeRejects } from './export/rejects.js';
export { remembered } from './values/remembered.js';
export { isRejectsSheet, rejectedRows, tryRejectsSheet, writeRejectsSheet } from './export/rejects-sheet.js';
export type { Sheet, SheetRow } from './read/read-sheet.js';
export { TimeZone } from './values/local-times.js';
export { naturalKeys } from './resolve/natural-keys.js';
export { allHeaders, placeHeaders, leaves, type SheetPlan, sheetPlan } from './resolve/sheet-columns.js';
export { template, templateRows } from './export/template.js';
export { isInstant, isUuid } from './values/text-formats.js';
export { mappedFiles } from './map/mapped-files.js';
export type { Mapping } from './map/mapping.js';
export { mappingSchema } from './map/mapping-schema.js';
export { parseMapping, readMapping } from './map/read-mapping.js';
export { templateWorkbook } from './export/template-workbook.js';
export { suggestMapping, type SuggestedMapping } from './suggest/suggest-mapping.js';
export { shippedMapping } from './map/shipped-mappings.js';
export { openTables, type Content, type Table } from './read/tables.js';
export { writeMapping } from './suggest/write-mapping.js';
export { writeWorkbook } from './export/write-workbook.js';
