import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyDecorators } from '@nestjs/common';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { NotEquals, validateSync } from 'class-validator';
import { isPooled, schemaOf } from './database-url.js';
import { CommandError, fileError } from './command-error.js';
import { logFormats, logLevels } from './log.js';
import {
  accessToken,
  connections,
  databaseUrl,
  databaseUrls,
  host,
  issuer,
  origins,
  otlpEndpoint,
  parseBytes,
  parseQuota,
  port,
  publicUrl,
  type Quota,
  redisUrl,
  replicaLag,
  shutdownDelay,
  slowRequest,
  trustProxy,
  word,
  workers,
} from './parsers.js';

/** Whom to believe about X-Forwarded-*: nobody, this number of proxies, or these addresses. */
type TrustedProxies = false | number | readonly string[];

type Milliseconds = number;
type Bytes = number;

const defaultQuota: Quota = { requests: 600, seconds: 60 };

/** One of them, as docs/operations/settings.md tells of it. */
interface VariableOf {
  readonly name: string;
  readonly key: string;
  readonly parse: (text: string) => unknown;
  readonly expected: string;
  /** It may come from a file instead. */
  readonly secret: boolean;
}

const urlForm = 'postgresql://user:password@host:5432/name, with a # of the password as %23';

const known: VariableOf[] = [];
export const variables: readonly VariableOf[] = known;

/** Everything that an operator decides, read once at start. The page of settings has the comments as they are here. */
export class Configuration {
  /** Where it listens; 0 takes a port that is free. */
  @Variable('PORT', port, 'a port number from 0 to 65535, like 3000')
  readonly port: number = 3000;

  /** The address where it listens; `0.0.0.0` for all of them. */
  @Variable('HOST', host, 'an address or a host name, like 127.0.0.1')
  readonly host: string = '127.0.0.1';

  /** The folder of the embedded database, empty at first, for one process at a time; unused with `DATABASE_URL`. */
  @Variable('DATA_DIR', (text) => resolve(text), 'a folder, like .data')
  readonly dataDir: string = resolve('.data');

  /** PostgreSQL 15 or newer, instead of the embedded database; `?schema=` names another schema than `public`, `?pgbouncer=true` leads through PgBouncer. */
  @Variable('DATABASE_URL', databaseUrl, `a URL like ${urlForm}`, { secret: true })
  readonly databaseUrl: string | null = null;

  /** The server itself, for migrations and commands, where `DATABASE_URL` leads to PgBouncer. */
  @Variable('DATABASE_DIRECT_URL', databaseUrl, `a URL like ${urlForm}`, { secret: true })
  readonly databaseDirectUrl: string | null = null;

  /** Streaming replicas, for reads of what the service never writes. */
  @Variable('DATABASE_REPLICA_URL', databaseUrls, `URLs, separated by commas, like ${urlForm}`, { secret: true })
  readonly databaseReplicaUrls: readonly string[] = [];

  /** How old such a read may be. */
  @Variable('REPLICA_LAG', replicaLag, 'whole seconds from 1 to 30, like 5s')
  readonly replicaLag: Milliseconds = 5000;

  /** A Redis in which instances count quotas and refused tokens together; without it each counts its own. */
  @Variable('REDIS_URL', redisUrl, 'a URL like redis://host:6379/0 or rediss://user:password@host:6379/0', {
    secret: true,
  })
  readonly redisUrl: string | null = null;

  /** Processes that answer on the one port, on PostgreSQL. */
  @Variable('WORKERS', workers, 'a number from 1 to 64')
  readonly workers: number = 1;

  /** The whole `{base_url}` of links, instead of what each request says; a proxy strips its path. */
  @Variable('PUBLIC_URL', publicUrl, 'an http or https URL without user, query and fragment, like https://example.org')
  readonly publicUrl: string | null = null;

  /** Whose `X-Forwarded-*` headers count. */
  @Variable('TRUST_PROXY', trustProxy, 'a number of proxies, like 1, or their addresses, separated by commas')
  readonly trustProxy: TrustedProxies = false;

  /** An OpenID provider whose JWTs are access tokens, too, as its tokens write it (AUTH-5). */
  @Variable('OIDC_ISSUER', issuer, 'an https URL without user, query and fragment (http on this machine alone)')
  readonly oidcIssuer: string | null = null;

  /** What these name in `aud`; needed with `OIDC_ISSUER`. */
  @Variable('OIDC_AUDIENCE', word, 'one audience without spaces, like catalogue')
  readonly oidcAudience: string | null = null;

  /** The claim with their scopes. */
  @Variable('OIDC_SCOPE_CLAIM', word, 'the name of a claim, like scope')
  readonly oidcScopeClaim: string = 'scope';

  /** Whether an empty embedded database is filled with demo data, and a token to it is printed. */
  @Variable('DEMO', (text) => ({ off: false, on: true })[text], 'on or off')
  readonly demo: boolean = true;

  /** The demo token. Without it a random one is made and kept as long as the demo data; the first import withdraws either. */
  @Variable('DEMO_TOKEN', accessToken, 'an access token as the service prints it: rct_ and 49 letters and digits', {
    secret: true,
  })
  readonly demoToken: string | null = null;

  /** The quota of a token that has none of its own. */
  @Variable('RATE_LIMIT', parseQuota, 'a quota like 600/60s')
  readonly rateLimit: Quota = defaultQuota;

  /** Refused tokens for each client address. */
  @Variable('AUTH_FAILURE_LIMIT', parseQuota, 'a quota like 600/60s')
  readonly authFailureLimit: Quota = defaultQuota;

  /** Connections of clients; beyond that the one that has been idle for longest is closed. */
  @Variable('MAX_CONNECTIONS', connections, 'a number from 10 to 1000000')
  readonly maxConnections: number = 10_000;

  /** Memory for answers that clients do not take; beyond that their connections are closed. */
  @Variable('RESPONSE_BUFFER', parseBytes, 'a size of 16MiB or more, like 128MiB or 1GiB')
  readonly responseBuffer: Bytes = 128 * 1024 ** 2;

  /** Whose scripts may read answers. */
  @Variable('CORS_ORIGINS', origins, 'origins like https://example.org, separated by commas, without wildcards')
  readonly corsOrigins: readonly string[] = [];

  /** How long connections are taken on SIGTERM after `/health/ready` has become 503 (HTTP-8). */
  @Variable('SHUTDOWN_DELAY', shutdownDelay, 'whole seconds from 0 to 300, like 1s')
  readonly shutdownDelay: Milliseconds = 1000;

  /** A port for Prometheus, which asks `/metrics` there and needs no token. */
  @Variable('METRICS_PORT', port, 'a port number from 0 to 65535, like 9464')
  readonly metricsPort: number | null = null;

  /** The address where that port listens. */
  @Variable('METRICS_HOST', host, 'an address or a host name, like 127.0.0.1')
  readonly metricsHost: string = '127.0.0.1';

  /** From how long on a request has a line of its own in the log. */
  @Variable('SLOW_REQUEST', slowRequest, 'a time like 1s or 500ms, or off')
  readonly slowRequest: Milliseconds = 1000;

  /** A collector of traces; the other variables of OpenTelemetry count as well. */
  @Variable('OTEL_EXPORTER_OTLP_ENDPOINT', otlpEndpoint, 'an http or https URL, like http://127.0.0.1:4318')
  readonly otlpEndpoint: string | null = null;

  /** The least that is logged. */
  @Variable('LOG_LEVEL', (text) => logLevels.find((level) => level === text), `one of ${logLevels.join(', ')}`)
  readonly logLevel: (typeof logLevels)[number] = 'info';

  /** `json` writes one JSON object per line, for programs; `text` one readable line, for people. */
  @Variable('LOG_FORMAT', (text) => logFormats.find((format) => format === text), logFormats.join(' or '))
  readonly logFormat: (typeof logFormats)[number] = 'json';
}

/** Names every invalid variable at once: an operator should not have to start the service once for each. */
export class ConfigurationError extends CommandError {
  constructor(readonly errors: readonly string[]) {
    super(`The configuration is not valid: ${errors.join('; ')}.`);
    this.name = 'ConfigurationError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfiguration(environment: Environment): Configuration {
  const files: Record<string, string> = {};
  const errors: string[] = [];
  for (const { name } of variables.filter(({ secret }) => secret)) {
    const { text, error } = fromFile(environment, name);
    if (text !== undefined) files[name] = text;
    if (error !== undefined) errors.push(error);
  }
  const given = Object.entries({ ...environment, ...files }).filter(([, text]) => isSet(text));
  const configuration = plainToInstance(Configuration, Object.fromEntries(given), {
    excludeExtraneousValues: true,
    exposeDefaultValues: true,
  });
  errors.push(...validateSync(configuration).flatMap(({ constraints = {} }) => Object.values(constraints)));
  if ((configuration.oidcIssuer === null) !== (configuration.oidcAudience === null)) {
    // Whoever takes tokens that were made for another service lets that service's users in.
    errors.push('OIDC_ISSUER and OIDC_AUDIENCE must be set together');
  }
  const { databaseUrl: url, databaseDirectUrl } = configuration;
  if (url && isPooled(url) && databaseDirectUrl === null) {
    errors.push('DATABASE_URL with pgbouncer=true needs DATABASE_DIRECT_URL: migrations and imports keep a connection');
  }
  // Prisma does not escape quotes, and PostgreSQL keeps names of its own.
  if (url && /^$|["$]|^pg_/.test(schemaOf(url))) {
    errors.push('DATABASE_URL must name a schema without ", $ and pg_ at its beginning in ?schema=');
  }
  const otherUrls = [databaseDirectUrl ?? [], configuration.databaseReplicaUrls ?? []].flat();
  if (url && otherUrls.some((other) => schemaOf(other) !== schemaOf(url))) {
    errors.push('DATABASE_DIRECT_URL and DATABASE_REPLICA_URL must have the same ?schema= as DATABASE_URL');
  }
  if (!given.some(([name]) => name === 'DATABASE_URL')) errors.push(...withoutServer(configuration));
  if (configuration.workers > 1 && configuration.metricsPort !== null) {
    errors.push('METRICS_PORT needs WORKERS=1: each worker counts its own, so start one process for each instead');
  }
  if (configuration.port > 0 && configuration.metricsPort === configuration.port) {
    errors.push('METRICS_PORT must be another port than PORT');
  }
  if (errors.length > 0) throw new ConfigurationError(errors);
  return configuration;
}

/** A secret that is no part of the configuration, of its variable or of a file; undefined where neither is set. */
export function readSecret(environment: Environment, name: string): string | undefined {
  const { text, error } = fromFile(environment, name);
  if (error !== undefined) throw new ConfigurationError([error]);
  return text ?? (isSet(environment[name]) ? environment[name] : undefined);
}

/** The text of the file that NAME_FILE names, as container platforms hand secrets over; nothing where it is not set. */
function fromFile(environment: Environment, name: string): { readonly text?: string; readonly error?: string } {
  const file = environment[`${name}_FILE`]?.trim();
  if (!isSet(file)) return {};
  if (isSet(environment[name])) return { error: `only one of ${name} and ${name}_FILE may be set` };
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return isSet(text) ? { text } : { error: `${name}_FILE names ${file}, which is empty` };
  } catch (error) {
    const refused = fileError(error, (reason) => `${name}_FILE names ${file}, which cannot be read: ${reason}`);
    if (refused instanceof CommandError) return { error: refused.message };
    throw error;
  }
}

/** Empty counts as not set: shells and container files make empty variables easily. */
const isSet = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

function withoutServer({ databaseDirectUrl, databaseReplicaUrls, workers }: Configuration): string[] {
  return [
    ...(databaseDirectUrl ? ['DATABASE_DIRECT_URL needs DATABASE_URL: it is beside that of PgBouncer'] : []),
    // An invalid value is undefined here, and has an error of its own.
    ...((databaseReplicaUrls?.length ?? 0) > 0
      ? ['DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replicas']
      : []),
    ...(workers > 1 ? ['WORKERS needs DATABASE_URL: one process alone can have the embedded database'] : []),
  ];
}

/** The value of a property by the text of a variable; without the variable the property keeps its initial value. */
function Variable<T>(
  name: string,
  parse: (text: string) => T | undefined,
  expected: string,
  { secret = false }: { readonly secret?: boolean } = {},
) {
  const decorate = applyDecorators(
    Expose({ name }),
    Transform(({ value }: { readonly value: unknown }) => parse(String(value).trim())),
    // DATABASE_URL may hold a password, so no message repeats a value.
    NotEquals(undefined, { message: `${name} must be ${expected}` }),
  );
  /** A type error at a property says that it cannot hold what the variable is parsed to. */
  return <Target extends object, Key extends keyof Target>(
    target: Target,
    key: T extends Target[Key] ? Key & string : never,
  ): void => {
    known.push({ name, key, parse, expected, secret });
    decorate(target, key);
  };
}
