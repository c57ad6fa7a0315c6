export { toCsvLine, unescapedCell } from './csv.js';
export { type ExportOptions, exportToFolder, exportToStream } from './export-files.js';
export { withSnapshot } from './export-rows.js';
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
export { findFiles, findUnread, type ImportFile, importFiles } from './import-files.js';
export { joinFirst } from './import-limits.js';
export { sumTotals } from './merge.js';
export type { Progress, Report } from './progress.js';
export { nearest } from './proposals.js';
export { tryRejectsFolder, writeRejects } from './rejects.js';
export { remembered } from './remembered.js';
export { isRejectsSheet, rejectedRows, tryRejectsSheet, writeRejectsSheet } from './rejects-sheet.js';
export type { Sheet, SheetRow } from './sheets/read-sheet.js';
export { TimeZone } from './sheets/local-times.js';
export { naturalKeys } from './sheets/natural-keys.js';
export { allHeaders, placeHeaders, leaves, type SheetPlan, sheetPlan } from './sheets/sheet-columns.js';
export { template, templateRows } from './sheets/template.js';
export { isInstant, isUuid } from './text-formats.js';
