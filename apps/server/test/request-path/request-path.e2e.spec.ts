import { dirname } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { asArray, asObject, asText } from '@resource-catalogue/testing/json';
import { runRecorded } from '@resource-catalogue/testing/entered-files';
import { requestPaths } from './request-paths.js';

/** Contracts, shared types and database connections, whose functions any layer may call. */
const everywhere =
  /^libs\/(?:concurrency|contracts|program)\/|^libs\/database\/src\/connections\/(?:postgres|guard-connections|read-source)\.ts$/;

describe('the request path', () => {
  const paths = new Map<string, readonly string[]>();
  beforeAll(async () => {
    const recorded = asObject(JSON.parse(await runRecorded(new URL('record.ts', import.meta.url))));
    for (const [kind, files] of Object.entries(recorded)) {
      const texts = asArray(files).map(asText);
      paths.set(
        kind,
        texts.filter((file) => !everywhere.test(file)),
      );
    }
  });

  it.each([
    ['list', requestPaths.list, 'apps/server/src/http/server.ts'],
    ['get', requestPaths.get, 'apps/server/src/parameters/parameters.ts'],
    ['create', requestPaths.create, 'apps/server/src/parameters/write-request.ts'],
  ])('request-paths.ts lists the files on the path of a %s, in order', (kind, listed, from) => {
    const path = paths.get(kind) ?? [];
    expect(path.slice(path.indexOf(from))).toEqual(listed);
  });

  it('the path of a list enters each directory once, except response/ before and after the read', () => {
    // app.module.ts only calls the checks, which are also in http/.
    const files = requestPaths.list.filter((file) => !file.endsWith('/app.module.ts'));
    const folders = files.map((file) => dirname(file));
    const entered = folders.filter((folder, index) => folder !== folders[index - 1]);
    expect(entered.filter((folder, index) => entered.indexOf(folder) < index)).toEqual(['apps/server/src/response']);
  });
});
