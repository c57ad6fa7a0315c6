import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, pathOf } from '@resource-catalogue/contracts';
import type { ReadSource } from '@resource-catalogue/database';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { asText, valuesAt } from '@resource-catalogue/testing/json';
import { type Instance, newToken, startInstance } from '../support/service.js';

/** The source of a database, which notes where a collection is read. */
function recordReads(name: string, source: ReadSource, readAt: Map<string | undefined, Set<string>>): ReadSource {
  return {
    query: (statement, values) => {
      readAt.set(statement.collection, (readAt.get(statement.collection) ?? new Set()).add(name));
      return source.query(statement, values);
    },
    snapshot: (work, collection) => source.snapshot((inner) => work(recordReads(name, inner, readAt)), collection),
  };
}

describe('a service with replicas', () => {
  let copy: TestDatabase;
  let service: Instance;
  const readAt = new Map<string | undefined, Set<string>>();
  beforeAll(async () => {
    copy = await seededDatabase();
    const { token } = await newToken(copy.database);
    const { source } = copy.database;
    const named = { source: recordReads('primary', source, readAt), reads: recordReads('replicas', source, readAt) };
    service = await startInstance({ ...copy.database, ...named }, token);
  });
  afterAll(async () => {
    await service.close();
    await copy.drop();
  });

  it.each(collections)('reads $name: projects from the primary, others from replicas', async (contract) => {
    const path = pathOf(contract);
    const expected = new Set([contract.name === 'projects' ? 'primary' : 'replicas']);
    readAt.clear();
    const page = await service.request(`${path}?limit=1`);
    expect([page.status, readAt.get(contract.name)]).toEqual([200, expected]);
    if (!contract.get) return;
    const [id] = valuesAt(page.json(), 'data[].id').map(asText);
    readAt.clear();
    const resource = await service.request(`${path}/${id}`);
    expect([resource.status, readAt.get(contract.name)]).toEqual([200, expected]);
  });
});
