import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { oneOfEach } from '@resource-catalogue/database/testing/one-of-each';
import { type Instance, newToken, startInstance } from '@resource-catalogue/server/testing/service';
import { everyRow } from '@resource-catalogue/transfer/testing/transfer';
import { Mirror } from '../../src/mirror.js';
import { MirrorSource } from '../../src/mirror-source.js';
import { MirrorState } from '../../src/mirror-state.js';

/** A service and its database. */
export type Source = Instance & { readonly database: Database; readonly token: string };

interface Options {
  readonly respond?: typeof fetch;
  /** Changes the body of the response for a path. */
  readonly alter?: (body: string, path: string) => string;
  readonly pageSize?: number;
  readonly maxPages?: number;
}

/** Starts a service with one row of each kind for all tests of a file, and creates an empty mirror for each test. */
export function setUpMirror(moreRows = '') {
  let service: Source;
  let database: Database;
  beforeAll(async () => {
    const small = await scratchDatabase();
    await small.exec(oneOfEach + moreRows);
    const { token } = await newToken(small);
    service = { ...(await startInstance(small, token)), database: small, token };
  });
  afterAll(async () => {
    await service.close();
    await service.database.close();
  });
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.close());

  return {
    service: () => service,
    database: () => database,
    expectEqual: async (): Promise<void> => expect(await everyRow(database)).toEqual(await everyRow(service.database)),
    /** Runs work on a newly started mirror of the service. */
    run: async <T>(
      work: (mirror: Mirror) => Promise<T>,
      { respond = fetch, alter = (body) => body, pageSize, maxPages }: Options = {},
    ): Promise<T> => {
      const altered: typeof fetch = async (input, init) => {
        const request = new Request(input, init);
        const sent = await respond(request);
        const headers = new Headers(sent.headers);
        headers.delete('content-encoding');
        headers.delete('content-length');
        const path = decodeURIComponent(request.url.slice(service.url.length));
        return new Response(alter(await sent.text(), path), { status: sent.status, headers });
      };
      const options = { baseUrl: service.url, token: service.token, fetch: altered };
      const source = new MirrorSource(options, undefined, pageSize, maxPages);
      const state = new MirrorState(database.prisma);
      await state.begin(service.url, true);
      const parts = { database, definitions: catalogueDefinitions, source, state, now: () => Date.UTC(2026, 2, 1) };
      return database.session((session) => work(new Mirror({ ...parts, session })));
    },
  };
}
