import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { asArray } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = {
  contracts: 'libs/contracts/src/collection.ts',
  listQuery: 'libs/list-query/src/sort.ts',
  markdown: 'libs/markdown/src/render-markdown.ts',
  data: 'prisma/index.ts',
  server: 'apps/server/src/main.ts',
  database: 'libs/database/src/database.ts',
  tools: 'tools/run.mjs',
  referenceServer: 'apps/reference-server/src/index.ts',
  explorer: 'apps/explorer/src/main.tsx',
  example: 'examples/door-controller/door.ts',
};

// A project without exports can only be imported by file path.
const toolFile = '@resource-catalogue/tools/run.mjs';

const forbidden: readonly (readonly [file: string, target: string, reason: RegExp])[] = [
  [files.contracts, '@resource-catalogue/list-query', /^Circular dependency/],
  [files.listQuery, '@resource-catalogue/prisma', /can only depend on libs tagged with "type:contracts"/],
  [files.markdown, '@resource-catalogue/contracts', /can only depend on libs tagged with "type:testing"/],
  [files.data, '@resource-catalogue/list-query', /can only depend on libs tagged with "type:contracts"/],
  [files.server, toolFile, /^Imports of apps are forbidden/],
  [files.server, '../../../libs/contracts/src/page.js', /cannot be imported by a relative or absolute path/],
  [files.server, '@resource-catalogue/conformance', /supports tests/],
  [files.referenceServer, '@resource-catalogue/list-query', /can only depend on libs tagged with "type:contracts"/],
  [files.explorer, '@resource-catalogue/read', /can only depend on libs tagged with "type:client"/],
  [files.server, '@resource-catalogue/reference-server', /can only depend on libs tagged with/],
  [files.server, '@resource-catalogue/testing/until', /supports tests/],
  [files.server, '@resource-catalogue/database/testing/databases', /supports tests/],
  [files.server, '../test/support/service.js', /supports tests/],
  [files.data, '@jest/globals', /supports tests/],
  [files.server, '@resource-catalogue/transfer', /can only depend on libs tagged with/],
  [files.database, '@resource-catalogue/read', /^Circular dependency/],
  [files.tools, '@resource-catalogue/contracts', /cannot depend on any libs with tags/],
  [files.example, '@resource-catalogue/contracts', /can only depend on libs tagged with "type:client"/],
];

const linter = fileURLToPath(new URL('boundary-errors.mjs', import.meta.url));

/** The lint errors of each import: the last line of the output, since the rule also prints to stdout. */
async function boundaryErrors(): Promise<readonly unknown[]> {
  const texts = forbidden.map(([file, target]) => [join(root, file), `export { one } from '${target}';\n`]);
  const { status, stdout, stderr } = spawnSync(process.execPath, [linter, root, JSON.stringify(texts)], {
    cwd: root,
    encoding: 'utf8',
    // The rule reads the project graph of the last Nx command and passes everything without one, so build a new one.
    env: { ...process.env, NX_DAEMON: 'false', NX_WORKSPACE_DATA_DIRECTORY: await newFolder() },
  });
  if (status !== 0) throw new Error(stderr);
  return asArray(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''));
}

// Linting the workspace already shows that its actual imports are allowed.
it('lint reports each forbidden import with the reason', async () => {
  expect(await boundaryErrors()).toEqual(
    forbidden.map(([, , reason]): unknown => expect.arrayContaining([expect.stringMatching(reason)])),
  );
});
