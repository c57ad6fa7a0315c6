import { hash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isScope, type Scope } from '@resource-catalogue/contracts';
import { JOSEError, JWTClaimValidationFailed, JWTExpired } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { LRUCache } from 'lru-cache';
import { v5 } from 'uuid';
import { Configuration } from '@resource-catalogue/program';
import type { Principal } from '@resource-catalogue/tokens';
import { ProblemError } from '../errors/problem-error.js';
import { ProviderKeys } from './provider-keys.js';

/** Those with a private and a public key. With a shared secret, a provider's public key would do to sign. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Seconds by which the clocks of provider and service may differ. */
const clockTolerance = 60;

/** Characters; a provider that puts every group of a person into a token comes to 4,000. */
const longest = 8192;

const form = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Milliseconds. To verify a signature takes as long as a cheap request. */
const lifetime = 60_000;

interface Verified {
  readonly principal: Principal;
  /** A number of Date.now(). */
  readonly expiresAt: number;
}

/** Why a token is no access token for this service, in words that hold nothing of it. */
class Refusal extends Error {}

/** AUTH-5: finds the principal of a JWT that the OpenID provider signed. */
@Injectable()
export class JwtVerifier implements OnApplicationBootstrap {
  private readonly logger = new Logger(JwtVerifier.name);
  private readonly keys: ProviderKeys | null;
  private readonly known = new LRUCache<string, Verified>({ max: 10_000, ttl: lifetime, ttlResolution: 0 });

  constructor(private readonly configuration: Configuration) {
    this.keys = configuration.oidcIssuer === null ? null : new ProviderKeys(configuration.oidcIssuer);
  }

  /** So that no request waits for the keys, if the provider is there. */
  onApplicationBootstrap(): void {
    this.keys?.refresh();
  }

  /** Null where the token is refused; a ProblemError where the provider cannot be asked. */
  async find(token: string): Promise<Principal | null> {
    if (!this.keys || token.length > longest || !form.test(token)) return null;
    const key = hash('sha256', token, 'base64');
    let verified = this.known.get(key);
    if (!verified) {
      try {
        verified = await this.verify(token, this.keys);
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        this.logger.log(`A JWT was refused: ${reasonOf(error)}.`);
        return null;
      }
      this.known.set(key, verified);
    }
    return verified.expiresAt > Date.now() ? verified.principal : null;
  }

  private async verify(token: string, { find }: ProviderKeys): Promise<Verified> {
    const { oidcIssuer, oidcAudience, oidcScopeClaim, rateLimit } = this.configuration;
    if (oidcIssuer === null || oidcAudience === null) throw new Refusal('no OpenID provider is configured');
    const { payload, protectedHeader } = await jwtVerify<Readonly<Record<string, unknown>>>(token, find, {
      issuer: oidcIssuer,
      audience: oidcAudience,
      algorithms,
      clockTolerance,
      currentDate: new Date(Date.now()),
      requiredClaims: ['exp', 'sub'],
    });
    refuseOtherTokens(protectedHeader.typ, payload);
    const { sub, exp } = payload;
    if (typeof sub !== 'string' || sub === '') throw new Refusal('sub is no text');
    return {
      // RATE-1: one quota for all tokens of one subject. A version of its own tells it from the id of a service token.
      principal: {
        tokenId: v5(sub, v5(oidcIssuer, v5.URL)),
        scopes: scopesOf(payload[oidcScopeClaim]),
        quota: rateLimit,
      },
      expiresAt: (Number(exp) + clockTolerance) * 1000,
    };
  }
}

/** A provider signs other things with the same keys: what a client learns of a person, a logout, a token for one key alone. */
function refuseOtherTokens(type: unknown, payload: Readonly<Record<string, unknown>>): void {
  const short = (name: string): string => name.toLowerCase().replace(/^application\//, '');
  const typ = type === undefined ? 'jwt' : typeof type === 'string' ? short(type) : '';
  const named = typ === 'at+jwt';
  if (!named && typ !== 'jwt') throw new Refusal('its typ is not that of an access token');
  // RFC 9068 has a typ for access tokens. Without it, an ID token shows by hashes of what it came with, or by Keycloak's claim.
  const kind = payload['typ'];
  if (!named && kind !== undefined && !(typeof kind === 'string' && kind.toLowerCase() === 'bearer'))
    throw new Refusal('its claim typ is not that of an access token');
  const others = ['at_hash', 'c_hash', 's_hash', 'events'].filter((claim) => payload[claim] !== undefined);
  if (!named && others.length > 0) throw new Refusal(`access tokens have no claim ${others.join()}`);
  // Whoever holds it must prove to hold a key, too, which a Bearer token cannot.
  if (payload['cnf'] !== undefined) throw new Refusal('it is bound to a key (cnf)');
}

/** Those that the contract knows; providers add others, such as openid. */
function scopesOf(claim: unknown): Scope[] {
  const words: readonly unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return [...new Set(words.filter((word) => typeof word === 'string').filter(isScope))];
}

/** Messages of the library may repeat what a token says of itself; its codes and the names of checked claims do not. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof JWTClaimValidationFailed || error instanceof JWTExpired)
    return `${error.claim} ${error.reason} (${error.code})`;
  if (error instanceof JOSEError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}
