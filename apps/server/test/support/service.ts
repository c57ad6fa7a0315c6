import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Scope } from '@resource-catalogue/contracts';
import { pino } from 'pino';
import type { Quota } from '../../src/settings/quota.js';
import { createToken } from '../../src/auth/token-admin.js';
import { createApp } from '../../src/create-app.js';
import type { Database } from '../../src/database/database.js';
import { readSettings, type Settings } from '../../src/settings/settings.js';
import { copyDatabase, type DatabaseKind, type TestDatabase } from './databases.js';

/** A whole answer, as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
  json(): unknown;
}

export interface RequestOptions {
  readonly method?: string;
  /** False sends no Authorization header; a text sends that token. */
  readonly token?: string | false;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** One service that listens on a port of its own. */
export interface Instance {
  readonly url: string;
  readonly port: number;
  request(path: string, options?: RequestOptions): Promise<Answer>;
  /** Leaves the database open. */
  close(): Promise<void>;
}

/** The service on a database of its own, which goes with it. */
export interface TestService extends TestDatabase, Instance {
  /** May do everything, practically without limit. */
  readonly token: string;
  newToken(wish?: {
    scopes?: readonly Scope[];
    quota?: Quota;
    expiresAt?: Date;
  }): Promise<{ id: string; token: string }>;
}

const plenty: Quota = { requests: 10_000_000, seconds: 60 };
const everything: readonly Scope[] = ['read', 'projects:write'];

export async function startTestService(kind: DatabaseKind, overrides: Partial<Settings> = {}): Promise<TestService> {
  return startOn(await copyDatabase(kind), overrides);
}

/** The service on a given database, which it drops when it is closed. */
export async function startOn(copy: TestDatabase, overrides: Partial<Settings> = {}): Promise<TestService> {
  const newToken: TestService['newToken'] = ({ scopes = everything, quota = plenty, expiresAt } = {}) =>
    createToken(copy.database.prisma, { name: 'test', scopes, quota, expiresAt: expiresAt ?? null });
  const { token } = await newToken();
  const instance = await startInstance(copy.database, token, { ...copy.location, ...overrides });
  return {
    ...copy,
    ...instance,
    token,
    newToken,
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
  overrides: Partial<Settings> = {},
): Promise<Instance> {
  const settings = { ...readSettings({ LOG_LEVEL: 'silent' }), ...overrides };
  const app = await createApp(settings, database, pino({ level: 'silent' }));
  await app.listen(0, '127.0.0.1');
  // A connection that the server closes just as a request is sent on it fails that request: here none may be closed.
  app.getHttpServer().keepAliveTimeout = 0;
  const url = await app.getUrl();
  const agent = new Agent({ keepAlive: true });
  return {
    url,
    port: Number(new URL(url).port),
    request: (path, options = {}) => send(agent, url, path, { token, ...options }),
    close: async () => {
      agent.destroy();
      await app.close();
    },
  };
}

async function send(
  agent: Agent,
  url: string,
  path: string,
  { method = 'GET', token, headers, body }: RequestOptions,
): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const authorization = typeof token === 'string' ? { authorization: `Bearer ${token}` } : {};
    const request = httpRequest(url, { agent, path, method, headers: { ...authorization, ...headers } });
    request.on('response', resolve).on('error', reject).end(body);
  });
  const whole = await buffer(response);
  const text = whole.toString();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: whole,
    text,
    json: (): unknown => JSON.parse(text),
  };
}
