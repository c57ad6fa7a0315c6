import { Refusal } from './names.mjs';

/** The lines that name a new collection in files that are there, by the paths of these files: each takes a text and returns it changed. */
export function editsOf(names) {
  const { plurals, singulars } = names;
  const types = ['', 'Filters', 'Sort'].map((ending) => singulars.pascal + ending).join(', ');
  const contract = `${plurals.camel}Contract`;
  const controller = `${plurals.pascal}Controller`;
  return {
    'libs/contracts/src/index.ts': (text) => withExport(text, singulars, contract),
    'libs/contracts/src/collections.ts': (text) =>
      inList(withImport(text, contract, `./${singulars.kebab}.js`), /(collections = \[)([^\]]*)(\])/, (entries) => [
        ...entries,
        contract,
      ]),
    'apps/server/src/resources/resources.module.ts': (text) =>
      inList(
        withImport(text, controller, `./${plurals.kebab}/${plurals.kebab}.controller.js`),
        /(controllers: \[)([^\]]*)(\])/,
        (entries) => [...entries, controller].sort(),
      ),
    'prisma/seed/seed-tables.ts': (text) =>
      inList(
        withImport(text, `${plurals.camel}Table`, `./${plurals.kebab}.js`),
        /(return \[)([^\]]*)(\];)/,
        (entries) => [...entries, `${plurals.camel}Table(clock, root)`],
        /,\n/,
      ),
    'libs/client/src/values/ids.ts': (text) =>
      withLine(text, '/** What the ids of a reference identify', `${idOf(names)}\n`),
    'libs/client/src/client.ts': (text) => {
      const path = `./resources/${plurals.kebab}.js`;
      const imported = withImport(withImport(text, plurals.camel, path), types, path, 'import type');
      const typed = `  readonly ${plurals.camel}: ReadableCollection<${types}>;`;
      const made = `    ${plurals.camel}: readableCollection(transport, ${plurals.camel}),`;
      return withLine(withLine(imported, '  /** Sends any request', typed), '    raw: (', made);
    },
    'libs/client/src/index.ts': (text) => {
      const withId = inList(text, /(export type \{)([^}]*)(\} from '\.\/values\/ids\.js')/, (entries) =>
        [...entries, `${singulars.pascal}Id`].sort(),
      );
      const path = `./resources/${plurals.kebab}.js`;
      return `${withId}export { ${plurals.camel} } from '${path}';\nexport type { ${types} } from '${path}';\n`;
    },
  };
}

const idOf = ({ singular, word, singulars }) =>
  `/** Identifies a ${word}. */\nexport type ${singulars.pascal}Id = Id<'${singular}'>;`;

/** The line before the first one that begins with a text. */
function withLine(text, beginning, line) {
  const place = text.indexOf(`\n${beginning}`) + 1;
  if (place === 0) throw new Refusal(`A line that should be there is not: ${beginning.trim()}.`);
  return `${text.slice(0, place)}${line}\n${text.slice(place)}`;
}

/** One line more among the imports, which stand in the order of their paths. */
function withImport(text, name, path, statement = 'import') {
  const lines = text.split('\n');
  const places = lines.map((line) => /^import .* from '(\.[^']+)';$/.exec(line)?.[1]);
  const before = places.findIndex((place) => place !== undefined && place > path);
  const last = places.findLastIndex((place) => place !== undefined);
  return lines.toSpliced(before < 0 ? last + 1 : before, 0, `${statement} { ${name} } from '${path}';`).join('\n');
}

/** The barrel ends with a block for the collections, in the order of their files. */
function withExport(text, { kebab, pascal }, contract) {
  const exported = [`${pascal}Dto`, `${pascal}FiltersDto`, contract];
  const line = `export { ${exported.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join(', ')} } from './${kebab}.js';`;
  const begin = text.lastIndexOf('\n\n') + 2;
  const statements = text.slice(begin).match(/export [^;]*;\n/g) ?? [];
  const next = statements.findIndex((statement) => (/'\.\/(.+)\.js'/.exec(statement)?.[1] ?? '') > kebab);
  return text.slice(0, begin) + statements.toSpliced(next < 0 ? statements.length : next, 0, `${line}\n`).join('');
}

function inList(text, pattern, change, separator = /,/) {
  const [whole, open, entries, close] = pattern.exec(text) ?? [];
  if (whole === undefined) throw new Refusal(`A list that should be there is not: ${String(pattern)}.`);
  const listed = entries.split(separator).map((entry) => entry.trim().replace(/,$/, ''));
  const changed = change(listed.filter((entry) => entry !== ''));
  return text.replace(whole, () => `${open}\n${changed.join(',\n')},\n${close}`);
}
