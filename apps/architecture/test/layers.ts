import { importsOf } from './import-rules.js';
import type { WorkspaceTree } from './workspace-tree.js';

const server = 'apps/server/src';

/** The layers of the server, from top to bottom. */
const layers = [
  ['main.ts', 'write-document.ts'],
  ['start'],
  ['app.module.ts', 'create-app.ts'],
  ['resources', 'calendars'],
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

/** Finds imports of higher layers, and directories that belong to no layer. */
export function upwardImports(tree: WorkspaceTree): string[] {
  return tree.matching(/^apps\/server\/src\/.*(?<!\.spec)\.ts$/).flatMap((file) => {
    const from = findLayer(file);
    if (from === undefined)
      return [`${file} belongs to no layer: add its directory to apps/architecture/test/layers.ts.`];
    return importsOf(tree, file)
      .filter((target) => target.startsWith(`${server}/`) && (findLayer(target) ?? from) < from)
      .map((target) => `${file} imports ${target} from a higher layer: move the shared code to a lower one.`);
  });
}

/** The number of the layer, 0 for the top; undefined if the file belongs to none. */
function findLayer(file: string): number | undefined {
  const part = file
    .slice(server.length + 1)
    .split('/')[0]
    ?.replace(/\.js$/, '.ts');
  const layer = layers.findIndex((parts) => parts.some((name) => name === part));
  return layer < 0 ? undefined : layer;
}
