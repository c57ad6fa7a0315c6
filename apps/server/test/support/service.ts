import type { Scope } from '@resource-catalogue/contracts';
import { type Logger, pino } from 'pino';
import { createToken, type Feed, type NewToken } from '@resource-catalogue/tokens';
import type { Database } from '@resource-catalogue/database';
import { type Configuration, type Quota, readConfiguration } from '@resource-catalogue/program';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { type HttpResponse, type Client, makeClient, type RequestOptions } from '@resource-catalogue/testing/requests';
import { until } from '@resource-catalogue/testing/until';
import type { Observers } from '../../src/app.module.js';
import { createApp } from '../../src/create-app.js';

export type { HttpResponse, RequestOptions };

/** A service on its own port; closing it leaves the database open. */
export type Instance = Client;

/** A service with its own database. */
export interface TestService extends TestDatabase, Instance {
  /** Has all scopes and a quota that no test uses up. */
  readonly token: string;
  newToken(options?: TokenOptions): Promise<NewToken>;
}

interface TokenOptions {
  readonly scopes?: readonly Scope[];
  /** Instead of scopes. */
  readonly feed?: Feed;
  readonly quota?: Quota;
  readonly expiresAt?: Date;
}

type Watchers = Observers & { readonly logger?: Logger };

const plenty: Quota = { requests: 10_000_000, seconds: 60 };
const everything: readonly Scope[] = ['read', 'projects:write'];

/** A token with all scopes and a quota that no test uses up, by default. */
export function newToken(
  { prisma }: Pick<Database, 'prisma'>,
  options: TokenOptions = {},
): ReturnType<typeof createToken> {
  const { feed = null, scopes = feed ? [] : everything, quota = plenty, expiresAt = null } = options;
  return createToken(prisma, { name: 'test', scopes, feed, quota, expiresAt });
}

/** The service on a copy of the seeded database, which the test may change. */
export async function startTestService(
  overrides: Partial<Configuration> = {},
  watchers: Watchers = {},
): Promise<TestService> {
  return startOn(await seededDatabase(), overrides, watchers);
}

/** The service on a given database, which is dropped at the end. */
export async function startOn(
  copy: TestDatabase,
  overrides: Partial<Configuration> = {},
  watchers: Watchers = {},
): Promise<TestService> {
  const { token } = await newToken(copy.database);
  const instance = await startInstance(copy.database, token, { ...copy.location, ...overrides }, watchers);
  return {
    ...copy,
    ...instance,
    token,
    newToken: (options) => newToken(copy.database, options),
    close: async () => {
      await instance.close();
      await copy.drop();
    },
  };
}

/** A service on an open database, which others may use. Requests without a token send this one. */
export async function startInstance(
  database: Database,
  token: string,
  overrides: Partial<Configuration> = {},
  { logger = pino({ level: 'silent' }), ...observers }: Watchers = {},
): Promise<Instance> {
  const configuration = { ...readConfiguration({ LOG_LEVEL: 'silent' }), ...overrides };
  const app = await createApp(configuration, database, logger, observers);
  await app.listen(0, '127.0.0.1');
  // A server that closes an idle connection may break a request being sent on it.
  app.getHttpServer().keepAliveTimeout = 0;
  const client = makeClient(await app.getUrl(), token);
  return {
    ...client,
    close: async () => {
      await client.close();
      await app.close();
    },
  };
}

/** Waits until the service is ready, within two seconds, or later on a slow machine. */
export const untilReady = (service: Pick<Instance, 'request'>): Promise<void> =>
  until(async () => (await service.request('/health/ready')).status === 200);
