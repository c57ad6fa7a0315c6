import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseUrl } from '@resource-catalogue/contracts';
import { parseQuota, type Quota } from './quota.js';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Everything that an operator decides, read once at start. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The folder of the embedded database; unused where `databaseUrl` is set. */
  readonly dataDir: string;
  /** A PostgreSQL URL, which then stands in for the embedded database. */
  readonly databaseUrl: string | null;
  /** The whole `{base_url}`, without a slash at its end. */
  readonly publicUrl: string | null;
  /** Whom to believe about X-Forwarded-*: nobody, so many proxies, or these addresses. */
  readonly trustProxy: false | number | readonly string[];
  readonly demo: boolean;
  readonly rateLimit: Quota;
  readonly authFailureLimit: Quota;
  readonly corsOrigins: readonly string[];
  readonly logLevel: (typeof logLevels)[number];
}

/** Names every bad setting at once: an operator should not have to start the service once for each. */
export class SettingsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Bad settings: ${faults.join('; ')}.`);
    this.name = 'SettingsError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(environment: Environment): Settings {
  const faults: string[] = [];
  /** Empty counts as not set: shells and container files make empty variables easily. */
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, expected: string): T => {
    const text = environment[name]?.trim();
    if (!text) return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    // DATABASE_URL may hold a password, so no value is repeated.
    faults.push(`${name} must be ${expected}`);
    return fallback;
  };
  const settings: Settings = {
    port: read('PORT', 3000, port, 'a port number from 0 to 65535'),
    host: read('HOST', '127.0.0.1', host, 'an address or a host name'),
    dataDir: resolve(read('DATA_DIR', '.data', (text) => text, 'a folder')),
    databaseUrl: read<string | null>('DATABASE_URL', null, databaseUrl, 'a URL like postgresql://user@host:5432/name'),
    publicUrl: read<string | null>('PUBLIC_URL', null, publicUrl, 'an http(s) URL without query, fragment and user'),
    trustProxy: read<Settings['trustProxy']>(
      'TRUST_PROXY',
      false,
      trustProxy,
      'a number of proxies, or addresses with commas',
    ),
    demo: read('DEMO', true, (text) => ({ off: false, on: true })[text], 'off or on'),
    rateLimit: read('RATE_LIMIT', { requests: 600, seconds: 60 }, parseQuota, 'a quota like 600/60s'),
    authFailureLimit: read('AUTH_FAILURE_LIMIT', { requests: 600, seconds: 60 }, parseQuota, 'a quota like 600/60s'),
    corsOrigins: read<readonly string[]>('CORS_ORIGINS', [], origins, 'origins like https://example.org, with commas'),
    logLevel: read<Settings['logLevel']>('LOG_LEVEL', 'info', logLevel, `one of ${logLevels.join(', ')}`),
  };
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

function port(text: string): number | undefined {
  const value = Number(text);
  return /^[0-9]{1,5}$/.test(text) && value <= 65535 ? value : undefined;
}

function host(text: string): string | undefined {
  return isIP(text) > 0 || /^[A-Za-z0-9.-]+$/.test(text) ? text : undefined;
}

function databaseUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\//.test(text) && parseUrl(text) ? text : undefined;
}

function publicUrl(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !parseUrl(text)) return undefined;
  const { search, hash, username, password, href } = new URL(text);
  return [search, hash, username, password].every((part) => part === '') ? href.replace(/\/+$/, '') : undefined;
}

function trustProxy(text: string): number | readonly string[] | undefined {
  if (/^[0-9]{1,2}$/.test(text)) return Number(text);
  const addresses = text.split(',').map((part) => part.trim());
  const known = (part: string): boolean =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isIP(part.replace(/\/[0-9]{1,3}$/, '')) > 0;
  return addresses.every(known) ? addresses : undefined;
}

function origins(text: string): readonly string[] | undefined {
  const list = text.split(',').map((part) => part.trim());
  return list.every((part) => parseUrl(part)?.origin === part) ? list : undefined;
}

function logLevel(text: string): Settings['logLevel'] | undefined {
  return logLevels.find((level) => level === text);
}
