import { CommandError } from '@resource-catalogue/program';
import { type ImportLimits, importLimits, truncate } from '../import-limits.js';

export interface CsvRecord {
  /** The row number in a spreadsheet, including blank lines, from 1. */
  readonly row: number;
  /** The first line of the record, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Parses CSV in chunks. A quote inside an unquoted cell is text, as in `3" pipe`. Text after the closing quote of a
 * cell is an error, because the cell could end anywhere.
 */
export class CsvParser {
  private state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  private cell = '';
  private cells: string[] = [];
  private headers: readonly string[] = [];
  private row = 1;
  private recordLine: number;
  /** Bytes of the current record in earlier chunks. */
  private bytes = 0;
  /** A carriage return at the end of a chunk, because a line feed may follow. */
  private held = '';
  private readonly cellEnd: RegExp;

  constructor(
    private readonly path: string,
    private readonly delimiter: string,
    /** The line at which the text begins. */
    private line = 1,
    private readonly limits: ImportLimits = importLimits,
  ) {
    this.recordLine = line;
    this.cellEnd = new RegExp(`${delimiter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')}|\\r\\n|\\n|\\r`, 'g');
  }

  /** Takes a chunk, and yields the records that it ends. Blank lines only count as rows. */
  *parse(chunk: string): Generator<CsvRecord, void, undefined> {
    const text = this.held + chunk;
    this.held = text.endsWith('\r') ? '\r' : '';
    yield* this.take(text.slice(0, text.length - this.held.length));
  }

  /** Ends the text. */
  *end(): Generator<CsvRecord, void, undefined> {
    yield* this.take(this.held);
    if (this.state === 'quoted') {
      throw this.error(`begins a row with a quote that is never closed, in ${this.column()}. Close or double it.`);
    }
    if (this.state === 'start' && this.cells.length === 0) return;
    this.endCell();
    yield* this.endRecord();
  }

  private *take(text: string): Generator<CsvRecord, void, undefined> {
    let begin = 0;
    for (let at = 0; at < text.length;) {
      if (this.state === 'quoted') at = this.takeQuoted(text, at);
      else if (text[at] === '"' && this.state !== 'plain') at = this.takeQuote(at);
      else if (text[at] === ' ' && this.state === 'start') {
        const spaces = /^ +/.exec(text.slice(at, at + 100))?.[0] ?? '';
        this.cell += spaces;
        at += spaces.length;
      } else {
        this.cellEnd.lastIndex = at;
        const end = this.cellEnd.exec(text);
        this.takePlain(text.slice(at, end?.index));
        if (!end) break;
        this.endCell();
        at = this.cellEnd.lastIndex;
        if (end[0] === this.delimiter) continue;
        this.line += 1;
        yield* this.endRecord();
        begin = at;
      }
    }
    this.bytes += Buffer.byteLength(text.slice(begin));
    if (this.bytes > this.limits.rowBytes) {
      const maxMiB = this.limits.rowBytes / 1024 / 1024;
      throw this.error(`begins a row longer than ${maxMiB} MiB, the maximum. Is a quote there never closed?`);
    }
  }

  private takeQuoted(text: string, at: number): number {
    let quote = text.indexOf('"', at);
    while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
    const part = text.slice(at, quote < 0 ? undefined : quote);
    this.cell += part.replaceAll('""', '"');
    this.line += part.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (quote >= 0) this.state = 'closed';
    return at + part.length + (quote < 0 ? 0 : 1);
  }

  /** Opens a quoted cell, possibly after spaces, or continues one whose doubled quote is in two chunks. */
  private takeQuote(at: number): number {
    this.cell = this.state === 'closed' ? `${this.cell}"` : '';
    this.state = 'quoted';
    return at + 1;
  }

  private takePlain(part: string): void {
    if (this.state !== 'closed') {
      this.cell += part;
      this.state = 'plain';
    } else if (part.trim() !== '') {
      throw this.error(`has text after the closing quote of ${this.column()}. Double the quotes inside the cell.`);
    }
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = '';
    this.state = 'start';
    if (this.cells.length <= this.limits.columns) return;
    throw this.error(`has more than ${this.limits.columns} columns, the maximum. Remove the others.`);
  }

  private *endRecord(): Generator<CsvRecord, void, undefined> {
    const { cells, row, recordLine } = this;
    if (row > this.limits.rows + 1) {
      throw this.error(`is row ${this.limits.rows + 1}, but the maximum is ${this.limits.rows}. Split the file.`);
    }
    this.cells = [];
    this.row += 1;
    this.recordLine = this.line;
    this.bytes = 0;
    if (cells.every((cell) => cell.trim() === '')) return;
    if (this.headers.length === 0) this.headers = cells;
    yield { row, line: recordLine, cells };
  }

  private column(): string {
    const header = this.headers[this.cells.length]?.trim() ?? '';
    const name = `column ${this.cells.length + 1}`;
    return header === '' ? name : `${name}, ${truncate(header)}`;
  }

  private error(problem: string): CommandError {
    return new CommandError(`${this.path}:${this.recordLine} ${problem}`);
  }
}
