import { readdirSync, readFileSync } from 'node:fs';

interface Column {
  readonly name: string;
  /** The type in the schema, except that a `DateTime` without a time is `Date`. */
  readonly type: string;
  readonly nullable: boolean;
  /** The table that the column refers to. */
  readonly refersTo: string | null;
}

/** The parts of a model that the rows of a seed can be checked against. */
interface Model {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly Column[];
}

const folder = new URL('../../schema/', import.meta.url);
const schema = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n');

const blocks = (kind: string) =>
  [...schema.matchAll(new RegExp(`^${kind} (\\w+) \\{\\n([^}]*)^\\}`, 'gm'))].map(([, name = '', body = '']) => ({
    name,
    body,
  }));

const mapped = ({ name, body }: { readonly name: string; readonly body: string }): string =>
  /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name;

export const enumerations: ReadonlyMap<string, readonly string[]> = new Map(
  blocks('enum').map((block) => [block.name, [...block.body.matchAll(/^ {2}(\w+)$/gm)].map(([, value = '']) => value)]),
);

const modelBlocks = blocks('model');
const tableOf = new Map(modelBlocks.map((block) => [block.name, mapped(block)]));

export const models: readonly Model[] = modelBlocks.map((block) => {
  const relations = [...block.body.matchAll(/^ {2}\w+ +(\w+)\?? +@relation\([^\n]*fields: \[(\w+)\]/gm)];
  const targets = new Map(relations.map(([, model = '', field = '']) => [field, tableOf.get(model) ?? null]));
  const fields = [...block.body.matchAll(/^ {2}(\w+) +(\w+)(\?|\[\])?.*/gm)];
  const columns = fields
    // The seed does not contain columns that the database computes.
    .filter(([line, , type = '', mark]) => mark !== '[]' && !tableOf.has(type) && !line.includes('dbgenerated('))
    .map(([line, name = '', type = '', mark]) => ({
      name,
      type: line.includes('@db.Date') ? 'Date' : type,
      nullable: mark === '?',
      refersTo: targets.get(name) ?? null,
    }));
  return { name: block.name, table: mapped(block), columns };
});
