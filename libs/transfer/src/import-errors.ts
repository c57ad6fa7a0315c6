import { printable } from '@resource-catalogue/program';

/** A line of a source: the number of the source among those of the import, and of the line in it. */
export interface Place {
  readonly source: number;
  readonly line: number;
}

/** What is wrong with one line. */
export interface ImportError extends Place {
  /** RFC 6901; empty for the line as a whole. */
  readonly pointer: string;
  /** What would be right. */
  readonly detail: string;
}

/** What an error says behind its place: by default the pointer and the detail. */
export type ExplainError = (pointer: string, detail: string) => string;

/** Errors that are kept to be shown; the others are counted. */
const kept = 1000;

/** Collects what is wrong with the lines of an import. */
export class ImportErrors {
  readonly first: ImportError[] = [];
  count = 0;

  constructor(
    private readonly sources: readonly { readonly name: string; readonly explain?: ExplainError }[],
    private readonly onError: (text: string) => void,
  ) {}

  add(error: ImportError): void {
    this.count += 1;
    if (this.first.length < kept) this.first.push(error);
    this.onError(this.text(error));
  }

  /** `bookings.ndjson:17 /slots/0/end_time must be …`, safe to print. */
  text({ pointer, detail, ...place }: ImportError): string {
    const explain = this.sources[place.source]?.explain ?? byPointer;
    return printable(`${this.at(place)} ${pointer === '' ? detail : explain(pointer, detail)}`);
  }

  at({ source, line }: Place): string {
    return `${this.sources[source]?.name ?? 'the catalogue'}:${line}`;
  }
}

const byPointer: ExplainError = (pointer, detail) => `${pointer} ${detail}`;
