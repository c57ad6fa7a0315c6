import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateFiles, logger, names, parseJson } from '@nx/devkit';
import { format } from 'oxfmt';
import { documentSection, listEdits } from './edits.mjs';

const templates = fileURLToPath(new URL('files', import.meta.url));
const formatting = fileURLToPath(new URL('../../.oxfmtrc.jsonc', import.meta.url));
const snakeCase = /^[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)*$/;

/** `npx nx g @resource-catalogue/tools:collection lockers`: all that a collection consists of, which compiles and is served as it is. */
export default async function collection(tree, options) {
  const words = wordsOf(options.name, options.singular ?? singularOf(options.name));
  const first = `libs/contracts/src/${words.singular.fileName}.ts`;
  if (tree.exists(first)) throw new Error(`${first} is there already: choose another name, or edit it.`);
  generateFiles(tree, templates, '.', {
    ...words,
    many: words.plural.fileName,
    one: words.singular.fileName,
    migration: migrationFolder(tree, words.name),
  });
  for (const [path, edit] of Object.entries(listEdits(words))) tree.write(path, edit(tree.read(path, 'utf8')));
  tree.write('docs/interface.md', documentSection(tree.read('docs/interface.md', 'utf8'), words));
  await formatChanges(tree);
  return () => finish(tree.root, words);
}

/** Every form in which the code names a collection: `names` of Nx for plural and singular, and the words for sentences. */
function wordsOf(name, one) {
  for (const word of [name, one]) {
    if (!snakeCase.test(word)) throw new Error(`'${word}' is not in snake_case, such as 'tool_boxes'.`);
  }
  if (name === one) throw new Error(`Plural and singular of '${name}' must differ: give the plural, and --singular.`);
  return {
    name,
    words: name.replaceAll('_', ' '),
    word: one.replaceAll('_', ' '),
    plural: names(name),
    singular: names(one),
    exampleId: exampleId(name),
  };
}

/** Only the rule that has no exception: anything else is asked for. */
function singularOf(name) {
  if (/[^s]s$/.test(name) && !/(?:ies|ses|xes|zes|ches|shes)$/.test(name)) return name.slice(0, -1);
  throw new Error(`What is one of '${name}' called? Say it: --singular NAME, and give the plural as the collection.`);
}

/** A UUID of version 7, the same at every run and another for every collection. */
function exampleId(name) {
  const hex = createHash('sha256').update(name).digest('hex');
  return `0198c1${hex.slice(0, 2)}-${hex.slice(2, 6)}-7${hex.slice(6, 9)}-8${hex.slice(9, 12)}-${hex.slice(12, 24)}`;
}

/** Migrations run in the order of their names, so the new one is named after the last, even if that lies in the future. */
function migrationFolder(tree, name) {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const stamps = tree.children('prisma/migrations').map((folder) => /^\d{14}/.exec(folder)?.[0] ?? '');
  const last = stamps.sort().at(-1) ?? '';
  return `${last < now ? now : String(Number(last) + 1)}_${name}`;
}

/** Nx formats with Prettier alone. */
async function formatChanges(tree) {
  const options = parseJson(readFileSync(formatting, 'utf8'));
  for (const { path, content } of tree.listChanges()) {
    if (/\.(?:prisma|sql)$/.test(path)) continue;
    const { code, errors } = await format(path, String(content), options);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
    tree.write(path, code);
  }
}

function finish(root, { name, plural, singular }) {
  execFileSync('npx', ['nx', 'run-many', '-t', 'interface', 'generate', 'statements'], { cwd: root, stdio: 'inherit' });
  logger.info(`
The service lists ${name} as they are now: by name. Say what they really are in

  libs/contracts/src/${singular.fileName}.ts
  prisma/schema/${plural.fileName}.prisma and its migration
  apps/server/src/resources/${plural.fileName}.controller.ts and its spec
  prisma/seed/${plural.fileName}.ts

CONTRIBUTING.md says how, and what to write from them at last: "Add a collection".
`);
}
