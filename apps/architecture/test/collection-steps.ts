import type { WorkspaceTree } from './workspace-tree.js';

const contracts = 'libs/contracts/src';
const resources = 'apps/server/src/resources';
const module = `${resources}/resources.module.ts`;
const document = 'docs/interface.md';

/** The missing parts of each collection that the compiler cannot find, as messages with the file to edit. */
export function missingSteps(tree: WorkspaceTree, collections: readonly string[]): string[] {
  return collections.flatMap((name) =>
    parts(name)
      .filter(([files, text]) => tree.matching(files).every((file) => !tree.text(file).includes(text)))
      .map(([, text, step]) => `The collection ${name} lacks \`${text.trim()}\`: ${step}.`),
  );
}

const kebab = (name: string): string => name.replaceAll('_', '-');
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(`_${name}`);

type Part = readonly [files: RegExp, text: string, step: string];

/** Texts that must be in one of the files, and how to add them. */
function parts(name: string): Part[] {
  const contract = `${camel(name)}Contract`;
  const controller = `${pascal(name)}Controller`;
  const migration =
    "run npx prisma migrate dev, or put the output of 'node tools/prisma/author.mjs' in a new migration";
  return [
    [/^libs\/contracts\/src\/index\.ts$/, contract, `export it in ${contracts}/index.ts`],
    [
      new RegExp(`^${resources}/(?:${kebab(name)}/)?${kebab(name)}\\.controller\\.ts$`),
      `@Controller(pathOf(${contract}))`,
      `write ${resources}/${kebab(name)}.controller.ts`,
    ],
    [/\/resources\.module\.ts$/, `${controller},`, `add it to ${module}`],
    [/^prisma\/schema\/.*\.prisma$/, `@@map("${name}")`, 'add a model to prisma/schema'],
    [/^prisma\/migrations\/.*\.sql$/, `CREATE TABLE "${name}"`, migration],
    [/^prisma\/seed\/.*(?<!\.spec)\.ts$/, `'${name}'`, 'add its rows to prisma/seed'],
    [/^docs\/interface\.md$/, `[${name}](#${name})`, 'run npx nx run contracts:interface'],
    [/^docs\/interface\.md$/, `\n### ${name}\n`, `add a section to ${document} with the same markers as the others`],
  ];
}
