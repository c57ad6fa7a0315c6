import { isIP } from 'node:net';
import { parseUrl } from '@resource-catalogue/contracts';

// Parsers of the variables' texts; undefined if a text is invalid.

/** A number of requests per window. */
export interface Quota {
  readonly requests: number;
  readonly seconds: number;
}

export function port(text: string): number | undefined {
  const value = Number(text);
  return /^[0-9]{1,5}$/.test(text) && value <= 65535 ? value : undefined;
}

export function host(text: string): string | undefined {
  return isIP(text) > 0 || /^[A-Za-z0-9.-]+$/.test(text) ? text : undefined;
}

/**
 * The database name is required, because the driver would default to the user's. A `#` in a password truncates the
 * URL.
 */
export function databaseUrl(text: string): string | undefined {
  const url = /^postgres(ql)?:\/\//.test(text) ? parseUrl(text) : undefined;
  return url && /^\/./.test(url.pathname) && !text.includes('#') ? text : undefined;
}

export function databaseUrls(text: string): readonly string[] | undefined {
  const urls = text.split(',').map((part) => databaseUrl(part.trim()));
  return urls.every((url) => url !== undefined) ? urls : undefined;
}

export function redisUrl(text: string): string | undefined {
  return /^rediss?:\/\/[^/]/.test(text) && parseUrl(text) && /^(\/[0-9]*)?$/.test(new URL(text).pathname)
    ? text
    : undefined;
}

export function workers(text: string): number | undefined {
  const number = Number(text);
  return /^[0-9]{1,2}$/.test(text) && number >= 1 && number <= 64 ? number : undefined;
}

export function connections(text: string): number | undefined {
  const number = Number(text);
  return /^[0-9]{2,7}$/.test(text) && number >= 10 && number <= 1_000_000 ? number : undefined;
}

/** The values of PostgreSQL's `synchronous_commit`. */
export const synchronousCommits = ['on', 'remote_apply', 'remote_write', 'local', 'off'] as const;

export type SynchronousCommit = (typeof synchronousCommits)[number];

/** Clients read changes with an overlap of a minute (libs/client): a longer lag would hide changes from them. */
export function replicaLag(text: string): number | undefined {
  const seconds = Number(/^([0-9]{1,2})s?$/.exec(text)?.[1]);
  return seconds >= 1 && seconds <= 30 ? seconds * 1000 : undefined;
}

export function publicUrl(text: string): string | undefined {
  const url = parseUrl(text);
  return url && /^https?:\/\//.test(text) && isPlain(url) ? url.href.replace(/\/+$/, '') : undefined;
}

/** An issuer stays as written: the tokens repeat it literally. Keys received over plain http could be forged. */
export function issuer(text: string): string | undefined {
  const url = parseUrl(text);
  return url && isPlain(url) && isTrustworthy(url) ? text : undefined;
}

/** Whether a URL has no user, query or fragment. */
const isPlain = ({ search, hash, username, password }: URL): boolean =>
  [search, hash, username, password].every((part) => part === '');

/** Whether responses of this URL really come from its host: over https, or within one machine. */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}

export function word(text: string): string | undefined {
  return /^\S{1,200}$/.test(text) ? text : undefined;
}

/** An access token in the format of AUTH-4. */
export function accessToken(text: string): string | undefined {
  return /^rct_[0-9A-Za-z]{49}$/.test(text) ? text : undefined;
}

export function trustProxy(text: string): number | readonly string[] | undefined {
  if (/^[0-9]{1,2}$/.test(text)) return Number(text);
  const addresses = text.split(',').map((part) => part.trim());
  const known = (part: string): boolean => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isRange(part);
  return addresses.every(known) ? addresses : undefined;
}

/** Whether a text is an address, or a range of addresses like 10.0.0.0/8. */
function isRange(text: string): boolean {
  const [, address = text, bits = '1'] = /^(.*)\/([0-9]{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  return family > 0 && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}

export function origins(text: string): readonly string[] | undefined {
  const list = text.split(',').map((part) => part.trim());
  // Browsers send complete origins, which a wildcard would never equal.
  return list.every((part) => parseUrl(part)?.origin === part && !part.includes('*')) ? list : undefined;
}

export function shutdownDelay(text: string): number | undefined {
  const seconds = Number(/^([0-9]{1,3})s?$/.exec(text)?.[1]);
  return seconds <= 300 ? seconds * 1000 : undefined;
}

export function slowRequest(text: string): number | undefined {
  if (text === 'off') return Infinity;
  const match = /^([1-9][0-9]{0,5})(ms|s)$/.exec(text);
  return match ? Number(match[1]) * (match[2] === 's' ? 1000 : 1) : undefined;
}

export function otlpEndpoint(text: string): string | undefined {
  return /^https?:\/\//.test(text) && parseUrl(text) ? text : undefined;
}

/** `128MiB`, `1GiB`: a size in bytes, with room for two of the largest responses. */
export function parseBytes(text: string): number | undefined {
  const match = /^([1-9][0-9]{0,5})(MiB|GiB)$/.exec(text);
  if (!match) return undefined;
  const bytes = Number(match[1]) * 1024 ** (match[2] === 'GiB' ? 3 : 2);
  return bytes >= 16 * 1024 ** 2 ? bytes : undefined;
}

/** A day: a longer window would not survive restarts of a service that keeps it in memory. */
const longestWindow = 86_400;
const secondsIn = { s: 1, m: 60, h: 3600 } as const;

/** `600/60s`: a number of requests per window of seconds (s), minutes (m) or hours (h). */
export function parseQuota(text: string): Quota | undefined {
  const match = /^([0-9]{1,9})\/([0-9]{1,5})([smh])$/.exec(text);
  if (!match) return undefined;
  const requests = Number(match[1]);
  const unit = match[3] === 'm' || match[3] === 'h' ? match[3] : 's';
  const seconds = Number(match[2]) * secondsIn[unit];
  return requests >= 1 && seconds >= 1 && seconds <= longestWindow ? { requests, seconds } : undefined;
}

export function printQuota({ requests, seconds }: Quota): string {
  return `${requests}/${seconds}s`;
}

/** Returns a parser that accepts only these words. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word | undefined =>
    words.find((word) => word === text);
