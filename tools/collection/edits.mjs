import { applyChangesToString, ChangeType } from '@nx/devkit';
import ts from 'typescript';

/**
 * The edits that add a new collection to existing files, by path: each takes the text of a file and returns the new
 * one.
 */
export function listEdits({ name, word, words, plural, singular }, { exports, types, get, fields }) {
  const contract = `${plural.propertyName}Contract`;
  const controller = `${plural.className}Controller`;
  const rows = `${plural.propertyName}Table`;
  return {
    'libs/contracts/src/index.ts': (text) => {
      const values = new Set([...exports, ...fields.flatMap(({ ownValues }) => ownValues ?? [])]);
      const typeLine = `export type { ${types.join(', ')} } from './${singular.fileName}.js';\n`;
      return `${text}export { ${[...values].join(', ')} } from './${singular.fileName}.js';\n${types.length > 0 ? typeLine : ''}`;
    },
    'libs/contracts/src/collections.ts': (text) =>
      withItem(withImport(text, contract, `./${singular.fileName}.js`), isVariable('collections'), contract),
    'libs/read/src/definitions/catalogue-definitions.ts': (text) =>
      withItem(
        withImport(text, plural.propertyName, `./${plural.fileName}.js`),
        isVariable('definitions'),
        name === plural.propertyName ? name : `${name}: ${plural.propertyName}`,
      ),
    'apps/server/src/read/catalogue-prisma.ts': (text) =>
      withItem(
        text,
        (list) => ts.isReturnStatement(ancestor(list)),
        `${singular.propertyName}: readsOf(definitions.${name})`,
      ),
    'apps/server/src/resources/resources.module.ts': (text) =>
      withItem(
        withImport(text, controller, `./${plural.fileName}.controller.js`),
        isProperty('controllers'),
        controller,
        (other) => other > controller,
      ),
    'prisma/seed/seed-tables.ts': (text) =>
      withItem(
        withImport(text, rows, `./${plural.fileName}.js`),
        (list) => ts.isReturnStatement(list.parent),
        `${rows}(dataset)`,
      ),
    'libs/client/src/resources/resources.ts': (text) =>
      `${text}
/** Identifies a ${word}. */
export type ${singular.className}Id = IdIn<'${name}'>;
/** One of the ${words}. */
export type ${singular.className} = ItemOf<'${name}'>;
/** The filters of the list of ${words}. */
export type ${singular.className}Filters = FiltersOf<'${name}'>;
/** The fields that the list of ${words} can be sorted by. */
export type ${singular.className}Sort = SortOf<'${name}'>;
/** The collection \`${name}\`.
 * @example const page = await client.${plural.propertyName}.list({ limit: 10 }); */
export const ${plural.propertyName}: ResourceOf<'${name}'> = { name: '${name}'${get ? ', get: true' : ''} };
`,
  };
}

/** Edits for keys that are named after a role. */
export function roleEdits(roles) {
  if (roles.length === 0) return {};
  return {
    'libs/contracts/src/references.ts': (text) =>
      roles.reduce(
        (edited, [role, entity]) =>
          withItem(edited, isVariable('roles'), `${role}: '${entity}'`, (other) => other.split(':')[0] > role),
        text,
      ),
  };
}

/** The document with a section for the collection, whose tables `nx run contracts:interface` fills. */
export function documentSection(text, { name, singular }) {
  const mark = (region) => `<!-- ${region} -->\n<!-- end -->\n\n`;
  const place = text.indexOf('\n## 9. ') + 1;
  if (place === 0)
    throw new Error('docs/interface.md has no section 9; the section of a new collection goes before it.');
  const section =
    `### ${name}\n\nSchema: \`${singular.className}\`.\n\n` +
    mark(`keys of ${singular.className}`) +
    mark(`filters of ${name}`) +
    mark(`sorts of ${name}`);
  return `${text.slice(0, place)}${section}${text.slice(place)}`;
}

const isVariable = (name) => (list) => ts.isVariableDeclaration(ancestor(list)) && ancestor(list).name.text === name;
const isProperty = (name) => (list) => ts.isPropertyAssignment(list.parent) && list.parent.name.text === name;

/** The node of the list itself, without `as const` or `satisfies`. */
const ancestor = ({ parent }) =>
  ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) ? parent.parent : parent;

/** Adds an item to an array or object: at the end, or before the first item that must follow it. */
function withItem(text, isList, item, follows = () => false) {
  const list = find(sourceOf(text), (node) => isArrayOrObject(node) && isList(node));
  if (!list) throw new Error(`The list to which ${item} must be added was not found.`);
  const items = ts.isArrayLiteralExpression(list) ? list.elements : list.properties;
  const next = items.find((other) => follows(other.getText()));
  if (next) return insert(text, next.getStart(), `${item}, `);
  return insert(text, items.at(-1)?.getEnd() ?? list.getEnd() - 1, `, ${item}`);
}

const isArrayOrObject = (node) => ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);

/** Adds an import, in the order of the paths. */
function withImport(text, name, path) {
  const imports = sourceOf(text).statements.filter(ts.isImportDeclaration);
  const next = imports.find(
    ({ moduleSpecifier }) => moduleSpecifier.text.startsWith('.') && moduleSpecifier.text > path,
  );
  const place = next ? next.getStart() : imports.at(-1).getEnd() + 1;
  return insert(text, place, `import { ${name} } from '${path}';\n`);
}

const insert = (text, index, addition) =>
  applyChangesToString(text, [{ type: ChangeType.Insert, index, text: addition }]);

const sourceOf = (text) => ts.createSourceFile('edited.ts', text, ts.ScriptTarget.ESNext, true);

function find(node, isIt) {
  return isIt(node) ? node : ts.forEachChild(node, (child) => find(child, isIt));
}
