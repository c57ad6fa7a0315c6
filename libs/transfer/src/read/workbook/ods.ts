import { isoDate, moneyText, timeOfDay } from './cell-formats.js';
import {
  type Cell,
  checkPosition,
  checkLength,
  type MergedCells,
  type Sheet,
  sheetLimits,
  type SheetRow,
} from './sheet.js';
import { type Attributes, parseAll, tooLarge, type WorkbookParts, type XmlHandler } from './parts.js';

const content = 'content.xml';

/** Maximum bytes to parse for all sheets: they are in one part, which each sheet parses from its beginning. */
const maxParsedBytes = 512 * 1024 * 1024;

/** Opens the sheets of an OpenDocument spreadsheet, as LibreOffice writes it. */
export async function odsSheets(parts: WorkbookParts): Promise<readonly Sheet[]> {
  const hiddenStyles = new Set<string>();
  const tables: Attributes[] = [];
  let [style, depth] = ['', 0];
  await parseAll(parts, content, {
    open: (name, attributes) => {
      if (name === 'style') style = attributes['style:name'] ?? '';
      if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
      if (name !== 'table') return;
      depth += 1;
      if (depth === 1) tables.push(attributes);
      if (tables.length > sheetLimits.sheets) throw tooLarge(`has more than ${sheetLimits.sheets} sheets`);
    },
    close: (name) => {
      if (name === 'table') depth -= 1;
    },
  });
  const maxTables = Math.max(1, Math.floor(maxParsedBytes / parts.size(content)));
  if (tables.length > maxTables) throw tooLarge(`has more than ${maxTables} sheets in a file of this size`);
  return tables.map((attributes, index) => ({
    name: attributes['table:name'] ?? `Sheet${index + 1}`,
    isHidden: hiddenStyles.has(attributes['table:style-name'] ?? ''),
    rows: (onMerged) => sheetRows(parts, index, onMerged),
  }));
}

async function* sheetRows(
  parts: WorkbookParts,
  index: number,
  onMerged: (merged: MergedCells) => void,
): AsyncGenerator<SheetRow, void, undefined> {
  for await (const reader of parts.parse(content, new TableReader(index, onMerged))) {
    yield* repeatRows(reader.take());
    if (reader.isEnded) return;
  }
}

/** Repeats rows one by one, because a file can repeat a row a million times. */
function* repeatRows(groups: readonly RowGroup[]): Generator<SheetRow, void, undefined> {
  for (const { row, count, isHidden, cells } of groups) {
    for (let offset = 0; offset < count; offset += 1) yield { row: row + offset, isHidden, cells };
  }
}

interface RowGroup extends SheetRow {
  readonly count: number;
}

/** Elements inside cells whose text does not belong to the cell. */
const foreign = new Set(['annotation', 'shapes', 'frame', 'custom-shape', 'g', 'line', 'rect', 'ellipse', 'ruby-text']);

/** Collects the rows of one table. */
class TableReader implements XmlHandler {
  isEnded = false;
  private groups: RowGroup[] = [];
  private table = -1;
  private tableDepth = 0;
  private foreignDepth = 0;
  private row = 1;
  private rowAttributes: Attributes = {};
  private cells = new Map<number, Cell>();
  private column = 0;
  private cell: Attributes = {};
  private paragraphs: string[] = [];
  private characters = 0;
  private paragraphDepth = 0;

  constructor(
    private readonly index: number,
    private readonly onMerged: (merged: MergedCells) => void,
  ) {}

  /** Takes the rows that are complete. */
  take(): readonly RowGroup[] {
    const groups = this.groups;
    this.groups = [];
    return groups;
  }

  private get isInside(): boolean {
    return this.table === this.index && this.tableDepth === 1 && this.foreignDepth === 0;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (foreign.has(name)) this.foreignDepth += 1;
    if (name === 'table') {
      this.tableDepth += 1;
      if (this.tableDepth === 1) this.table += 1;
    }
    if (!this.isInside) return;
    if (name === 'table-row') {
      this.rowAttributes = attributes;
      this.cells = new Map();
      this.column = 0;
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.cell = attributes;
      this.paragraphs = [];
      this.characters = 0;
    } else if (name === 'p' || name === 'h') {
      this.paragraphDepth += 1;
      this.paragraphs.push('');
      this.count(1);
    } else if (name === 's') this.append(' '.repeat(Math.min(countOf(attributes['text:c']), sheetLimits.characters)));
    else if (name === 'tab') this.append('\t');
    else if (name === 'line-break') this.append('\n');
  };

  readonly text = (text: string): void => {
    if (this.isInside && this.paragraphDepth > 0) this.append(text.replaceAll(/\s+/g, ' '));
  };

  readonly close = (name: string): void => {
    if (this.isInside) this.closeInside(name);
    if (foreign.has(name)) this.foreignDepth -= 1;
    if (name === 'table') this.tableDepth -= 1;
    if (this.table === this.index && this.tableDepth === 0) this.isEnded = true;
  };

  private closeInside(name: string): void {
    if (name === 'p' || name === 'h') this.paragraphDepth -= 1;
    if (name === 'table-cell') this.endCell(toCell(this.cell, this.paragraphs.join('\n')));
    if (name === 'covered-table-cell') this.endCell(null);
    if (name === 'table-row') this.endRow();
  }

  private append(text: string): void {
    this.count(text.length);
    this.paragraphs.push(`${this.paragraphs.pop() ?? ''}${text}`);
  }

  private count(characters: number): void {
    this.characters += characters;
    checkLength(this.characters);
  }

  private endCell(cell: Cell): void {
    const count = countOf(this.cell['table:number-columns-repeated']);
    const rows = countOf(this.cell['table:number-rows-spanned']);
    if (cell !== null) {
      checkPosition(this.row, this.column + count - 1);
      for (let offset = 0; offset < count; offset += 1) this.cells.set(this.column + offset, cell);
    }
    if (rows > 1) this.onMerged({ column: this.column, first: this.row, last: this.row + rows - 1 });
    this.column += count;
  }

  private endRow(): void {
    const { row, cells } = this;
    const count = countOf(this.rowAttributes['table:number-rows-repeated']);
    const isHidden = (this.rowAttributes['table:visibility'] ?? 'visible') !== 'visible';
    this.row += count;
    if (cells.size === 0) return;
    checkPosition(this.row - 1, 0);
    this.groups.push({ row, count, isHidden, cells });
  }
}

/** The number of repetitions that an attribute gives. */
function countOf(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count >= 1 ? count : 1;
}

function toCell(attributes: Attributes, text: string): Cell {
  const value = attributes['office:value'] ?? '';
  if (attributes['calcext:value-type'] === 'error') return undefined;
  switch (attributes['office:value-type']) {
    case 'float':
      // A format such as `00000` is only seen in the text, and a number would lose digits.
      return /^0\d[\d\s/-]*$/.test(text) || /^\d{16,}$/.test(value) ? text : Number(value);
    case 'percentage':
      return Number(value);
    case 'currency':
      return moneyText(Number(value), 2, attributes['office:currency'] ?? '');
    case 'date':
      return isoDate(attributes['office:date-value'] ?? '');
    case 'time':
      return toTime(attributes['office:time-value'] ?? '');
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    case undefined:
    default:
      return text === '' ? (attributes['office:string-value'] ?? null) : text;
  }
}

/** A duration such as `PT09H30M00S`, as a time without a day. */
function toTime(duration: string): Cell {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M([\d.]+)S$/.exec(duration) ?? [];
  if (hours === undefined) return duration;
  return timeOfDay((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
}
