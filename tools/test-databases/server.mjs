import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The source of the server: a build would need generated code, and take longer than a test. */
const source = new URL('../../libs/database/src/embedded/embedded-server.ts', import.meta.url);
const directory = fileURLToPath(new URL('../../.nx/test-server', import.meta.url));

/** The data need not survive a crash, and the workers of all projects share the server. */
const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=300'];

/** The server of TEST_DATABASE_URL, or null. */
export const givenServer = () => {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { url, release: () => Promise.resolve() } : null;
};

/** The embedded server of all tests, which ends with its last user. */
export async function openTestServer() {
  register('../typescript-hooks.mjs', import.meta.url);
  const { freePort, openServer } = await import(source.href);
  // Tests put proxies before it.
  const address = ['listen_addresses=127.0.0.1', `port=${await freePort()}`];
  return openServer(directory, [...settings, ...address]);
}
