import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyDecorators } from '@nestjs/common';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { NotEquals, validateSync } from 'class-validator';
import { CommandError, fileError } from '../errors/command-error.js';
import {
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

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Whom to believe about X-Forwarded-*: nobody, this number of proxies, or these addresses. */
type TrustedProxies = false | number | readonly string[];

const defaultQuota: Quota = { requests: 600, seconds: 60 };

/** Variables that may hold a secret, which may come from a file instead. */
const secrets = new Set<string>();

/** Everything that an operator decides, read once at start. */
export class Configuration {
  @Variable('PORT', port, 'a port number from 0 to 65535, like 3000')
  readonly port: number = 3000;

  @Variable('HOST', host, 'an address or a host name, like 127.0.0.1')
  readonly host: string = '127.0.0.1';

  /** The folder of the embedded database; unused where `databaseUrl` is set. */
  @Variable('DATA_DIR', (text) => resolve(text), 'a folder')
  readonly dataDir: string = resolve('.data');

  /** A PostgreSQL server to use instead of the embedded database. */
  @Variable('DATABASE_URL', databaseUrl, 'a URL like postgresql://user@host:5432/name', { secret: true })
  readonly databaseUrl: string | null = null;

  /** Streaming replicas of it, which answer reads of the collections that are only read. */
  @Variable('DATABASE_REPLICA_URL', databaseUrls, 'URLs like postgresql://user@host:5432/name, separated by commas', {
    secret: true,
  })
  readonly databaseReplicaUrls: readonly string[] = [];

  /** Milliseconds: no read shows a state of the database that is older. */
  @Variable('REPLICA_LAG', replicaLag, 'whole seconds from 1 to 30, like 5s')
  readonly replicaLag: number = 5000;

  /** Where instances count requests together; each counts its own without it. */
  @Variable('REDIS_URL', redisUrl, 'a URL like redis://host:6379/0 or rediss://user:password@host:6379/0', {
    secret: true,
  })
  readonly redisUrl: string | null = null;

  /** Processes that answer on the one port. */
  @Variable('WORKERS', workers, 'a number from 1 to 64')
  readonly workers: number = 1;

  /** The whole `{base_url}`, without a slash at its end. */
  @Variable('PUBLIC_URL', publicUrl, 'an http or https URL without user, query and fragment, like https://example.org')
  readonly publicUrl: string | null = null;

  @Variable('TRUST_PROXY', trustProxy, 'a number of proxies, like 1, or their addresses, separated by commas')
  readonly trustProxy: TrustedProxies = false;

  /** The OpenID provider whose JWTs are access tokens, too (AUTH-5), as its tokens write it. */
  @Variable('OIDC_ISSUER', issuer, 'an https URL without user, query and fragment (http on this machine alone)')
  readonly oidcIssuer: string | null = null;

  /** What a JWT names in `aud` that is meant for this service. */
  @Variable('OIDC_AUDIENCE', word, 'one audience without spaces, like catalogue')
  readonly oidcAudience: string | null = null;

  @Variable('OIDC_SCOPE_CLAIM', word, 'the name of a claim, like scope')
  readonly oidcScopeClaim: string = 'scope';

  @Variable('DEMO', (text) => ({ off: false, on: true })[text], 'on or off')
  readonly demo: boolean = true;

  @Variable('RATE_LIMIT', parseQuota, 'a quota like 600/60s')
  readonly rateLimit: Quota = defaultQuota;

  @Variable('AUTH_FAILURE_LIMIT', parseQuota, 'a quota like 600/60s')
  readonly authFailureLimit: Quota = defaultQuota;

  /** Bytes of answers that may wait in memory for clients that read slowly. */
  @Variable('RESPONSE_BUFFER', parseBytes, 'a size of 16MiB or more, like 128MiB or 1GiB')
  readonly responseBuffer: number = 128 * 1024 ** 2;

  @Variable('CORS_ORIGINS', origins, 'origins like https://example.org, separated by commas')
  readonly corsOrigins: readonly string[] = [];

  /** Milliseconds between SIGTERM and the end of new connections (HTTP-8). */
  @Variable('SHUTDOWN_DELAY', shutdownDelay, 'whole seconds from 0 to 300, like 5s')
  readonly shutdownDelay: number = 1000;

  /** The port for Prometheus, or null where nobody asks. */
  @Variable('METRICS_PORT', port, 'a port number from 0 to 65535, like 9464')
  readonly metricsPort: number | null = null;

  @Variable('METRICS_HOST', host, 'an address or a host name, like 127.0.0.1')
  readonly metricsHost: string = '127.0.0.1';

  /** Milliseconds from which a request has a line of its own in the log; infinite where none has. */
  @Variable('SLOW_REQUEST', slowRequest, 'a time like 500ms or 2s, or off')
  readonly slowRequest: number = 1000;

  /** Where traces go. The SDK reads this variable and the others of OpenTelemetry by itself. */
  @Variable('OTEL_EXPORTER_OTLP_ENDPOINT', otlpEndpoint, 'an http or https URL, like http://127.0.0.1:4318')
  readonly otlpEndpoint: string | null = null;

  @Variable('LOG_LEVEL', (text) => logLevels.find((level) => level === text), `one of ${logLevels.join(', ')}`)
  readonly logLevel: (typeof logLevels)[number] = 'info';
}

/** Names every invalid variable at once: an operator should not have to start the service once for each. */
export class ConfigurationError extends Error {
  constructor(readonly errors: readonly string[]) {
    super(`The configuration is not valid: ${errors.join('; ')}.`);
    this.name = 'ConfigurationError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfiguration(environment: Environment): Configuration {
  const files: Record<string, string> = {};
  const errors: string[] = [];
  for (const name of secrets) {
    const { text, error } = fromFile(environment, name);
    if (text !== undefined) files[name] = text;
    if (error !== undefined) errors.push(error);
  }
  const variables = Object.entries({ ...environment, ...files }).filter(([, text]) => isSet(text));
  const configuration = plainToInstance(Configuration, Object.fromEntries(variables), {
    excludeExtraneousValues: true,
    exposeDefaultValues: true,
  });
  errors.push(...validateSync(configuration).flatMap(({ constraints = {} }) => Object.values(constraints)));
  if ((configuration.oidcIssuer === null) !== (configuration.oidcAudience === null)) {
    // Whoever takes tokens that were made for another service lets that service's users in.
    errors.push('OIDC_ISSUER and OIDC_AUDIENCE must be set together');
  }
  if (!variables.some(([name]) => name === 'DATABASE_URL')) errors.push(...withoutServer(configuration));
  if (configuration.workers > 1 && configuration.metricsPort !== null) {
    errors.push('METRICS_PORT needs WORKERS=1: each worker counts its own, so start one process for each instead');
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

function withoutServer({ databaseReplicaUrls, workers }: Configuration): string[] {
  return [
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
  if (secret) secrets.add(name);
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
  ): void => decorate(target, key);
}
