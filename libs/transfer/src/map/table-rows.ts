import { CommandError } from '@resource-catalogue/program';
import { joinFirst } from '../import-limits.js';
import { shown } from '../values/cell-text.js';
import type { Condition, TableMapping } from './mapping.js';
import { fold, suggestion } from '../values/suggestion.js';
import type { Table, TableRow } from '../read/tables.js';

/** The named columns of a table. */
export class Columns {
  /** Names for messages: a second `Date` is `Date (2)`, and a column without a name has its letters in brackets. */
  readonly names: readonly string[];
  private readonly indexes: ReadonlyMap<string, number>;

  constructor(header: TableRow['cells']) {
    const counts = new Map<string, number>();
    this.names = header.map((content, index) => {
      const name = shown(content).replaceAll(/\s+/g, ' ');
      if (name === '') return `[${letters(index)}]`;
      const count = (counts.get(fold(name)) ?? 0) + 1;
      counts.set(fold(name), count);
      return count === 1 ? name : `${name} (${count})`;
    });
    this.indexes = new Map(this.names.map((name, index) => [fold(name), index]));
  }

  /** The index of the first of these columns that the table has; undefined if it has none. */
  find(names: string | readonly string[]): number | undefined {
    return [names]
      .flat()
      .map((name) => this.indexes.get(fold(name)))
      .find((index) => index !== undefined);
  }

  /** Error message for a missing column. */
  missing(names: string | readonly string[]): string {
    const [name = ''] = [names].flat();
    return `has no column ${[names].flat().join(' or ')}${suggestion(name, this.names)} (it has ${joinFirst(this.names)})`;
  }
}

/** A row of a table below its header, as texts. */
export interface TextRow {
  readonly row: number;
  readonly line: number;
  readonly texts: readonly string[];
}

/** Reads the header, then the data rows: no blank rows, repeated headers or skipped rows. */
export async function readRows(
  table: Table,
  {
    header_row: headerRow = 1,
    no_value: noValue = [],
    skip = [],
    until,
  }: Pick<TableMapping, 'header_row' | 'no_value' | 'skip' | 'until'>,
): Promise<{
  readonly columns: Columns;
  readonly rows: AsyncGenerator<TextRow, void, undefined>;
  /** Stops reading early. */
  readonly close: () => Promise<void>;
}> {
  const all = table.rows();
  let header: TableRow | undefined;
  while (header === undefined || header.row < headerRow) {
    const next = await all.next();
    if (next.done === true) {
      throw new CommandError(
        `${table.title} has no row ${headerRow}: set \`header_row\` to the row with the column names.`,
      );
    }
    header = next.value;
  }
  const columns = new Columns(header.cells);
  const skipped = conditions(skip, columns, table);
  const ends = conditions(until === undefined ? [] : [until], columns, table);
  const blank = new Set(noValue.map(fold));
  async function* rows(): AsyncGenerator<TextRow, void, undefined> {
    for await (const { row, line, cells } of all) {
      const given = columns.names.map((_, index) => shown(cells[index]));
      const texts = blank.size === 0 ? given : given.map((text) => (blank.has(fold(text)) ? '' : text));
      if (ends(given)) return;
      const isHeader = texts.every((text, index) => text === '' || fold(text) === fold(columns.names[index] ?? ''));
      if (!isHeader && !skipped(texts)) yield { row, line, texts };
    }
  }
  // Closes the inner generator directly, because closing a generator that has not started would skip its cleanup.
  const close = async (): Promise<void> => void (await all.return());
  return { columns, rows: rows(), close };
}

/** Compiles conditions to a test that passes if any of them holds. */
export function conditions(
  list: readonly Condition[],
  columns: Columns,
  table: Pick<Table, 'title'>,
): (texts: readonly string[]) => boolean {
  const tests = list.map((condition): ((texts: readonly string[]) => boolean) => {
    if (condition === 'single-cell') return (texts) => texts.filter((text) => text !== '').length === 1;
    const index = columns.find(condition.column);
    if (index === undefined) throw new CommandError(`${table.title} ${columns.missing(condition.column)}.`);
    const is = condition.is === undefined ? null : new Set([condition.is].flat().map(fold));
    const begins = condition.begins === undefined ? null : [condition.begins].flat().map(fold);
    return (texts) => {
      const text = fold(texts[index] ?? '');
      return (
        (is === null || is.has(text)) &&
        (begins === null || begins.some((begin) => text.startsWith(begin))) &&
        (condition.empty === undefined || condition.empty === (text === ''))
      );
    };
  });
  return (texts) => tests.some((test) => test(texts));
}

function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letters(Math.floor(index / 26) - 1)}${letter}`;
}
