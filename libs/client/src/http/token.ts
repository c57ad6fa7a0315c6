/**
 * The access token, or a function that returns one. The function is called when the first token is needed, and again when
 * one is refused, once for all calls that wait for it; it may take as long as an attempt. `createPlainTransport` calls it
 * for every request.
 */
export type TokenSource = string | (() => string | Promise<string>);

/** Normalises a token: removes surrounding white space, as in files, and a copied `Bearer`. */
export function cleanToken(token: string): string {
  const cleaned = typeof token === 'string' ? token.trim().replace(/^bearer\s+/i, '') : '';
  // The platform would refuse the header with a message that quotes it.
  if (!/^[\x21-\x7e]+$/.test(cleaned))
    throw new TypeError('The token must be visible ASCII characters without spaces.');
  return cleaned;
}

/** Gets a token; rejects if it does not fit a header. */
export async function readToken(source: TokenSource): Promise<string> {
  return cleanToken(typeof source === 'function' ? await source() : source);
}

/** Holds the token of a client. However many calls need a new one, the function runs once for all of them. */
export class TokenStore {
  readonly #source: TokenSource;
  #pending: Promise<string> | undefined;
  #token: string | undefined;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  /**
   * The token to send; rejects if the function does. After a failure or a timeout, the next call runs the function
   * again.
   */
  async current(signal: AbortSignal): Promise<string> {
    const pending = (this.#pending ??= readToken(this.#source));
    signal.addEventListener('abort', () => {
      if (this.#token === undefined && this.#pending === pending) this.#pending = undefined;
    });
    try {
      return (this.#token = await pending);
    } catch (error) {
      if (this.#pending === pending) this.#pending = undefined;
      throw error;
    }
  }

  /** Drops a refused token, so that the function is called again; returns false without a function (AUTH-2). */
  discard(token: string): boolean {
    if (typeof this.#source === 'string') return false;
    // Another call may have replaced it already.
    if (token === this.#token) this.#pending = this.#token = undefined;
    return true;
  }
}
