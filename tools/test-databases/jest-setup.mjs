import { givenServer, openTestServer } from './server.mjs';

/** The server of the tests, open until this process ends. */
let server;

/** Jest's global setup of projects whose tests use the database. */
export default async function setUp() {
  server ??= givenServer() ?? (await openTestServer());
  process.env.TEST_SERVER_URL = server.url;
}
