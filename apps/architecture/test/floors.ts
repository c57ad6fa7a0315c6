import { importsOf } from './import-rules.js';
import type { WorkspaceTree } from './workspace-tree.js';

const server = 'apps/server/src';

/** The floors of the server, the highest first. */
const floors = [
  ['main.ts', 'write-document.ts'],
  ['start'],
  ['app.module.ts', 'create-app.ts'],
  ['resources'],
  ['openapi', 'pages'],
  ['parameters'],
  ['response'],
  ['guards'],
  ['auth'],
  ['http'],
  ['idempotency', 'read', 'limits'],
  ['observability', 'config', 'errors'],
  ['package-files.ts'],
] as const;

/** Imports that lead upwards, and folders on no floor, each in a sentence. */
export function upwardImports(tree: WorkspaceTree): string[] {
  return tree.matching(/^apps\/server\/src\/.*(?<!\.spec)\.ts$/).flatMap((file) => {
    const from = floorOf(file);
    if (from === undefined)
      return [`${file} stands on no floor: put its folder into apps/architecture/test/floors.ts.`];
    return importsOf(tree, file)
      .filter((target) => target.startsWith(`${server}/`) && (floorOf(target) ?? from) < from)
      .map((target) => `${file} imports ${target}, which is on a floor above it: move what both need down.`);
  });
}

/** A number that grows downwards; undefined for what is on no floor. */
function floorOf(file: string): number | undefined {
  const part = file
    .slice(server.length + 1)
    .split('/')[0]
    ?.replace(/\.js$/, '.ts');
  const floor = floors.findIndex((parts) => parts.some((name) => name === part));
  return floor < 0 ? undefined : floor;
}
