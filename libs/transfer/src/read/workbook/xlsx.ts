import { posix } from 'node:path';
import { utils } from '@e965/xlsx';
import { builtInFormat, type DateSystem, isoDate, type NumberReader, numberReader } from './cell-formats.js';
import {
  type Cell,
  checkPosition,
  checkText,
  type MergedCells,
  mergedCells,
  type Sheet,
  sheetLimits,
  type SheetRow,
} from './sheet.js';
import { type Attributes, parseAll, tooLarge, WorkbookError, type WorkbookParts, type XmlHandler } from './parts.js';

/** Opens the worksheets of an .xlsx workbook. */
export async function xlsxSheets(parts: WorkbookParts): Promise<readonly Sheet[]> {
  const roots = await relations(parts, '');
  const path = roots.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const { entries, dates } = await readWorkbook(parts, path);
  const related = await relations(parts, path);
  const first = (type: string): string | undefined => related.find((each) => each.type === type)?.target;
  const book: Book = {
    texts: await sharedTexts(parts, first('sharedStrings')),
    numbers: await cellFormats(parts, first('styles'), dates),
  };
  const sheets = entries.flatMap(({ name, isHidden, id }) => {
    const part = related.find((each) => each.id === id && each.type === 'worksheet')?.target;
    return part === undefined ? [] : [{ name, isHidden, part: part.toLowerCase() }];
  });
  // Otherwise a small file could have one large part read a thousand times.
  if (new Set(sheets.map(({ part }) => part)).size < sheets.length)
    throw new WorkbookError('two of its sheets are the same part');
  return sheets.map(({ name, isHidden, part }) => ({
    name,
    isHidden,
    rows: (onMerged) => sheetRows(parts, part, book, onMerged),
  }));
}

interface Book {
  readonly texts: readonly string[];
  /** The number reader of each cell style. */
  readonly numbers: readonly NumberReader[];
}

interface Relation {
  readonly id: string;
  /** The last segment of the type's URI, whose beginning differs between editions of the standard. */
  readonly type: string;
  readonly target: string;
}

/** Reads which parts another part refers to. */
async function relations(parts: WorkbookParts, path: string): Promise<readonly Relation[]> {
  const { dir, base } = posix.parse(path);
  const name = posix.join(dir, '_rels', `${base}.rels`);
  const found: Relation[] = [];
  if (!parts.has(name)) return found;
  await parseAll(parts, name, {
    open: (element, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (element !== 'Relationship') return;
      found.push({ id, type: posix.basename(type), target: posix.resolve('/', dir, target).slice(1) });
    },
  });
  return found;
}

interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  readonly id: string;
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

async function readWorkbook(parts: WorkbookParts, path: string): Promise<{ entries: SheetEntry[]; dates: DateSystem }> {
  const entries: SheetEntry[] = [];
  let dates: DateSystem = { is1904: false };
  await parseAll(parts, path, {
    open: (element, attributes) => {
      if (element === 'workbookPr') dates = { is1904: isTrue(attributes['date1904']) };
      if (element !== 'sheet') return;
      const { name = '', state = 'visible' } = attributes;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      entries.push({ name, isHidden: state !== 'visible', id });
      if (entries.length > sheetLimits.sheets) throw tooLarge(`has more than ${sheetLimits.sheets} sheets`);
    },
  });
  return { entries, dates };
}

/** Maximum memory of the texts that cells share. */
const maxTextBytes = 96 * 1024 * 1024;
const bytesPerText = 32;

async function sharedTexts(parts: WorkbookParts, part: string | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined || !parts.has(part)) return texts;
  const reader = new TextReader();
  let bytes = 0;
  await parseAll(parts, part, {
    open: (name) => {
      if (name === 'si') reader.start();
      reader.open(name);
    },
    text: (text) => reader.add(text),
    close: (name) => {
      reader.close(name);
      if (name !== 'si') return;
      const text = checkText(unescaped(reader.text));
      texts.push(text);
      bytes += bytesPerText + 2 * text.length;
      if (bytes > maxTextBytes) throw tooLarge(`has texts of more than ${maxTextBytes / 1024 / 1024} MiB`);
    },
  });
  return texts;
}

/** Collects the text of a cell: its value, or its runs without their pronunciation. */
class TextReader {
  text = '';
  private isText = false;
  private isPronunciation = false;

  start(): void {
    this.text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.isPronunciation = true;
    if (name === 'v' || name === 't') this.isText = !this.isPronunciation;
  }

  add(text: string): void {
    if (this.isText) this.text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.isPronunciation = false;
    if (name === 'v' || name === 't') this.isText = false;
  }
}

/** Characters that XML cannot hold are written as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;

/** Limit of spreadsheet programs. */
const maxStyles = 65_536;

async function cellFormats(
  parts: WorkbookParts,
  part: string | undefined,
  dates: DateSystem,
): Promise<readonly NumberReader[]> {
  const readers: NumberReader[] = [];
  if (part === undefined || !parts.has(part)) return readers;
  const formats = new Map<number, string>();
  const known = new Map<string, NumberReader>();
  let isCellStyle = false;
  await parseAll(parts, part, {
    open: (name, { numFmtId = '0', formatCode = 'General' }) => {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isCellStyle = true;
      if (name !== 'xf' || !isCellStyle) return;
      const format = formats.get(Number(numFmtId)) ?? builtInFormat(Number(numFmtId));
      const reader = known.get(format) ?? numberReader(format, dates);
      known.set(format, reader);
      readers.push(reader);
      if (readers.length > maxStyles) throw tooLarge(`has more than ${maxStyles} cell formats`);
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return readers;
}

async function* sheetRows(
  parts: WorkbookParts,
  part: string,
  book: Book,
  onMerged: (merged: MergedCells) => void,
): AsyncGenerator<SheetRow, void, undefined> {
  for await (const reader of parts.parse(part, new RowReader(book, onMerged))) yield* reader.take();
}

/** Collects the rows of a worksheet. */
class RowReader implements XmlHandler {
  private rows: SheetRow[] = [];
  private cells = new Map<number, Cell>();
  private row = 0;
  private column = -1;
  private isHidden = false;
  private cell: Attributes = {};
  private isData = false;
  private readonly content = new TextReader();

  constructor(
    private readonly book: Book,
    private readonly onMerged: (merged: MergedCells) => void,
  ) {}

  /** Takes the rows that are complete. */
  take(): readonly SheetRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'sheetData') this.isData = true;
    else if (name === 'mergeCell') this.onMerged(mergedCells(utils.decode_range(attributes['ref'] ?? '')));
    else if (!this.isData) return;
    else if (name === 'row') {
      this.row = attributes['r'] === undefined ? this.row + 1 : Number(attributes['r']);
      this.column = -1;
      this.isHidden = isTrue(attributes['hidden']);
      this.cells = new Map();
      checkPosition(this.row, 0);
    } else if (name === 'c') {
      this.column = attributes['r'] === undefined ? this.column + 1 : utils.decode_cell(attributes['r']).c;
      checkPosition(this.row, this.column);
      this.cell = attributes;
      this.content.start();
    } else this.content.open(name);
  };

  readonly text = (text: string): void => this.content.add(text);

  readonly close = (name: string): void => {
    if (!this.isData) return;
    this.content.close(name);
    if (name === 'sheetData') this.isData = false;
    if (name === 'row') this.rows.push({ row: this.row, isHidden: this.isHidden, cells: this.cells });
    if (name === 'c') this.cells.set(this.column, toCell(this.cell, this.content.text, this.book));
  };
}

function toCell({ t: type = 'n', s: style = '0' }: Attributes, text: string, { texts, numbers }: Book): Cell {
  if (type === 'e') return undefined;
  if (text === '') return null;
  if (type === 's') {
    const shared = texts[Number(text)];
    if (shared === undefined) throw new WorkbookError('a cell refers to a text that does not exist');
    return shared;
  }
  if (type === 'b') return isTrue(text);
  if (type === 'd') return isoDate(text);
  if (type !== 'n') return checkText(unescaped(text));
  // A number would lose digits that another program than Excel has kept.
  if (/^\d{16,}$/.test(text)) return checkText(text);
  const value = Number(text);
  if (Number.isNaN(value))
    throw new WorkbookError(`a cell has ${JSON.stringify(text.slice(0, 20))} instead of a number`);
  return numbers[Number(style)]?.(value) ?? value;
}
