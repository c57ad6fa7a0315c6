import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyDecorators } from '@nestjs/common';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { NotEquals, validateSync } from 'class-validator';
import { isPooled, getSchema } from './database-url.js';
import { CommandError, fileError } from './command-error.js';
import { ConfigurationError } from './configuration-error.js';
import { logFormats, logLevels } from './log.js';
import {
  accessToken,
  connections,
  databaseUrl,
  databaseUrls,
  host,
  issuer,
  oneOf,
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
  type SynchronousCommit,
  synchronousCommits,
  trustProxy,
  word,
  workers,
} from './parsers.js';

/** Trusted sources of X-Forwarded-*: none, this number of proxies, or these IP addresses. */
type TrustedProxies = false | number | readonly string[];

type Milliseconds = number;
type Bytes = number;

const defaultQuota: Quota = { requests: 600, seconds: 60 };

/** An environment variable, as docs/operations/settings.md documents it. */
interface VariableOf {
  readonly name: string;
  readonly key: string;
  readonly parse: (text: string) => unknown;
  readonly expected: string;
  /** Whether its value may come from a file. */
  readonly secret: boolean;
}

const urlForm = 'postgresql://user:password@host:5432/name, with `#` in the password written as `%23`';

const known: VariableOf[] = [];
export const variables: readonly VariableOf[] = known;

/** All settings of an operator, read once at start. The comments appear in docs/operations/settings.md. */
export class Configuration {
  /** Port to listen on; 0 picks a free one. The service also has the flag `--port`. */
  @Variable('PORT', port, 'a port number from 0 to 65535, like 3000')
  readonly port: number = 3000;

  /** Address to listen on; `0.0.0.0` for all. The service also has the flag `--host`. */
  @Variable('HOST', host, 'an IP address or a host name, like 127.0.0.1')
  readonly host: string = '127.0.0.1';

  /** Directory of the embedded database, empty at first; unused with `DATABASE_URL`. */
  @Variable('DATA_DIR', (text) => resolve(text), 'a directory, like .data')
  readonly dataDir: string = resolve('.data');

  /** PostgreSQL 15 or newer, instead of the embedded database; `?schema=` selects a schema other than `public`, `?pgbouncer=true` is for PgBouncer. */
  @Variable('DATABASE_URL', databaseUrl, `a URL like ${urlForm}`, { secret: true })
  readonly databaseUrl: string | null = null;

  /** URL of the server itself, for migrations and commands, if `DATABASE_URL` is that of PgBouncer. */
  @Variable('DATABASE_DIRECT_URL', databaseUrl, `a URL like ${urlForm}`, { secret: true })
  readonly databaseDirectUrl: string | null = null;

  /** Streaming replicas, for reads of the collections that the service never writes. */
  @Variable('DATABASE_REPLICA_URL', databaseUrls, `URLs, separated by commas, like ${urlForm}`, { secret: true })
  readonly databaseReplicaUrls: readonly string[] = [];

  /** Maximum staleness of a read from a replica. */
  @Variable('REPLICA_LAG', replicaLag, 'whole seconds from 1 to 30, like 5s')
  readonly replicaLag: Milliseconds = 5000;

  /** When a write is confirmed: PostgreSQL's `synchronous_commit`; overrides the setting of the role and the server. With `off`, a crash of the server may lose confirmed writes. */
  @Variable('SYNCHRONOUS_COMMIT', oneOf(synchronousCommits), `one of ${synchronousCommits.join(', ')}`)
  readonly synchronousCommit: SynchronousCommit = 'on';

  /** Redis in which all instances count quotas and rejected tokens; without it each instance counts alone. */
  @Variable('REDIS_URL', redisUrl, 'a URL like redis://host:6379/0 or rediss://user:password@host:6379/0', {
    secret: true,
  })
  readonly redisUrl: string | null = null;

  /** Processes that share the port. */
  @Variable('WORKERS', workers, 'a number from 1 to 64')
  readonly workers: number = 1;

  /** The `{base_url}` of links, instead of the one from the request; if it has a path, the proxy must strip it. */
  @Variable('PUBLIC_URL', publicUrl, 'an http or https URL without user, query and fragment, like https://example.org')
  readonly publicUrl: string | null = null;

  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  @Variable('TRUST_PROXY', trustProxy, 'a number of proxies, like 1, or their IP addresses, separated by commas')
  readonly trustProxy: TrustedProxies = false;

  /** Issuer URL of the OpenID provider whose JWTs are accepted, exactly as in their `iss` (AUTH-5). */
  @Variable('OIDC_ISSUER', issuer, 'an https URL without user, query and fragment (http on this machine only)')
  readonly oidcIssuer: string | null = null;

  /** The `aud` that these tokens must carry. Required with `OIDC_ISSUER`. */
  @Variable('OIDC_AUDIENCE', word, 'one audience without spaces, like catalogue')
  readonly oidcAudience: string | null = null;

  /** The claim with the scopes of these tokens. */
  @Variable('OIDC_SCOPE_CLAIM', word, 'the name of a claim, like scope')
  readonly oidcScopeClaim: string = 'scope';

  /** Whether to fill an empty embedded database with demo data and print a token. */
  @Variable('DEMO', (text) => ({ off: false, on: true })[text], 'on or off')
  readonly demo: boolean = true;

  /** The demo token; random by default. It is valid until the first import. */
  @Variable('DEMO_TOKEN', accessToken, 'an access token as the service prints it: rct_ and 49 letters and digits', {
    secret: true,
  })
  readonly demoToken: string | null = null;

  /** Quota of tokens without their own. */
  @Variable('RATE_LIMIT', parseQuota, 'a quota like 600/60s')
  readonly rateLimit: Quota = defaultQuota;

  /** Allowed number of rejected tokens per client IP address. */
  @Variable('AUTH_FAILURE_LIMIT', parseQuota, 'a quota like 600/60s')
  readonly authFailureLimit: Quota = defaultQuota;

  /** Maximum number of client connections; above it the longest idle one is closed. */
  @Variable('MAX_CONNECTIONS', connections, 'a number from 10 to 1000000')
  readonly maxConnections: number = 10_000;

  /** Memory for responses that clients have not read; above it their connections are closed. */
  @Variable('RESPONSE_BUFFER', parseBytes, 'a size of 16MiB or more, like 128MiB or 1GiB')
  readonly responseBuffer: Bytes = 128 * 1024 ** 2;

  /** Origins whose scripts may read responses. */
  @Variable('CORS_ORIGINS', origins, 'origins like https://example.org, separated by commas, without wildcards')
  readonly corsOrigins: readonly string[] = [];

  /** Origins whose pictures the explorer shows; other pictures are links. */
  @Variable('IMAGE_HOSTS', origins, 'origins like https://images.example.org, separated by commas, without wildcards')
  readonly imageHosts: readonly string[] = [];

  /** Whether the explorer shows people without a token the name, opening hours, address and website of published spaces. */
  @Variable('PUBLIC_SPACES', (text) => ({ off: false, on: true })[text], 'on or off')
  readonly publicSpaces: boolean = false;

  /** How long to accept connections after SIGTERM, while `/health/ready` is 503 (HTTP-8). */
  @Variable('SHUTDOWN_DELAY', shutdownDelay, 'whole seconds from 0 to 300, like 1s')
  readonly shutdownDelay: Milliseconds = 1000;

  /** Port of `/metrics` for Prometheus, without a token; needs `WORKERS=1`. */
  @Variable('METRICS_PORT', port, 'a port number from 0 to 65535, like 9464')
  readonly metricsPort: number | null = null;

  /** Address of the metrics port. */
  @Variable('METRICS_HOST', host, 'an IP address or a host name, like 127.0.0.1')
  readonly metricsHost: string = '127.0.0.1';

  /** Requests slower than this get their own log line. */
  @Variable('SLOW_REQUEST', slowRequest, 'a time like 1s or 500ms, or off')
  readonly slowRequest: Milliseconds = 1000;

  /** Collector of traces; other OpenTelemetry variables apply too. */
  @Variable('OTEL_EXPORTER_OTLP_ENDPOINT', otlpEndpoint, 'an http or https URL, like http://127.0.0.1:4318')
  readonly otlpEndpoint: string | null = null;

  /** Minimum level of log lines. */
  @Variable('LOG_LEVEL', oneOf(logLevels), `one of ${logLevels.join(', ')}`)
  readonly logLevel: (typeof logLevels)[number] = 'info';

  /** `json` writes one JSON object per line, `text` a readable line. In a terminal, `text` is the default, and shows requests only with `LOG_LEVEL=debug`. */
  @Variable('LOG_FORMAT', oneOf(logFormats), logFormats.join(' or '))
  readonly logFormat: (typeof logFormats)[number] = 'json';

  /** Level of the line per response: in a terminal these lines would push the demo token out of sight. */
  readonly requestLevel: 'info' | 'debug' = 'info';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `isTerminal`: whether the log is written to a terminal. */
export function readConfiguration(environment: Environment, isTerminal = false): Configuration {
  const files: Record<string, string> = {};
  const errors: string[] = [];
  for (const { name } of variables.filter(({ secret }) => secret)) {
    const { text, error } = fromFile(environment, name);
    if (text !== undefined) files[name] = text;
    if (error !== undefined) errors.push(error);
  }
  const given = Object.entries({ ...environment, ...files }).filter(([, text]) => isSet(text));
  const defaults = isTerminal ? { LOG_FORMAT: 'text' } : {};
  const configuration = plainToInstance(
    Configuration,
    { ...defaults, ...Object.fromEntries(given) },
    { excludeExtraneousValues: true, exposeDefaultValues: true },
  );
  if (isTerminal && configuration.logFormat === 'text') Object.assign(configuration, { requestLevel: 'debug' });
  errors.push(...validateSync(configuration).flatMap(({ constraints = {} }) => Object.values(constraints)));
  if ((configuration.oidcIssuer === null) !== (configuration.oidcAudience === null)) {
    // Without an audience, tokens issued for other services would be accepted.
    errors.push('OIDC_ISSUER and OIDC_AUDIENCE must be set together');
  }
  const { databaseUrl: url, databaseDirectUrl } = configuration;
  if (url && isPooled(url) && databaseDirectUrl === null) {
    errors.push(
      'DATABASE_URL with pgbouncer=true needs DATABASE_DIRECT_URL: migrations and imports need a direct connection',
    );
  }
  // Prisma does not escape quotes, and PostgreSQL reserves names that begin with pg_.
  if (url && /^$|["$]|^pg_/.test(getSchema(url))) {
    errors.push('the ?schema= of DATABASE_URL must not be empty, contain " or $, or begin with pg_');
  }
  const otherUrls = [databaseDirectUrl ?? [], configuration.databaseReplicaUrls ?? []].flat();
  if (url && otherUrls.some((other) => getSchema(other) !== getSchema(url))) {
    errors.push('DATABASE_DIRECT_URL and DATABASE_REPLICA_URL must have the same ?schema= as DATABASE_URL');
  }
  if (!given.some(([name]) => name === 'DATABASE_URL')) errors.push(...withoutServer(configuration));
  if (configuration.workers > 1 && configuration.metricsPort !== null) {
    errors.push(
      'METRICS_PORT needs WORKERS=1, because each worker has its own metrics; start several processes instead',
    );
  }
  if (configuration.port > 0 && configuration.metricsPort === configuration.port) {
    errors.push('METRICS_PORT must differ from PORT');
  }
  if (errors.length > 0) throw new ConfigurationError(errors);
  return configuration;
}

/** Reads a secret outside the configuration from its variable or file; undefined if neither is set. */
export function readSecret(environment: Environment, name: string): string | undefined {
  const { text, error } = fromFile(environment, name);
  if (error !== undefined) throw new ConfigurationError([error]);
  return text ?? (isSet(environment[name]) ? environment[name] : undefined);
}

/** Reads the file whose path is in NAME_FILE, as container platforms provide secrets. */
function fromFile(environment: Environment, name: string): { readonly text?: string; readonly error?: string } {
  const file = environment[`${name}_FILE`]?.trim();
  if (!isSet(file)) return {};
  if (isSet(environment[name])) return { error: `only one of ${name} and ${name}_FILE may be set` };
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return isSet(text) ? { text } : { error: `${name}_FILE is ${file}, which is empty` };
  } catch (error) {
    const problem = fileError(error, (reason) => `${name}_FILE is ${file}, which cannot be read: ${reason}`);
    if (problem instanceof CommandError) return { error: problem.message };
    throw error;
  }
}

/** Empty counts as unset, because shells and container files easily create empty variables. */
const isSet = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

function withoutServer({ databaseDirectUrl, databaseReplicaUrls }: Configuration): string[] {
  return [
    ...(databaseDirectUrl ? ['DATABASE_DIRECT_URL needs DATABASE_URL, the URL of PgBouncer'] : []),
    // An invalid value is undefined here and has its own error.
    ...((databaseReplicaUrls?.length ?? 0) > 0
      ? ['DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replicas']
      : []),
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
  /** Does not compile for a property that cannot hold the parsed value. */
  return <Target extends object, Key extends keyof Target>(
    target: Target,
    key: T extends Target[Key] ? Key & string : never,
  ): void => {
    known.push({ name, key, parse, expected, secret });
    decorate(target, key);
  };
}
