import { WorkspaceTree } from './workspace-tree.js';

type Files = Readonly<Record<string, string | null>>;

const manifest = (name: string, type: string, rest: object): string =>
  JSON.stringify({ name, private: true, nx: { tags: [`type:${type}`, 'scope:server'] }, ...rest });

/** The least that breaks no rule: one collection, in all its parts. */
const sound: Files = {
  'package.json': JSON.stringify({ devDependencies: { jest: '30.5.2' } }),
  'apps/server/package.json': manifest('server', 'app', { dependencies: { express: '5.3.0' } }),
  'apps/server/src/app.module.ts': `import './resources/resources.module.js';\n`,
  'libs/read/src/definitions/lockers.ts': `export const lockers = define(lockersContract, {});\n`,
  'apps/server/src/resources/lockers.controller.ts': `@Controller(pathOf(lockersContract))\nexport class LockersController {}\n`,
  'apps/server/src/resources/lockers.controller.spec.ts': `import '@jest/globals';\n`,
  'apps/server/src/resources/resources.module.ts': `import './lockers.controller.js';\n@Module({ controllers: [LockersController] })\nexport class ResourcesModule {}\n`,
  'docs/interface.md': `| [lockers](#lockers) |\n\n### lockers\n\nSchema: Locker.\n\n- **LOCK-1** [ours] A locker.\n- **LOCK-2** [ours] Its key.\n`,
  'libs/client/package.json': manifest('client', 'client', {
    exports: { '.': { '@resource-catalogue/source': './src/index.ts' } },
  }),
  'libs/client/src/resources/resources.ts': `/** All. */\nexport const lockers: ResourceOf<'lockers'> = { name: 'lockers' };\n`,
  'libs/contracts/package.json': manifest('contracts', 'contracts', {
    exports: { '.': { '@resource-catalogue/source': './src/index.ts' } },
    dependencies: { express: '5.3.0' },
  }),
  'libs/contracts/src/collections.ts': `/** All. */\nexport const collections = [lockersContract];\n`,
  'libs/contracts/src/index.ts': `export { lockersContract } from './locker.js';\n`,
  'libs/contracts/src/locker.ts': `/** The collection. */\nexport const lockersContract = collection({ name: 'lockers' });\n`,
  'libs/list-query/src/parse.ts': `import { posix } from 'node:path';\n`,
  'prisma/migrations/1_init/migration.sql': `CREATE TABLE "lockers" ();\n`,
  'prisma/seed/lockers.ts': `export const lockersTable = table('lockers', rows);\n`,
  'prisma/schema/lockers.prisma': `model Locker {\n  @@map("lockers")\n}\n`,
};

/** What `look` finds in the sound workspace after the changes; null takes a file away. */
export function lookAt<T>(changes: Files, look: (tree: WorkspaceTree) => T): T {
  const texts = Object.entries({ ...sound, ...changes }).flatMap(([file, text]) =>
    text === null ? [] : [[file, text] as const],
  );
  return look(new WorkspaceTree('', new Map(texts)));
}
