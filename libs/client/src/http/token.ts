/** The access token, or a function that gets one: called when the first is needed, and again when one is refused. */
export type TokenSource = string | (() => string | Promise<string>);

/** Holds the token of a client. However many calls need a new one, the function runs once for all of them. */
export class TokenKeeper {
  readonly #source: TokenSource;
  #held: Promise<string> | undefined;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  /** The token to send; rejects as the function does, and asks it anew the next time. */
  current(): Promise<string> {
    const held = (this.#held ??= this.#fetch());
    held.catch(() => this.#forget(held));
    return held;
  }

  /** Gets another token after one was refused; false if there is no other (AUTH-2). */
  async replace(refused: string): Promise<boolean> {
    if (typeof this.#source === 'string') return false;
    const held = this.#held;
    // Another call may have replaced the refused token already.
    if (held !== undefined && (await held.catch(() => refused)) === refused) this.#forget(held);
    return (await this.current()) !== refused;
  }

  async #fetch(): Promise<string> {
    const token = typeof this.#source === 'string' ? this.#source : await this.#source();
    // Otherwise the platform refuses the header, with a message that quotes all of it.
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new TypeError('The token is empty or has characters that no header can carry.');
    return token;
  }

  #forget(held: Promise<string>): void {
    if (this.#held === held) this.#held = undefined;
  }
}
