import { Logger } from '@nestjs/common';
import { parseUrl } from '@resource-catalogue/contracts';
import { JWKSNoMatchingKey } from 'jose/errors';
import { createLocalJWKSet } from 'jose/jwks/local';
import { isTrustworthy } from '@resource-catalogue/program';
import { ProblemError } from '../errors/problem-error.js';

type KeySet = ReturnType<typeof createLocalJWKSet>;
type FindKey = (...of: Parameters<KeySet>) => ReturnType<KeySet>;

/** Milliseconds. */
const times = {
  /** For both documents of the provider together: whoever sent the first token waits for them. */
  fetch: 5000,
  /** After that the keys are fetched again, and one that the provider has withdrawn is known no more. */
  fresh: 600_000,
  /** Tokens of unknown keys cost at most one fetch in this time, however many come. */
  pause: 30_000,
  pauseAfterFailure: 5000,
} as const;

/** Bytes of one document of the provider. */
const largest = 1024 ** 2;

/**
 * The public keys of an OpenID provider, found by its discovery document. What is known stays known while the provider cannot
 * be reached, and no request waits for it longer than one fetch.
 */
export class ProviderKeys {
  private readonly logger = new Logger(ProviderKeys.name);
  private known: FindKey | undefined;
  private fetching: Promise<void> | undefined;
  private fetchedAt = -Infinity;
  private nextFetch = -Infinity;
  private failure: string | undefined;

  constructor(
    private readonly issuer: string,
    private readonly timeout = (): AbortSignal => AbortSignal.timeout(times.fetch),
  ) {}

  /** The key of a JWT's header; 503 where the provider would have to be asked and cannot be. */
  readonly find: FindKey = async (header, token) => {
    if (!this.known) await this.refresh();
    else if (performance.now() >= this.fetchedAt + times.fresh) this.refreshBehind();
    try {
      return await this.among(this.known, header, token);
    } catch (error) {
      if (!(error instanceof JWKSNoMatchingKey)) throw error;
    }
    // The provider may have changed its keys.
    await this.refresh();
    return this.among(this.known, header, token);
  };

  /** Nobody waits for it, and nobody is told if it fails: the keys that are known go on. */
  refreshBehind(): void {
    this.refresh().catch(() => undefined);
  }

  private async among(known: FindKey | undefined, ...of: Parameters<FindKey>): ReturnType<FindKey> {
    if (!known) throw this.unavailable();
    return known(...of);
  }

  /** Fetches the keys, unless that was tried just now. */
  private async refresh(): Promise<void> {
    if (!this.fetching && performance.now() >= this.nextFetch) {
      this.fetching = this.fetch().finally(() => (this.fetching = undefined));
    }
    await this.fetching;
    if (this.failure !== undefined) throw this.unavailable();
  }

  private async fetch(): Promise<void> {
    try {
      this.known = createLocalJWKSet(await this.keySet(this.timeout()));
      this.fetchedAt = performance.now();
      this.nextFetch = this.fetchedAt + times.pause;
      if (this.failure !== undefined) this.logger.warn(`The keys of ${this.issuer} can be fetched again.`);
      this.failure = undefined;
    } catch (error) {
      this.nextFetch = performance.now() + times.pauseAfterFailure;
      const reason = reasonOf(error);
      if (reason !== this.failure) this.logger.warn(`The keys of ${this.issuer} cannot be fetched: ${reason}.`);
      this.failure = reason;
    }
  }

  private async keySet(signal: AbortSignal): Promise<{ keys: object[] }> {
    const discovery = await documentAt(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, signal);
    const { issuer, jwks_uri: address } = discovery;
    if (issuer !== this.issuer) throw new Refusal(`its discovery document names the issuer ${shown(issuer)}`);
    const url = typeof address === 'string' ? parseUrl(address) : null;
    if (!url || !isTrustworthy(url)) throw new Refusal(`its discovery document names the jwks_uri ${shown(address)}`);
    const { keys } = await documentAt(url.href, signal);
    // RFC 7517, 5: entries that are not keys are skipped, for the sake of the others.
    const usable = listOf(keys).filter(isKey);
    if (usable.length === 0) throw new Refusal(`${url.href} holds no keys`);
    return { keys: usable };
  }

  private unavailable(): ProblemError {
    const seconds = Math.max(1, Math.ceil(Math.round(this.nextFetch - performance.now()) / 1000));
    return new ProblemError('unavailable', 'The issuer of this token cannot be asked for its keys now. Try again.', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}

/** What is wrong with the provider, in words for its operator. */
class Refusal extends Error {}

async function documentAt(url: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Refusal(`${url} answers ${response.status}`);
  }
  const text = await boundedText(response, url);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Not even JSON.
  }
  throw new Refusal(`${url} answers no JSON object`);
}

async function boundedText(response: Response, url: string): Promise<string> {
  const body: AsyncIterable<unknown> | null = response.body;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.length;
    if (length > largest) throw new Refusal(`${url} answers more than 1 MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** RFC 7517, 4.1: a key is an object, and says its kind. */
const isKey = (entry: unknown): entry is object =>
  typeof entry === 'object' && entry !== null && 'kty' in entry && typeof entry.kty === 'string';

const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 200);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal) return error.message;
  if (error.name === 'TimeoutError') return 'it does not answer in time';
  // What fetch throws has its reason behind it.
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && typeof cause.code === 'string' ? `${cause.message} (${cause.code})` : cause.message;
}
