import { type PGlite, protocol } from '@electric-sql/pglite';

/** A read statement. A name always has one text: PostgreSQL parses it once and plans it a few times at most. */
export interface ReadStatement {
  readonly name?: string;
  readonly text: string;
}

export type ReadValue = string | number | boolean | null | readonly string[];

/** Every column as PostgreSQL's text of it; null if it is null. */
export type TextRow = (string | null)[];

/** Runs a statement and returns its rows. */
export type Read = (statement: ReadStatement, values: readonly ReadValue[]) => Promise<TextRow[]>;

const { serialize } = protocol;

/** The types of PostgreSQL's messages that matter here. */
const dataRow = 'D'.charCodeAt(0);
const errorResponse = 'E'.charCodeAt(0);

/**
 * Reads from PGlite by PostgreSQL's protocol, one message per statement. `PGlite.query` sends six, prepares nothing,
 * and drops a U+FEFF at the beginning of a text; a row by key takes eight times as long.
 */
export class Reading {
  private readonly prepared = new Set<string>();

  constructor(private readonly engine: PGlite) {}

  /** Waits for running transactions. */
  readonly read: Read = (statement, values) =>
    this.engine._runExclusiveTransaction(() => this.readInside(statement, values));

  /** Runs inside a transaction. */
  readonly readInside: Read = (statement, values) =>
    this.engine.runExclusive(async () => {
      await this.engine._checkReady();
      const { name = '', text } = statement;
      const parse = serialize.parse({ name, text });
      const run = [
        serialize.bind({ statement: name, values: values.map(toText) }),
        serialize.execute(),
        serialize.sync(),
      ];
      if (name === '') return rowsIn(await this.send(parse, ...run));
      if (!this.prepared.has(name)) {
        // Parsed separately: a parsed statement remains even if it cannot be run.
        rowsIn(await this.send(parse, serialize.sync()));
        this.prepared.add(name);
      }
      return rowsIn(await this.send(...run));
    });

  private async send(...messages: readonly Uint8Array[]): Promise<Buffer> {
    const answer: Buffer[] = [];
    // It is a view of memory that PostgreSQL continues to use.
    const onRawData = (bytes: Uint8Array) => void answer.push(Buffer.from(bytes));
    await this.engine.execProtocolRawStream(Buffer.concat(messages), { syncToFs: false, onRawData });
    return Buffer.concat(answer);
  }
}

function toText(value: ReadValue): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  return `{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join()}}`;
}

/** The rows of a result; throws the error in it instead. */
function rowsIn(answer: Buffer): TextRow[] {
  const rows: TextRow[] = [];
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === dataRow) rows.push(rowAt(answer, at + 5));
    if (answer[at] === errorResponse) throw errorAt(answer, at);
  }
  return rows;
}

function rowAt(answer: Buffer, start: number): TextRow {
  const row: TextRow = [];
  let at = start + 2;
  for (let columns = answer.readInt16BE(start); columns > 0; columns -= 1) {
    const length = answer.readInt32BE(at);
    at += 4;
    row.push(length < 0 ? null : answer.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

function errorAt(answer: Buffer, start: number): Error {
  let error = new Error('PostgreSQL failed without saying why.');
  new protocol.Parser().parse(new Uint8Array(answer.subarray(start)), (message) => {
    if (message instanceof Error) error = message;
  });
  return error;
}
