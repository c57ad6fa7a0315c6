import { type Json, parseJson } from '../json.js';

export interface RawRequest {
  readonly method: string;
  /** The request target: path and query, byte by byte. */
  readonly path: string;
  /** A header with several values is sent as often. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** What a check asks for; the target fills in the rest of the request. */
export interface Ask {
  readonly method?: string;
  /** Below the base URL, byte by byte: `/api/v1/users?limit=1`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** Another token than the first one; null for none at all. */
  readonly token?: string | null;
  /** A check of the limits wants to see the 429; everybody else waits it out. */
  readonly showLimit?: boolean;
  /** The HTTP parser may refuse it by itself, and then owes no problem and no headers (ERR-4). */
  readonly odd?: boolean;
}

export class Exchange {
  private parsed: { readonly value: Json | undefined } | null = null;

  constructor(
    readonly request: RawRequest,
    readonly status: number,
    readonly headers: ReadonlyMap<string, readonly string[]>,
    /** The bytes of the body as they came, before any decoding. */
    readonly bytes: Buffer,
    /** The body after its content coding is undone. */
    readonly text: string,
    readonly milliseconds: number,
  ) {}

  /** The value of a header, its repetitions joined; null where it is absent. */
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

/** The exchange of a request that got no answer, as evidence: its status is 0. */
export const unanswered = (request: RawRequest): Exchange =>
  new Exchange(request, 0, new Map(), Buffer.alloc(0), '', 0);
