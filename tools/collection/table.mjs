import { names } from '@nx/devkit';
import { openSchemaEngine } from '../prisma/schema-engine.mjs';

const schemaFolder = 'prisma/schema';
const types = {
  uuid: 'String @db.Uuid',
  text: 'String',
  integer: 'Int',
  number: 'Float',
  boolean: 'Boolean',
  datetime: 'DateTime @db.Timestamptz(3)',
  date: 'DateTime @db.Date',
  object: 'Json @db.Json',
  array: 'Json @default("[]") @db.Json',
};

/**
 * Whether a field shows rows of other tables; the contract does not say how they are joined, so the compiler requires
 * a source.
 */
const showsRows = ({ kind, hasId }) => kind === 'array' && hasId;

export const columnOf = ({ name, summary }) => (summary ? `${name}_id` : name);
export const storedFields = (fields) => fields.filter((field) => !showsRows(field));

/** Writes the model of a collection with the other sides of its relations, and the migration that creates its table. */
export async function writeTable(tree, words, collection, migration) {
  const before = schemaState(tree);
  const enums = enumsOf(tree, words, collection.fields);
  const path = `${schemaFolder}/${words.plural.fileName}.prisma`;
  tree.write(path, [...enums.written, modelOf(tree, words, collection, enums.names)].join('\n'));
  const engine = await openSchemaEngine();
  try {
    const sql = await engine.diff(before, schemaState(tree));
    tree.write(`prisma/migrations/${migration}/migration.sql`, `${sql}\n${beyondPrisma(collection)}`);
  } finally {
    await engine.close();
  }
}

const schemaFiles = (tree) => tree.children(schemaFolder).map((name) => `${schemaFolder}/${name}`);

const schemaState = (tree) => ({
  tag: 'schemaDatamodel',
  files: schemaFiles(tree).map((path) => ({ path, content: tree.read(path, 'utf8') })),
});

/** A new enumeration for values that the contract exports; otherwise the existing one with these values. */
function enumsOf(tree, { name: table, singular }, fields) {
  const known = schemaFiles(tree).flatMap((path) => [...tree.read(path, 'utf8').matchAll(/^enum (\w+) \{([^@}]*)/gm)]);
  const [written, found] = [new Map(), new Map()];
  for (const { name, values, ownValues } of fields.filter((field) => field.kind === 'enum')) {
    if (ownValues && !written.has(ownValues)) {
      const own = names(`${singular.fileName}_${name}`);
      const mapped = own.fileName.replaceAll('-', '_');
      const lines = values.map((value) => `  ${value}\n`).join('');
      written.set(ownValues, {
        name: own.className,
        text: `enum ${own.className} {\n${lines}\n  @@map("${mapped}")\n}\n`,
      });
    }
    const same = known.filter(([, , body]) => body.trim().split(/\s+/).join() === values.join());
    if (!ownValues && same.length !== 1)
      throw new Error(
        `No enumeration in ${schemaFolder} has the values of ${table}.${name}: export them from the contract.`,
      );
    found.set(name, ownValues ? written.get(ownValues).name : same[0][1]);
  }
  return { names: found, written: [...written.values()].map(({ text }) => text) };
}

function modelOf(tree, { name: table, singular }, collection, enums) {
  const fields = storedFields(collection.fields);
  const references = fields.filter(({ summary }) => summary);
  const lines = fields.map((field) => `  ${columnOf(field)} ${typeOf(field, enums)}`);
  const relations = references.map((field) => {
    const { summary, nullable, name } = field;
    const several = references.filter((other) => other.summary.table === summary.table).length > 1;
    const model = addOtherSide(tree, summary.table, several ? `${table}_by_${name}` : table, singular.className, {
      relation: several ? `("${singular.className}${names(name).className}")` : '',
    });
    const called = several ? `"${singular.className}${names(name).className}", ` : '';
    return `  ${name} ${model}${nullable ? '?' : ''} @relation(${called}fields: [${columnOf(field)}], references: [id], onDelete: Restrict)`;
  });
  const columnNamed = (key) => columnOf(fields.find(({ name }) => name === key));
  const uniques = collection.unique.map((keys) => `  @@unique([${keys.map(columnNamed).join(', ')}])`);
  const indexes = indexesOf(collection).map((columns) => `  @@index([${columns.join(', ')}])`);
  const parts = [lines, relations, [...uniques, ...indexes, `  @@map("${table}")`]].filter((part) => part.length > 0);
  return `model ${singular.className} {\n${parts.map((part) => part.join('\n')).join('\n\n')}\n}\n`;
}

function typeOf({ name, kind, nullable, summary }, enums) {
  if (name === 'id') return 'String @id @db.Uuid';
  if (name === 'updated_at' || name === 'created_at') return 'DateTime @default(now()) @db.Timestamptz(3)';
  const type = summary ? types.uuid : kind === 'enum' ? enums.get(name) : types[kind];
  return nullable ? type.replace(/^\w+/, '$&?') : type;
}

/** Adds the list of the collection's rows to the model they refer to, and returns the name of that model. */
function addOtherSide(tree, table, list, type, { relation }) {
  for (const path of schemaFiles(tree)) {
    const text = tree.read(path, 'utf8');
    const [block, model] = [...text.matchAll(/^model (\w+) \{[^}]*^\}/gm)].find(([body]) =>
      body.includes(`@@map("${table}")`),
    ) ?? [undefined];
    if (block === undefined) continue;
    const side = `  ${list} ${type}[]${relation && ` @relation${relation}`}`;
    tree.write(path, text.replace(block, block.replace('\n\n  @@', `\n${side}\n\n  @@`)));
    return model;
  }
  throw new Error(`No model in ${schemaFolder} has the table ${table}.`);
}

/** The filters that compare a column of the table with values. */
const valueFilters = ({ fields, filters, sorts }) =>
  filters.flatMap(({ field: filter, operators }) => {
    const field = storedFields(fields).find((each) => columnOf(each) === filter);
    const has = filter === 'id' || sorts.includes(filter);
    return field && !has ? [{ column: filter, operators, nullable: field.nullable }] : [];
  });

/** The columns of an index for a filter. A range does not keep the order of `created_at`, so that is left out. */
const indexOf = ({ column, operators }) => [column, ...(operators.includes('in') ? ['created_at'] : []), 'id'];

/** Indexes for sorts, for filters on columns that are never null, and for references that are not filters. */
function indexesOf(collection) {
  const all = valueFilters(collection);
  const others = collection.fields.filter(
    (field) => field.summary && !all.some(({ column }) => column === columnOf(field)),
  );
  return [
    ...collection.sorts.map((sort) => [sort, 'id']),
    ...all.filter(({ nullable }) => !nullable).map(indexOf),
    ...others.map((field) => [columnOf(field)]),
  ];
}

/** SQL for collations, checks and partial indexes, which Prisma's schema cannot express. */
function beyondPrisma(collection) {
  const { name: table, fields, filters, sorts } = collection;
  const texts = sorts.filter((sort) => fields.some(({ name, kind }) => name === sort && kind === 'text'));
  const changes = [
    ...texts.map((text) => `ALTER COLUMN "${text}" TYPE TEXT COLLATE "C"`),
    check('timestamps', 'updated_at >= created_at'),
    ...storedFields(fields).flatMap((field) => {
      const conditions = limitConditions(field, texts.includes(field.name));
      return conditions.length > 0 ? [check(field.name, conditions.join(' AND '))] : [];
    }),
    ...fields.filter(({ setWhen }) => setWhen).map((field) => check(ruleOf(field), setWhenCondition(field, fields))),
  ];
  const partial = valueFilters(collection)
    .filter(({ nullable }) => nullable)
    .map((filter) => partialIndex(`${table}_${indexOf(filter).join('_')}_idx`, indexOf(filter), filter.column));
  const deleted = filters.some(({ field }) => field === 'soft_deleted')
    ? [partialIndex(`${table}_deleted_idx`, ['created_at', 'id'], 'soft_deleted_at')]
    : [];
  const indexes = [...partial, ...deleted];
  return `-- Rules that Prisma's schema cannot express: the order of texts by code point (SORT-1), and checks.
ALTER TABLE "${table}"\n    ${changes.join(',\n    ')};
${indexes.length > 0 ? `\n-- The rows that have a value.\n${indexes.join('\n')}\n` : ''}`;

  function check(rule, condition) {
    return `ADD CONSTRAINT "${table}_${rule}_check" CHECK (${condition})`;
  }

  function partialIndex(name, columns, column) {
    const list = columns.map((each) => `"${each}"`).join(', ');
    return `CREATE INDEX "${name}" ON "${table}" (${list}) WHERE "${column}" IS NOT NULL;`;
  }
}

/** The limits of a value in SQL: `min`, `max`, the only allowed numbers, and the length of a text. */
function limitConditions({ name, kind, limits = {} }, isSort) {
  const { min, max, only, maxLength = isSort ? 200 : undefined } = limits;
  return [
    ...(min === undefined ? [] : [`${name} >= ${min}`]),
    ...(max === undefined ? [] : [`${name} <= ${max}`]),
    ...(only === undefined ? [] : [`${name} IN (${only.join(', ')})`]),
    ...(kind === 'text' && maxLength !== undefined
      ? [`char_length(${name}) ${isSort ? `BETWEEN 1 AND ${maxLength}` : `<= ${maxLength}`}`]
      : []),
  ];
}

/** The name of the check of a rule between two fields; a field with limits has another check of its own name. */
const ruleOf = (field) =>
  limitConditions(field, false).length > 0 ? `${field.name}_by_${field.setWhen.key}` : field.name;

function setWhenCondition(field, fields) {
  const { key, is, only } = field.setWhen;
  const other = columnOf(fields.find(({ name }) => name === key));
  const condition = is === undefined ? `${other} IS NOT NULL` : `${other} = '${is}'`;
  return only ? `${columnOf(field)} IS NULL OR ${condition}` : `(${condition}) = (${columnOf(field)} IS NOT NULL)`;
}
