import { systemClock } from './clock.js';

/**
 * The access token, or a function that returns one. The function is called when the first token is needed, and again
 * when one is rejected. It may take as long as an attempt; other calls that need the token wait for 2 s, then one of
 * them calls it again, because in a Worker the first call may have ended. `createPlainTransport` calls it for every
 * request.
 */
export type TokenSource = string | (() => string | Promise<string>);

/** Normalises a token: removes surrounding white space, as in files, and a copied `Bearer`. */
export function cleanToken(token: string): string {
  const cleaned = typeof token === 'string' ? token.trim().replace(/^bearer\s+/i, '') : '';
  // The platform would reject the header with a message that quotes it.
  if (!/^[\x21-\x7e]+$/.test(cleaned))
    throw new TypeError('The token must be visible ASCII characters without spaces.');
  return cleaned;
}

/** Gets a token; rejects if it cannot be sent in a header. */
export async function readToken(source: TokenSource): Promise<string> {
  const given = typeof source === 'function' ? source() : source;
  return cleanToken(typeof given === 'string' ? given : await given);
}

/** Milliseconds between two checks for the token that another call reads. */
const pollMs = 10;
/** Milliseconds after which a call reads the token by itself. */
const maxReadMs = 2000;

/** One run of the token function. */
interface Reading {
  readonly startedAt: number;
  token?: string;
  failure?: { readonly cause: unknown };
}

/**
 * Holds the token of a client. Calls share the state of a run of the function, not its promise: in a Worker, a promise ends
 * with the request that made it. So the other calls poll with their own timers, and replace a run that takes too long.
 */
export class TokenStore {
  readonly #source: TokenSource;
  #reading: Reading | undefined;

  constructor(source: TokenSource) {
    this.#source = source;
    if (typeof source === 'string') this.#reading = { startedAt: 0, token: cleanToken(source) };
  }

  /** The token to send; rejects if the function does. After a failure, the next call runs the function again. */
  async current(signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw signal.reason;
    const reading = this.#reading;
    if (reading === undefined) return this.#read(signal);
    while (reading.token === undefined) {
      if (reading.failure) throw reading.failure.cause;
      if (Date.now() - reading.startedAt >= maxReadMs) this.#drop(reading);
      if (this.#reading !== reading) return this.current(signal);
      await systemClock.sleep(pollMs, signal);
      if (signal.aborted) throw signal.reason;
    }
    return reading.token;
  }

  async #read(signal: AbortSignal): Promise<string> {
    const reading: Reading = { startedAt: Date.now() };
    this.#reading = reading;
    signal.addEventListener('abort', () => reading.token ?? this.#drop(reading));
    try {
      return (reading.token = await readToken(this.#source));
    } catch (cause) {
      reading.failure = { cause };
      this.#drop(reading);
      throw cause;
    }
  }

  #drop(reading: Reading): void {
    if (this.#reading === reading) this.#reading = undefined;
  }

  /** Drops a rejected token, so that the function is called again; returns false without a function (AUTH-2). */
  discard(token: string): boolean {
    if (typeof this.#source === 'string') return false;
    // Another call may have replaced it already.
    if (token === this.#reading?.token) this.#reading = undefined;
    return true;
  }
}
