import { hash } from 'node:crypto';
import { isNativeError } from 'node:util/types';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isScope, type Scope } from '@resource-catalogue/contracts';
import {
  JOSEError,
  JWKSMultipleMatchingKeys,
  JWSSignatureVerificationFailed,
  JWTClaimValidationFailed,
  JWTExpired,
} from 'jose/errors';
import { jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose/jwt/verify';
import { LRUCache } from 'lru-cache';
import { v5 } from 'uuid';
import { Configuration } from '@resource-catalogue/program';
import type { Principal } from '@resource-catalogue/tokens';
import { ProblemError } from '../errors/problem-error.js';
import { ProviderKeys } from './provider-keys.js';

/** Asymmetric algorithms only: with a shared secret, the provider's public key could be used to sign. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Seconds by which the clocks of provider and service may differ. */
const clockTolerance = 60;

/** Maximum number of characters: tokens that list all groups of a person reach 4,000. */
const longest = 8192;

/** Maximum number of keys to try for one token; each try takes as long as a cheap request. */
const maxKeys = 8;

const form = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Milliseconds for which a verified token is cached: verifying a signature costs as much as a cheap request. */
const lifetime = 60_000;

interface Verified {
  readonly principal: Principal;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The reason for rejecting a token, without any part of the token. */
class RejectedToken extends Error {}

/** AUTH-5: finds the principal of a JWT signed by the OpenID provider. */
@Injectable()
export class JwtVerifier implements OnApplicationBootstrap {
  private readonly logger = new Logger(JwtVerifier.name);
  private readonly keys: ProviderKeys | null;
  private readonly known = new LRUCache<string, Verified>({ max: 10_000, ttl: lifetime, ttlResolution: 0 });

  constructor(private readonly configuration: Configuration) {
    this.keys = configuration.oidcIssuer === null ? null : new ProviderKeys(configuration.oidcIssuer);
  }

  /** Fetches the keys early, so that no request waits for them. */
  onApplicationBootstrap(): void {
    this.keys?.refresh();
  }

  /** Null if the token is rejected; throws ProblemError if the provider cannot be reached. */
  async find(token: string): Promise<Principal | null> {
    if (!this.keys || token.length > longest || !form.test(token)) return null;
    const key = hash('sha256', token, 'base64');
    let verified = this.known.get(key);
    if (!verified) {
      try {
        verified = await this.verify(token, this.keys);
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        this.logger.log(`A JWT was rejected: ${describeReason(error)}.`);
        return null;
      }
      this.known.set(key, verified);
    }
    return verified.expiresAt > Date.now() ? verified.principal : null;
  }

  private async verify(token: string, { find }: ProviderKeys): Promise<Verified> {
    const { oidcIssuer, oidcAudience, oidcScopeClaim, rateLimit } = this.configuration;
    if (oidcIssuer === null || oidcAudience === null) throw new RejectedToken('no OpenID provider is configured');
    const { payload, protectedHeader } = await verifyWithAny(token, find, {
      issuer: oidcIssuer,
      audience: oidcAudience,
      algorithms,
      clockTolerance,
      currentDate: new Date(Date.now()),
      requiredClaims: ['exp', 'sub'],
    });
    requireAccessToken(protectedHeader.typ, payload);
    const { sub, exp } = payload;
    if (typeof sub !== 'string' || sub === '') throw new RejectedToken('sub is not a string');
    return {
      // RATE-1: one quota for all tokens of a subject. The UUID version distinguishes it from the id of a service token.
      principal: {
        tokenId: v5(sub, v5(oidcIssuer, v5.URL)),
        scopes: parseScopes(payload[oidcScopeClaim]),
        quota: rateLimit,
      },
      expiresAt: (Number(exp) + clockTolerance) * 1000,
    };
  }
}

/** A provider may publish several keys under one id, some of them broken, as long as one of them is the right one. */
async function verifyWithAny(token: string, find: JWTVerifyGetKey, options: JWTVerifyOptions) {
  const verify = (key: Parameters<typeof jwtVerify>[1]) =>
    jwtVerify<Readonly<Record<string, unknown>>>(token, key, options);
  try {
    return await verify(find);
  } catch (error) {
    if (!(error instanceof JWKSMultipleMatchingKeys)) throw error;
    let tries = 0;
    for await (const key of error) {
      if (tries === maxKeys) break;
      tries += 1;
      try {
        return await verify(key);
      } catch (failure) {
        if (!isKeyFailure(failure)) throw failure;
      }
    }
    throw new JWSSignatureVerificationFailed();
  }
}

/** Whether another key may verify the token. The library throws a TypeError for a key that is too short. */
const isKeyFailure = (error: unknown): boolean =>
  error instanceof JWSSignatureVerificationFailed || error instanceof TypeError;

/** Providers sign other tokens with the same keys: ID tokens, logout tokens, sender-constrained tokens. */
function requireAccessToken(type: unknown, payload: Readonly<Record<string, unknown>>): void {
  const short = (name: string): string => name.toLowerCase().replace(/^application\//, '');
  const typ = type === undefined ? 'jwt' : typeof type === 'string' ? short(type) : '';
  const named = typ === 'at+jwt';
  if (!named && typ !== 'jwt') throw new RejectedToken('its typ is not that of an access token');
  // RFC 9068 has a typ for access tokens. Without it, ID tokens are recognised by their hashes, or by Keycloak's claim.
  const kind = payload['typ'];
  if (!named && kind !== undefined && !(typeof kind === 'string' && kind.toLowerCase() === 'bearer'))
    throw new RejectedToken('its claim typ is not that of an access token');
  const others = ['at_hash', 'c_hash', 's_hash', 'events'].filter((claim) => payload[claim] !== undefined);
  if (!named && others.length > 0)
    throw new RejectedToken(`it has ${others.join(', ')}, which access tokens do not have`);
  // A sender-constrained token needs proof that its holder has a key, which Bearer requests do not contain.
  if (payload['cnf'] !== undefined) throw new RejectedToken('it is bound to a key (cnf)');
}

/** Scopes known to the contract; providers add others, such as openid. */
function parseScopes(claim: unknown): Scope[] {
  const words: readonly unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return [...new Set(words.filter((word) => typeof word === 'string').filter(isScope))];
}

/** Messages of the library may quote the token; its codes and names of checked claims do not. */
function describeReason(error: unknown): string {
  if (error instanceof RejectedToken) return error.message;
  if (error instanceof JWTClaimValidationFailed || error instanceof JWTExpired)
    return `${error.claim} ${error.reason} (${error.code})`;
  if (error instanceof JOSEError) return error.code;
  return isNativeError(error) ? error.name : typeof error;
}
