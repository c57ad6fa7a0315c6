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
  if (path === '-') return inMemory('standard input', process.stdin);
  try {
    const { size, ...kind } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
    const open = (): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: chunkBytes });
    // Devices and pipes have no size and can be read only once.
    return kind.isFile
      ? { path, chunks: (watch) => expanded(path, open(), size, watch) }
      : await inMemory(path, open());
  } catch (error) {
    throw readError(error, path);
  }
}

async function inMemory(path: string, input: AsyncIterable<Buffer>): Promise<ByteSource> {
  const bytes = await collect(path, input);
  function* once(): Generator<Buffer, void, undefined> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  return { path, chunks: (watch) => expanded(path, once(), bytes.length, watch) };
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
export async function firstBytes(source: ByteSource, enough: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source.chunks()) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= enough) break;
  }
  return Buffer.concat(chunks);
}

async function* expanded(
  path: string,
  input: AsyncIterable<Buffer> | Iterable<Buffer>,
  size: number,
  watch: ReadWatch | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const hash = createHash('sha256');
  let done = 0;
  async function* watched(): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of input) {
      if (watch) hash.update(chunk);
      done += chunk.length;
      watch?.onBytes(done, size);
      yield chunk;
    }
  }
  try {
    const chunks = watched();
    const first = await chunks.next();
    if (first.done !== true) {
      const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
      const bytes = rejoined(first.value, chunks);
      yield* isGzip ? checked(path, gunzip(bytes), () => done) : bytes;
    }
  } catch (error) {
    throw readError(error, path);
  }
  watch?.onDigest(hash.digest('hex'));
}

/** Real tables expand to at most fifty times their size. */
const maxExpansion = 200;
const alwaysAllowedBytes = 64 * 1024 * 1024;

/** Refuses files of a few kilobytes that expand to gigabytes. */
async function* checked(
  path: string,
  chunks: AsyncIterable<Buffer>,
  compressedBytes: () => number,
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > alwaysAllowedBytes && size > maxExpansion * compressedBytes()) {
      throw new CommandError(
        `${path} expands to more than ${maxExpansion} times its size. Save it without compression.`,
      );
    }
    yield chunk;
  }
}

async function* rejoined(
  first: Buffer,
  rest: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    // A reader may stop early.
    await rest.return();
  }
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
