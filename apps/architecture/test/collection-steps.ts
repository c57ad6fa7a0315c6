import type { WorkspaceTree } from './workspace-tree.js';

const contracts = 'libs/contracts/src';
const resources = 'apps/server/src/resources';
const module = `${resources}/resources.module.ts`;
const document = 'docs/interface.md';

/** The steps that a collection still lacks beyond those that types ask for, each a sentence that names the file to edit. */
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

/** A text that one of the files has, and where to write it. */
function parts(name: string): Part[] {
  const contract = `${camel(name)}Contract`;
  const controller = `${pascal(name)}Controller`;
  const migration =
    "run npx prisma migrate dev, or put the output of 'node tools/prisma/author.mjs' in a new migration";
  return [
    [/^libs\/contracts\/src\/index\.ts$/, contract, `export it from ${contracts}/index.ts`],
    [
      new RegExp(`^${resources}/(?:${kebab(name)}/)?${kebab(name)}\\.controller\\.ts$`),
      `@Controller(pathOf(${contract}))`,
      `write ${resources}/${kebab(name)}.controller.ts`,
    ],
    [/\/resources\.module\.ts$/, `${controller},`, `list it in ${module}`],
    [/^prisma\/schema\/.*\.prisma$/, `@@map("${name}")`, 'write a model in prisma/schema'],
    [/^prisma\/migrations\/.*\.sql$/, `CREATE TABLE "${name}"`, migration],
    [/^prisma\/seed\/.*(?<!\.spec)\.ts$/, `'${name}'`, 'write its rows in prisma/seed'],
    [/^docs\/interface\.md$/, `[${name}](#${name})`, 'run npx nx run contracts:interface'],
    [/^docs\/interface\.md$/, `\n### ${name}\n`, `write the section in ${document}, with the marks of the others`],
  ];
}
