import type { Scope } from '@resource-catalogue/contracts';
import { type Logger, pino } from 'pino';
import { createToken } from '@resource-catalogue/tokens';
import type { Database } from '@resource-catalogue/database';
import { type Configuration, type Quota, readConfiguration } from '@resource-catalogue/program';
import type { DatabaseKind, TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { type Answer, type Client, clientOf, type RequestOptions } from '@resource-catalogue/testing/requests';
import type { Observers } from '../../src/app.module.js';
import { createApp } from '../../src/create-app.js';

export type { Answer, RequestOptions };

/** One service that listens on a port of its own; closing it leaves the database open. */
export type Instance = Client;

/** The service on a database that nobody else uses meanwhile. */
export interface TestService extends TestDatabase, Instance {
  /** May do everything, practically without limit. */
  readonly token: string;
  newToken(wish?: TokenWish): Promise<{ id: string; token: string }>;
}

interface TokenWish {
  readonly scopes?: readonly Scope[];
  readonly quota?: Quota;
  readonly expiresAt?: Date;
}

/** What a test sees of a service. */
type Watchers = Observers & { readonly logger?: Logger };

const plenty: Quota = { requests: 10_000_000, seconds: 60 };
const everything: readonly Scope[] = ['read', 'projects:write'];

/** A token that may do everything, practically without limit, unless the test wishes otherwise. */
export function newToken({ prisma }: Pick<Database, 'prisma'>, wish: TokenWish = {}): ReturnType<typeof createToken> {
  const { scopes = everything, quota = plenty, expiresAt = null } = wish;
  return createToken(prisma, { name: 'test', scopes, quota, expiresAt });
}

/** The service on the seeded database, in which the test may change what it likes. */
export async function startTestService(
  kind: DatabaseKind,
  overrides: Partial<Configuration> = {},
  watchers: Watchers = {},
): Promise<TestService> {
  return startOn(await seededDatabase(kind), overrides, watchers);
}

/** The service on a given database, which it drops when it is closed. */
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
    newToken: (wish) => newToken(copy.database, wish),
    close: async () => {
      await instance.close();
      await copy.drop();
    },
  };
}

/** A service on an open database, where another may be as well. The token is sent with every request that names none. */
export async function startInstance(
  database: Database,
  token: string,
  overrides: Partial<Configuration> = {},
  { logger = pino({ level: 'silent' }), ...observers }: Watchers = {},
): Promise<Instance> {
  const configuration = { ...readConfiguration({ LOG_LEVEL: 'silent' }), ...overrides };
  const app = await createApp(configuration, database, logger, observers);
  await app.listen(0, '127.0.0.1');
  // A connection that the server closes just as a request is sent on it fails that request: here none may be closed.
  app.getHttpServer().keepAliveTimeout = 0;
  const client = clientOf(await app.getUrl(), token);
  return {
    ...client,
    close: async () => {
      await client.close();
      await app.close();
    },
  };
}
