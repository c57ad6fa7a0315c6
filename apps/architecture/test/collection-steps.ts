import type { WorkspaceTree } from './workspace-tree.js';

const contracts = 'libs/contracts/src';
const resources = 'apps/server/src/resources';
const definitions = 'libs/read/src/definitions';
const module = `${resources}/resources.module.ts`;
const document = 'docs/interface.md';

/** The steps that a collection still lacks, each a sentence that names the file to write or to edit. */
export function missingSteps(tree: WorkspaceTree, collections: readonly string[]): string[] {
  return [
    ...collections.flatMap((name) => [
      ...missingFiles(tree, name),
      ...missingEntries(tree, name),
      ...missingTable(tree, name),
      ...missingRows(tree, name),
      ...missingDocument(tree, name),
      ...missingInClient(tree, name),
    ]),
    ...unlisted(tree),
    ...strangers(tree, collections),
    ...disorder(tree),
  ];
}

const kebab = (name: string): string => name.replaceAll('_', '-');
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(`_${name}`);

function missingFiles(tree: WorkspaceTree, name: string): string[] {
  const file = controllerFile(tree, name);
  const roles = [
    ['definition', `${definitions}/${kebab(name)}.ts`],
    ['controller', file],
  ] as const;
  return roles
    .filter(([, path]) => !tree.has(path))
    .map(([role, path]) => `The collection ${name} has no ${role}: write ${path}.`);
}

/** One file for a collection that is only read, a folder for one that is also written. */
function controllerFile(tree: WorkspaceTree, name: string): string {
  const inFolder = `${resources}/${kebab(name)}/${kebab(name)}.controller.ts`;
  return tree.has(inFolder) ? inFolder : `${resources}/${kebab(name)}.controller.ts`;
}

function missingEntries(tree: WorkspaceTree, name: string): string[] {
  const steps: string[] = [];
  const contract = `${camel(name)}Contract`;
  const controller = `${pascal(name)}Controller`;
  const file = controllerFile(tree, name);
  if (!names(tree.text(`${contracts}/index.ts`), contract)) {
    steps.push(`The collection ${name} is not exported: name ${contract} in ${contracts}/index.ts.`);
  }
  const path = `@Controller(pathOf(${contract}))`;
  if (tree.has(file) && !tree.text(file).includes(path)) {
    steps.push(`The controller of ${name} has another path: write ${path} in ${file}.`);
  }
  if (!listedControllers(tree).includes(controller)) {
    steps.push(`The collection ${name} is not served: list ${controller} in ${module}.`);
  }
  return steps;
}

function missingTable(tree: WorkspaceTree, name: string): string[] {
  const mapped = tree
    .matching(/^prisma\/schema\/.*\.prisma$/)
    .some((file) => tree.text(file).includes(`@@map("${name}")`));
  if (!mapped) return [`The collection ${name} has no table: write a model with @@map("${name}") in prisma/schema.`];
  const migrated = tree
    .matching(/^prisma\/migrations\/.*\.sql$/)
    .some((file) => tree.text(file).includes(`CREATE TABLE "${name}"`));
  if (migrated) return [];
  return [
    `No migration makes the table ${name}: run npx prisma migrate dev, or put what 'node tools/prisma/author.mjs' prints in a new folder of prisma/migrations.`,
  ];
}

function missingRows(tree: WorkspaceTree, name: string): string[] {
  const seeded = tree
    .matching(/^prisma\/seed\/.*(?<!\.spec)\.ts$/)
    .some((file) => tree.text(file).includes(`'${name}'`));
  return seeded ? [] : [`The collection ${name} has no rows to be tested with: write its table in prisma/seed.`];
}

function missingDocument(tree: WorkspaceTree, name: string): string[] {
  const text = tree.text(document);
  const steps: string[] = [];
  if (!text.includes(`[${name}](#${name})`))
    steps.push(
      `The collection ${name} has no row in the first table of ${document}: run npx nx run contracts:interface.`,
    );
  if (!text.includes(`\n### ${name}\n`))
    steps.push(
      `The collection ${name} has no section "### ${name}" in ${document}: write one with its marks, as the others have them.`,
    );
  return steps;
}

function missingInClient(tree: WorkspaceTree, name: string): string[] {
  const block = 'libs/client/src/resources/resources.ts';
  if (tree.text(block).includes(`export const ${camel(name)}: ResourceOf<'${name}'>`)) return [];
  return [`The collection ${name} is not in the client: write its types and its constant in ${block}.`];
}

/** Contracts that nobody serves, because the list of collections lacks them. */
function unlisted(tree: WorkspaceTree): string[] {
  const list = `${contracts}/collections.ts`;
  return tree.matching(/^libs\/contracts\/src\/[^/]+\.ts$/).flatMap((file) =>
    [...tree.text(file).matchAll(/^export const (\w+Contract) = collection\(/gm)]
      .map(([, contract = '']) => contract)
      .filter((contract) => !names(tree.text(list), contract))
      .map((contract) => `${file} makes ${contract}, which ${list} does not list.`),
  );
}

/** Files and folders of collections that are not there, or are called otherwise. */
function strangers(tree: WorkspaceTree, collections: readonly string[]): string[] {
  const known = new Set(collections.flatMap((name) => [kebab(name), `${kebab(name)}.controller.ts`]));
  const entries = tree
    .matching(/^apps\/server\/src\/resources\/.*(?<!\.spec)\.ts$/)
    .map((file) => file.split('/')[4] ?? '')
    .filter((entry) => entry !== 'resources.module.ts');
  return [...new Set(entries)]
    .filter((entry) => !known.has(entry))
    .map((entry) => `${resources}/${entry} belongs to no collection that ${contracts}/collections.ts lists.`);
}

function disorder(tree: WorkspaceTree): string[] {
  const controllers = listedControllers(tree);
  const first = controllers.find((controller, index) => controller < (controllers[index - 1] ?? ''));
  return first === undefined ? [] : [`${module} lists ${first} out of its alphabetical place.`];
}

function listedControllers(tree: WorkspaceTree): string[] {
  const [, list = ''] = /controllers: \[([^\]]*)\]/.exec(tree.text(module)) ?? [];
  return list.match(/\w+/g) ?? [];
}

const names = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
