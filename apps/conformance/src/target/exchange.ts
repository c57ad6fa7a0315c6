import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Json, parseJson } from '../json.js';

export interface RawRequest {
  readonly method: string;
  /** The request target, path and query, byte by byte. */
  readonly path: string;
  /** A header with several values is sent once per value. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** The part of a request that a check specifies; the target adds the rest. */
export interface RequestSpec {
  readonly method?: string;
  /** The path below the base URL, byte by byte: `/api/v1/users?limit=1`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** A token to use instead of the first one; null for none. */
  readonly token?: string | null;
  /** Returns a 429 to the check instead of waiting; used by checks of the limits. */
  readonly showLimit?: boolean;
  /** Whether the HTTP parser may reject the request itself, without a problem and headers (ERR-4). */
  readonly odd?: boolean;
}

export class Exchange {
  /** The body after decoding its Content-Encoding. */
  readonly text: string;
  private parsed: { readonly value: Json | undefined } | null = null;

  /** A request without a response has the status 0, as evidence. */
  constructor(
    readonly request: RawRequest,
    readonly status: number,
    /** The values by name in lower case. */
    readonly headers: ReadonlyMap<string, readonly string[]>,
    /** The bytes of the body as received. */
    readonly bytes: Buffer,
    readonly milliseconds = 0,
  ) {
    this.text = decodeBody(bytes, this.header('content-encoding') ?? '');
  }

  /** The value of a header, with repetitions joined; null if absent. */
  header(name: string): string | null {
    return this.headers.get(name.toLowerCase())?.join(', ') ?? null;
  }

  get json(): Json | undefined {
    this.parsed ??= { value: parseJson(this.text) };
    return this.parsed.value;
  }

  get mediaType(): string {
    return (this.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  }
}

function decodeBody(bytes: Buffer, encoding: string): string {
  const coding = encoding.trim().toLowerCase();
  try {
    if (coding === 'gzip' || coding === 'x-gzip') return gunzipSync(bytes).toString();
    return (coding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
  } catch {
    // A body that does not match its Content-Encoding: parsing it as JSON will report the error.
    return bytes.toString('latin1');
  }
}
