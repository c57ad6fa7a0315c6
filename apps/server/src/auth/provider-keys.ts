import { isNativeError } from 'node:util/types';
import { Logger } from '@nestjs/common';
import { parseUrl } from '@resource-catalogue/contracts';
import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose/jwks/remote';
import type { JWTVerifyGetKey } from 'jose/jwt/verify';
import { isTrustworthy } from '@resource-catalogue/program';
import { ProblemError } from '../errors/problem-error.js';
import { describeCause } from '../observability/failure-log.js';

/** Milliseconds after which a withdrawn key is forgotten. */
const maxAge = 600_000;

/** Milliseconds after a failure before the keys are fetched again. */
const pauseAfterFailure = 5000;

/** Maximum bytes of one document of the provider. */
const maxBytes = 1024 ** 2;

/**
 * The public keys of an OpenID provider, found by its discovery document. They stay known while it cannot be
 * reached.
 */
export class ProviderKeys {
  private readonly logger = new Logger(ProviderKeys.name);
  private readonly keys: RemoteJWKSet;
  private fetchedAt = -Infinity;
  private retryAt = -Infinity;
  private failure: string | undefined;

  constructor(
    private readonly issuer: string,
    /** Milliseconds, for both documents of the provider together. */
    timeoutDuration = 5000,
  ) {
    this.keys = createRemoteJWKSet(new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`), {
      timeoutDuration,
      cooldownDuration: 30_000,
      // Otherwise known keys would expire while the provider is unreachable.
      cacheMaxAge: Infinity,
      [customFetch]: (url, init) => this.fetch(url, init),
    });
  }

  /** The key for a JWT's header; 503 if the key is unknown and the provider cannot be reached. */
  readonly find: JWTVerifyGetKey = (header, token) => {
    if (performance.now() >= this.fetchedAt + maxAge) this.refresh();
    return this.keys(header, token);
  };

  /** Fetches the keys without waiting; a failure is logged and keeps the known keys. */
  refresh(): void {
    this.keys.reload().catch(() => undefined);
  }

  private async fetch(discovery: string, init: RequestInit): Promise<Response> {
    if (performance.now() < this.retryAt) throw this.unavailable();
    try {
      const keys = await this.fetchKeys(discovery, init);
      this.fetchedAt = performance.now();
      if (this.failure !== undefined) this.logger.warn(`The keys of ${this.issuer} can be fetched again.`);
      this.failure = undefined;
      return Response.json({ keys });
    } catch (error) {
      this.retryAt = performance.now() + pauseAfterFailure;
      const reason = describeFetchError(error);
      if (reason !== this.failure) this.logger.warn(`The keys of ${this.issuer} cannot be fetched: ${reason}.`);
      this.failure = reason;
      throw this.unavailable();
    }
  }

  private async fetchKeys(discovery: string, init: RequestInit): Promise<unknown[]> {
    const { issuer, jwks_uri: location } = await fetchDocument(discovery, init);
    if (issuer !== this.issuer)
      throw new UnusableProvider(`its discovery document has the issuer ${withoutCredentials(issuer)}`);
    const url = typeof location === 'string' ? parseUrl(location) : null;
    // `fetch` rejects a URL with a user or password, and its errors quote the URL.
    const isPublic = url?.username === '' && url.password === '';
    if (!isPublic || !isTrustworthy(url))
      throw new UnusableProvider(
        `its discovery document has the jwks_uri ${withoutCredentials(location)}, which is not an https URL without user and password`,
      );
    const { keys } = await fetchDocument(url.href, init);
    // RFC 7517, 5: skip entries that are not keys.
    const usable: unknown[] = Array.isArray(keys) ? keys.filter(isKey) : [];
    if (usable.length === 0) throw new UnusableProvider(`${url.href} contains no keys`);
    return usable;
  }

  private unavailable(): ProblemError {
    const seconds = Math.max(1, Math.ceil(Math.round(this.retryAt - performance.now()) / 1000));
    return new ProblemError(
      'unavailable',
      "The keys of this token's issuer cannot be fetched at the moment. Try again.",
      {
        headers: { 'Retry-After': String(seconds) },
      },
    );
  }
}

/** Describes for the operator what is wrong with the provider. */
class UnusableProvider extends Error {}

async function fetchDocument(url: string, init: RequestInit): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, init);
  if (response.status !== 200) throw new UnusableProvider(`${url} returns ${response.status}`);
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new UnusableProvider(`${url} returns more than 1 MiB`);
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // The body is not JSON.
  }
  throw new UnusableProvider(`${url} does not return a JSON object`);
}

/** RFC 7517, 4.1: a key is an object with a kind. */
const isKey = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'kty' in entry && typeof entry.kty === 'string';

/** A value for the log, without the user and the password of a URL. */
const withoutCredentials = (value: unknown): string =>
  JSON.stringify(value ?? null)
    .replace(/.*@/s, '"…@')
    .slice(0, 200);

function describeFetchError(error: unknown): string {
  if (error instanceof UnusableProvider) return error.message;
  // The reason of a fetch error is its cause.
  return describeCause(isNativeError(error) ? (error.cause ?? error) : error);
}
