import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { maximumRowBytes } from '@resource-catalogue/contracts';
import { CommandError, fileError } from '../errors/command-error.js';

/** In bytes. The largest project that the service writes has some 8 MiB. */
export const longestLine = maximumRowBytes;

/** One line of a file, or what is wrong with it. */
export interface FileLine {
  /** From 1. */
  readonly line: number;
  readonly text: string | null;
  readonly problem?: string;
}

export interface ReadWatch {
  /** Called with the bytes of the file that were read so far, and all that it has. */
  readonly onBytes: (done: number, of: number) => void;
  /** Called with the digest of the whole file at its end. */
  readonly onDigest: (sha256: string) => void;
}

const chunkBytes = 64 * 1024;

/** The lines of a text file, compressed or not, in batches. It holds one line and one chunk at a time. */
export async function* readLines(
  path: string,
  watch?: ReadWatch,
): AsyncGenerator<readonly FileLine[], void, undefined> {
  const lines = new Lines(path);
  try {
    for await (const chunk of contents(path, watch)) {
      const batch = lines.take(chunk);
      if (batch.length > 0) yield batch;
    }
  } catch (error) {
    throw readError(error, path);
  }
  const rest = lines.end();
  if (rest.length > 0) yield rest;
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
  if (!path.endsWith('.gz')) yield* bytes();
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
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private tooLong = false;

  constructor(private readonly path: string) {}

  take(chunk: Buffer): FileLine[] {
    const [first, last] = [chunk.indexOf(newline), chunk.lastIndexOf(newline)];
    if (first < 0) {
      this.keep(chunk);
      return [];
    }
    const batch: FileLine[] = [];
    let whole: Buffer = Buffer.concat([...this.pending, chunk.subarray(0, last)]);
    if (this.tooLong) {
      batch.push(this.overlong());
      whole = chunk.subarray(first + 1, last);
    }
    if (!this.tooLong || first < last) batch.push(...this.texts(whole));
    this.pending = [];
    this.pendingBytes = 0;
    this.tooLong = false;
    this.keep(chunk.subarray(last + 1));
    return batch;
  }

  end(): FileLine[] {
    if (this.tooLong) return [this.overlong()];
    return this.pendingBytes === 0 ? [] : this.texts(Buffer.concat(this.pending));
  }

  private keep(chunk: Buffer): void {
    this.pendingBytes += chunk.length;
    if (this.pendingBytes > longestLine) {
      this.tooLong = true;
      this.pending = [];
    } else if (!this.tooLong) this.pending.push(chunk);
  }

  private overlong(): FileLine {
    this.line += 1;
    return {
      line: this.line,
      text: null,
      problem: `is longer than ${longestLine / 1024 / 1024} MiB, the most that a line may have`,
    };
  }

  private texts(whole: Buffer): FileLine[] {
    if (!isUtf8(whole)) throw this.notUtf8(whole);
    const batch: FileLine[] = [];
    for (const text of whole.toString('utf8').split('\n')) {
      this.line += 1;
      const bare = this.line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
      if (/\S/.test(bare)) batch.push({ line: this.line, text: bare });
    }
    return batch;
  }

  private notUtf8(whole: Buffer): CommandError {
    let line = this.line + 1;
    for (let start = 0; ; line += 1) {
      const end = whole.indexOf(newline, start);
      if (end < 0 || !isUtf8(whole.subarray(start, end))) break;
      start = end + 1;
    }
    return new CommandError(`Nothing was imported: ${this.path} is not UTF-8 in line ${line}. Save it as UTF-8.`);
  }
}

/** What a failure to read the path is to whoever imports it. */
export function readError(error: unknown, path: string): unknown {
  const sentence = (reason: string): string => `Nothing was imported: ${path} cannot be read, ${reason}.`;
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return new CommandError(sentence(`it is damaged or not whole (${error.message})`));
  return fileError(error, sentence);
}
