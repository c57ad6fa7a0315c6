import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateFiles, logger, names, parseJson } from '@nx/devkit';
import { format } from 'oxfmt';
import { documentSection, listEdits, roleEdits } from './edits.mjs';
import { rolesOf, withSummaries } from './references.mjs';
import { definitionText, seedText } from './sources.mjs';
import { writeTable } from './table.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const formatting = here('../../.oxfmtrc.jsonc');
const snakeCase = /^[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)*$/;

/**
 * `npx nx g @resource-catalogue/tools:collection lockers` creates all files of a collection, ready to compile and
 * serve. `--from libs/contracts/src/locker.ts` starts from an existing contract.
 */
export default async function collection(tree, { name, singular, from, role }) {
  const one = singular ?? (from ? basename(from, '.ts').replaceAll('-', '_') : singularOf(name));
  const words = wordsOf(name, one);
  const contract = `libs/contracts/src/${words.singular.fileName}.ts`;
  if (from) {
    if (from !== contract) throw new Error(`The contract of ${name} must be ${contract}, not ${from}.`);
    if (!tree.exists(from)) throw new Error(`${from} does not exist: create it, or omit --from.`);
    if (tree.read('libs/contracts/src/collections.ts', 'utf8').includes(`${words.plural.propertyName}Contract`))
      throw new Error(`${name} is already listed in libs/contracts/src/collections.ts: edit its files.`);
  } else if (tree.exists(contract))
    throw new Error(`${contract} already exists: choose another name, or use --from to generate the other files.`);
  const described = from ? describe(tree, from, words) : plainCollection(words);
  const roles = rolesOf(tree, role);
  const whole = { ...described, fields: withSummaries(described, roles.all) };

  const parts = { ...words, many: words.plural.fileName, one: words.singular.fileName, get: whole.get };
  if (!from) generateFiles(tree, here('files/contract'), '.', parts);
  generateFiles(tree, here('files/service'), '.', parts);
  await writeTable(tree, words, whole, migrationFolder(tree, words.name));
  tree.write(`libs/read/src/definitions/${words.plural.fileName}.ts`, definitionText(words, whole));
  tree.write(`prisma/seed/${words.plural.fileName}.ts`, seedText(words, whole));
  const edits = { ...listEdits(words, whole), ...roleEdits(roles.added) };
  for (const [path, edit] of Object.entries(edits)) tree.write(path, edit(tree.read(path, 'utf8')));
  tree.write('docs/interface.md', documentSection(tree.read('docs/interface.md', 'utf8'), words));
  await formatChanges(tree);
  return () => finish(tree.root, words);
}

/** An existing contract, as printed by `contract.mjs`. */
function describe(tree, from, { name, plural, singular }) {
  const program = [
    here('contract.mjs'),
    join(tree.root, from),
    join(tree.root, 'libs/read/src/definitions/summaries.ts'),
  ];
  const loader = ['--conditions=@resource-catalogue/source', '--import', here('../typescript.mjs')];
  const printed = execFileSync(process.execPath, [...loader, ...program], { encoding: 'utf8' });
  const contract = JSON.parse(printed);
  const wanted = [`${singular.className}Dto`, `${singular.className}FiltersDto`, `${plural.propertyName}Contract`];
  if (contract?.name !== name || contract.exports.join() !== wanted.join())
    throw new Error(`${from} must export ${wanted.join(', ')}, and its collection must be named '${name}'.`);
  const types = [...tree.read(from, 'utf8').matchAll(/^export (?:type|interface) (\w+)/gm)];
  return { ...contract, types: types.map(([, type]) => type) };
}

/** The contract of the template. */
function plainCollection({ name, plural, singular }) {
  const field = (key, kind) => ({ name: key, kind, nullable: false });
  return {
    name,
    exports: [`${singular.className}Dto`, `${singular.className}FiltersDto`, `${plural.propertyName}Contract`],
    types: [],
    get: true,
    sorts: ['created_at', 'updated_at', 'name'],
    unique: [],
    fields: [
      field('id', 'uuid'),
      field('name', 'text'),
      field('updated_at', 'datetime'),
      field('created_at', 'datetime'),
    ],
    filters: [],
    summaries: [],
  };
}

/**
 * Every form of a collection's name in code: the `names` of Nx for plural and singular, and words for sentences.
 */
function wordsOf(name, one) {
  for (const word of [name, one]) {
    if (!snakeCase.test(word)) throw new Error(`'${word}' is not in snake_case, such as 'tool_boxes'.`);
  }
  if (name === one) throw new Error(`The plural and the singular must differ, but both are '${name}'.`);
  return {
    name,
    words: name.replaceAll('_', ' '),
    word: one.replaceAll('_', ' '),
    plural: names(name),
    singular: names(one),
    exampleId: exampleId(name),
  };
}

/** Derives regular singulars only; others must be given. */
function singularOf(name) {
  if (/[^s]s$/.test(name) && !/(?:ies|ses|xes|zes|ches|shes)$/.test(name)) return name.slice(0, -1);
  throw new Error(`The singular of '${name}' is irregular: add --singular NAME.`);
}

/** A UUID of version 7 that depends only on the name of the collection. */
function exampleId(name) {
  const hex = createHash('sha256').update(name).digest('hex');
  return `0198c1${hex.slice(0, 2)}-${hex.slice(2, 6)}-7${hex.slice(6, 9)}-8${hex.slice(9, 12)}-${hex.slice(12, 24)}`;
}

/** Migrations run in the order of their names, so the new one sorts after the last, even if that lies in the future. */
function migrationFolder(tree, name) {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const stamps = tree.children('prisma/migrations').map((folder) => /^\d{14}/.exec(folder)?.[0] ?? '');
  const last = stamps.sort().at(-1) ?? '';
  return `${last < now ? now : String(Number(last) + 1)}_${name}`;
}

/** Formats the changes itself, because Nx supports only Prettier. */
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
  execFileSync('npx', ['prisma', 'format'], { cwd: root, stdio: 'inherit' });
  execFileSync('npx', ['nx', 'run-many', '-t', 'interface', 'generate', 'statements'], { cwd: root, stdio: 'inherit' });
  logger.info(`
The collection ${name} was created. Review these files, and complete what the contract does not define:

  libs/contracts/src/${singular.fileName}.ts
  prisma/schema/${plural.fileName}.prisma and its migration
  libs/read/src/definitions/${plural.fileName}.ts
  prisma/seed/${plural.fileName}.ts

Then: npm run typecheck, npm run regenerate, npm run test:collection.
`);
}
