import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { isNativeError } from 'node:util/types';
import { createGunzip } from 'node:zlib';
import { CommandError, fileError } from '@resource-catalogue/program';

export interface ReadWatch {
  /** Receives the bytes read so far and the size of the file. */
  readonly onBytes: (done: number, total: number) => void;
  /** Receives the digest of the whole file at its end. */
  readonly onDigest: (sha256: string) => void;
}

/** The bytes of a file or of standard input, which can be read repeatedly. */
export interface ByteSource {
  /** Name in messages. */
  readonly path: string;
  /** Reads the content in chunks, expanded if it is compressed with gzip. */
  readonly chunks: (watch?: ReadWatch) => AsyncGenerator<Buffer, void, undefined>;
}

/** Maximum size of what is read into memory: workbooks, and input that can be read only once. */
export const maxMemoryBytes = 64 * 1024 * 1024;

const chunkBytes = 64 * 1024;

/** Opens a file; the path `-` stands for standard input. */
export async function openBytes(path: string): Promise<ByteSource> {
  const [name, input] = path === '-' ? ['standard input', process.stdin] : [path, null];
  const stream = () => createReadStream(path, { highWaterMark: chunkBytes });
  try {
    const file = input ? null : await stat(path);
    if (file?.isFile()) return await unzippedSource(name, stream, file.size);
    // Devices and pipes have no size and can be read only once.
    const bytes = await collect(name, input ?? stream());
    return await unzippedSource(name, () => inChunks(bytes), bytes.length);
  } catch (error) {
    throw readError(error, path);
  }
}

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

function* inChunks(bytes: Buffer): Generator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

async function unzippedSource(path: string, open: () => Chunks, size: number): Promise<ByteSource> {
  const head = await firstBytes(open(), 2);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  return { path, chunks: (watch) => expand(path, open(), isGzip, size, watch) };
}

/** Reads everything into memory, up to the maximum. */
export async function collect(path: string, input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > maxMemoryBytes) {
      throw new CommandError(
        `${path} has more than ${maxMemoryBytes / 1024 / 1024} MiB, the maximum. Split it, or save it as CSV.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the beginning: at least this many bytes, unless there are fewer. */
export async function firstBytes(input: Chunks, enough: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= enough) break;
  }
  return Buffer.concat(chunks);
}

const newline = 10;

/** Splits bytes into lines, in batches; a line longer than the maximum is null. */
export async function* byteLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<readonly (Buffer | null)[], void, undefined> {
  let [parts, size]: [Buffer[], number] = [[], 0];
  const keep = (bytes: Buffer): void => {
    size += bytes.length;
    if (size > maxBytes) parts = [];
    else parts.push(bytes);
  };
  const end = (): Buffer | null => {
    const line = size > maxBytes ? null : Buffer.concat(parts);
    [parts, size] = [[], 0];
    return line;
  };
  for await (const chunk of chunks) {
    const lines: (Buffer | null)[] = [];
    let start = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, at));
      lines.push(end());
      start = at + 1;
    }
    keep(chunk.subarray(start));
    yield lines;
  }
  yield [end()];
}

/** Real tables expand to at most fifty times their size. */
const maxExpansion = 200;
const alwaysAllowedBytes = 64 * 1024 * 1024;

/** Expands a compressed file, but not one of a few kilobytes that expands to gigabytes. */
async function* expand(
  path: string,
  input: Chunks,
  isGzip: boolean,
  size: number,
  watch: ReadWatch | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const hash = createHash('sha256');
  let [done, yielded] = [0, 0];
  async function* watched(): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of input) {
      if (watch) hash.update(chunk);
      done += chunk.length;
      watch?.onBytes(done, size);
      yield chunk;
    }
  }
  try {
    for await (const chunk of isGzip ? gunzip(watched()) : watched()) {
      yielded += chunk.length;
      if (yielded > alwaysAllowedBytes && yielded > maxExpansion * done) {
        throw new CommandError(
          `${path} expands to more than ${maxExpansion} times its size. Save it without compression.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    throw readError(error, path);
  }
  watch?.onDigest(hash.digest('hex'));
}

function gunzip(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const unzipped = createGunzip({ chunkSize: chunkBytes });
  // A failure of either stream destroys the other one.
  pipeline(Readable.from(bytes, { objectMode: false }), unzipped, () => undefined);
  return unzipped;
}

/** Turns an error of a file into a sentence. */
export function readError(error: unknown, path: string): unknown {
  const sentence = (reason: string): string => `${path} cannot be read because ${reason}.`;
  if (isNativeError(error) && 'code' in error && String(error.code).startsWith('Z_'))
    return new CommandError(sentence(`it is damaged or incomplete (${error.message})`));
  return fileError(error, sentence);
}
