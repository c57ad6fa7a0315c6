/**
 * The access token, or a function that gets one. The function is called when the first token is needed, and again when one
 * is refused, once for all calls that wait for it; it may take as long as an attempt. `createPlainTransport` calls it for
 * every request.
 */
export type TokenSource = string | (() => string | Promise<string>);

/** Gets a token; rejects if there is none that a header can carry. */
export async function readToken(source: TokenSource): Promise<string> {
  const token = typeof source === 'string' ? source : await source();
  // Otherwise the platform refuses the header, with a message that quotes all of it.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw new TypeError('The token fits no header.');
  return token;
}

/** Holds the token of a client. However many calls need a new one, the function runs once for all of them. */
export class TokenKeeper {
  readonly #source: TokenSource;
  #held: Promise<string> | undefined;
  #token: string | undefined;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  /** The token to send; rejects as the function does. What failed, or outlasted an attempt, is asked anew the next time. */
  async current(signal: AbortSignal): Promise<string> {
    const held = (this.#held ??= readToken(this.#source));
    signal.addEventListener('abort', () => {
      if (this.#token === undefined && this.#held === held) this.#held = undefined;
    });
    try {
      return (this.#token = await held);
    } catch (error) {
      if (this.#held === held) this.#held = undefined;
      throw error;
    }
  }

  /** Has the function called anew after a token was refused; false if there is no function (AUTH-2). */
  refuse(token: string): boolean {
    if (typeof this.#source === 'string') return false;
    // Another call may have had it replaced already.
    if (token === this.#token) this.#held = this.#token = undefined;
    return true;
  }
}
