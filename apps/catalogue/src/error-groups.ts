import { printable } from '@resource-catalogue/program';
import { errorText, type ImportError, isLocation, rowText } from '@resource-catalogue/transfer';

/** Maximum number of errors of a kind that are printed in full. */
const maxPrinted = 3;
/** Maximum number of further rows that are listed for a kind. */
const maxListed = 10;
const maxKinds = 100;

interface Kind {
  readonly texts: string[];
  /** The further rows, with their values. */
  readonly others: string[];
  readonly where: string;
  count: number;
}

/** A row with its invalid value: `row 12 \`twenty\``. */
function shortText({ row, detail }: ImportError): string {
  const value = detail.find((part) => typeof part === 'object' && 'value' in part);
  const quoted = typeof value === 'object' && 'value' in value ? ` ${value.value}` : '';
  return printable(`${row.row === undefined ? `line ${row.line}` : `row ${row.row}`}${quoted}`);
}

/** Groups the errors of an import by kind, so that an error in a whole column is not repeated for each row. */
export class ErrorGroups {
  private readonly kinds = new Map<string, Kind>();
  private others = 0;

  constructor(private readonly findPath: (source: number) => string) {}

  add(error: ImportError): void {
    const key = this.kindKey(error);
    const known = this.kinds.get(key);
    if (!known && this.kinds.size === maxKinds) {
      this.others += 1;
      return;
    }
    const { column, pointer, row } = error;
    const place = column ?? pointer;
    const where = `${place === '' ? '' : `${column === undefined ? '' : 'column '}${place} of `}${this.findPath(row.source)}`;
    const kind = known ?? { texts: [], others: [], where, count: 0 };
    this.kinds.set(key, kind);
    kind.count += 1;
    if (kind.texts.length < maxPrinted) kind.texts.push(this.textOf(error));
    else if (kind.others.length < maxListed) kind.others.push(shortText(error));
  }

  textOf(error: ImportError): string {
    return errorText(error, (row) => rowText(this.findPath(row.source), row));
  }

  /** The first errors of each kind, with the number of further ones. */
  lines(): string[] {
    const lines = [...this.kinds.values()].flatMap(({ texts, others, where, count }) => {
      const more = count - texts.length;
      const listed = `${others.join(', ')}${more > others.length ? ', …' : ''}`;
      return [...texts, ...(more > 0 ? [printable(`  … and ${more} more of this kind in ${where}: ${listed}`)] : [])];
    });
    return this.others > 0 ? [...lines, `… and ${this.others} more errors of other kinds`] : lines;
  }

  /** Identifies a kind of error: its file, its column and its text without the values. */
  private kindKey({ row, pointer, column, detail }: ImportError): string {
    const place = column ?? pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
    const texts = detail.map((part) => (typeof part === 'string' ? part : isLocation(part) ? 'row' : ''));
    return [row.source, place, texts.join('').replace(/; did you mean \?$/, '')].join('\t');
  }
}
