import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isNativeError } from 'node:util/types';
import { CommandError, fileError } from '@resource-catalogue/program';
import { importLimits } from '../import-limits.js';

/** A file with rows of a collection. */
export interface RowFile {
  readonly path: string;
  readonly collection: string;
}

/** A line of a file, or the reason why it cannot be read. */
export interface FileLine {
  /** Line number, from 1. */
  readonly line: number;
  readonly text: string | null;
  readonly problem?: string;
}

export interface ReadWatch {
  /** Receives the bytes read so far and the size of the file. */
  readonly onBytes: (done: number, total: number) => void;
  /** Receives the digest of the whole file at its end. */
  readonly onDigest: (sha256: string) => void;
}

const chunkBytes = 64 * 1024;

/** Reads the non-blank lines of a text file in batches. Buffers one line and one chunk. */
export async function* readLines(
  path: string,
  watch?: ReadWatch,
): AsyncGenerator<readonly FileLine[], void, undefined> {
  const lines = new Lines();
  for await (const chunk of readUtf8(path, watch)) {
    const batch = lines.take(chunk);
    if (batch.length > 0) yield batch;
  }
  const rest = lines.end();
  if (rest.length > 0) yield rest;
}

/** Reads a text file, compressed or not, in chunks of complete characters. Throws if it is not UTF-8. */
export async function* readUtf8(path: string, watch?: ReadWatch): AsyncGenerator<Buffer, void, undefined> {
  let open: Buffer = Buffer.alloc(0);
  let line = 1;
  try {
    for await (const chunk of contents(path, watch)) {
      const bytes = open.length === 0 ? chunk : Buffer.concat([open, chunk]);
      const whole = bytes.subarray(0, bytes.length - openBytes(bytes));
      open = bytes.subarray(whole.length);
      if (!isUtf8(whole)) throw notUtf8(path, whole, line);
      for (let at = whole.indexOf(newline); at >= 0; at = whole.indexOf(newline, at + 1)) line += 1;
      yield whole;
    }
  } catch (error) {
    throw readError(error, path);
  }
  if (open.length > 0) throw notUtf8(path, open, line);
}

/** Counts the trailing bytes of an incomplete character. */
function openBytes(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

function notUtf8(path: string, bytes: Buffer, firstLine: number): CommandError {
  let line = firstLine;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(newline, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
  }
  return new CommandError(`Nothing was imported: ${path}:${line} is not UTF-8. Save the file as UTF-8.`);
}

async function* contents(path: string, watch: ReadWatch | undefined): AsyncGenerator<Buffer, void, undefined> {
  const { size } = await stat(path);
  const hash = createHash('sha256');
  let done = 0;
  async function* bytes(): AsyncGenerator<Buffer, void, undefined> {
    const file: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: chunkBytes });
    for await (const chunk of file) {
      hash.update(chunk);
      done += chunk.length;
      watch?.onBytes(done, size);
      yield chunk;
    }
  }
  if (!/\.gz$/i.test(path)) yield* bytes();
  else {
    const source = Readable.from(bytes(), { objectMode: false });
    const unzipped = createGunzip({ chunkSize: chunkBytes });
    source.on('error', (error) => unzipped.destroy(error));
    const texts: AsyncIterable<Buffer> = source.pipe(unzipped);
    yield* texts;
  }
  watch?.onDigest(hash.digest('hex'));
}

const newline = 10;
const byteOrderMark = '\ufeff';

class Lines {
  private line = 0;
  private pending = '';
  private pendingBytes = 0;

  take(chunk: Buffer): FileLine[] {
    const texts = chunk.toString('utf8').split('\n');
    const last = texts.pop() ?? '';
    const batch: FileLine[] = [];
    for (const text of texts) {
      this.keep(text);
      batch.push(...this.end());
    }
    this.keep(last);
    return batch;
  }

  /** Ends the current line. */
  end(): FileLine[] {
    this.line += 1;
    const text = this.line === 1 && this.pending.startsWith(byteOrderMark) ? this.pending.slice(1) : this.pending;
    const tooLong = this.pendingBytes > importLimits.rowBytes;
    this.pending = '';
    this.pendingBytes = 0;
    if (tooLong) return [{ line: this.line, text: null, problem: tooLongProblem }];
    return /\S/.test(text) ? [{ line: this.line, text }] : [];
  }

  private keep(text: string): void {
    this.pendingBytes += Buffer.byteLength(text);
    this.pending = this.pendingBytes > importLimits.rowBytes ? '' : this.pending + text;
  }
}

const tooLongProblem = `is longer than ${importLimits.rowBytes / 1024 / 1024} MiB, the maximum`;

/** Converts a read failure to an error message. */
export function readError(error: unknown, path: string): unknown {
  const sentence = (reason: string): string => `Nothing was imported: ${path} cannot be read because ${reason}.`;
  if (isNativeError(error) && 'code' in error && String(error.code).startsWith('Z_'))
    return new CommandError(sentence(`it is damaged or incomplete (${error.message})`));
  return fileError(error, sentence);
}
