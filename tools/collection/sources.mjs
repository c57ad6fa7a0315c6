import { columnOf, storedFields } from './table.mjs';

/** The definition of a collection with its references. The compiler reports other fields without a column. */
export function definitionText({ plural }, { fields }) {
  const property = plural.propertyName;
  const references = fields.filter(({ summary }) => summary);
  const summaries = [...new Set(references.map(({ summary }) => summary.name))].sort();
  const imports =
    references.length === 0
      ? ''
      : `import { ref } from '../define/sources.js';
import { ${summaries.join(', ')} } from './summaries.js';
`;
  const sources = references.map((field) => `${field.name}: ref(${field.summary.name}),\n`).join('');
  const parts = references.length === 0 ? '{}' : `{\nsources: {\n${sources}},\n}`;
  return `import { ${property}Contract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
${imports}
export const ${property} = define(${property}Contract, ${parts});
`;
}

/** The name of the rows in the dataset, if it differs from that of the table. */
const datasetKeys = {
  accreditations: 'entities.accreditations',
  equipments: 'entities.equipments',
  groups: 'entities.groups',
  project_licenses: 'lists.licenses',
  project_thematics: 'lists.thematics',
  users: 'staff',
};

const camel = (text) => text.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
const rowsOf = (table) => datasetKeys[table] ?? camel(table);

/** Demo rows that differ where tests need it. Keys without known values are left out, and a test reports them. */
export function seedText({ name: table, word, plural }, { fields, sorts, unique }) {
  const stored = storedFields(fields).filter(
    ({ name }) => !['id', 'updated_at', 'created_at', 'soft_deleted_at'].includes(name),
  );
  const deletable = fields.some(({ name }) => name === 'soft_deleted_at');
  const deciders = stored.filter((field) => stored.some(({ setWhen }) => setWhen?.key === field.name));
  const values = new Map(stored.map((field) => [field.name, valueText(field, { word, sorts, unique })]));
  const nullable = (field) => {
    const value = values.get(field.name);
    const { key, is, only } = field.setWhen ?? {};
    if (value === undefined || !field.nullable) return value;
    if (key === undefined) return `index % 3 === 2 ? ${value} : null`;
    const may = is === undefined ? `${camel(key)} !== null` : `${camel(key)} === '${is}'`;
    return `${may}${only ? ' && index % 4 !== 3' : ''} ? ${value} : null`;
  };
  const constants = deciders.map((field) => `const ${camel(field.name)} = ${nullable(field)};\n`).join('');
  const columns = stored.flatMap((field) => {
    const text = deciders.includes(field) ? camel(field.name) : nullable(field);
    if (text === undefined) return [];
    return columnOf(field) === text ? [text] : [`${columnOf(field)}: ${text}`];
  });
  const life = deletable ? 'lifeColumns(life)' : 'timestampColumns(life)';
  const alive = 'drawLife(clock, random, index)';
  const body = `const life = ${deletable ? `index % 8 === 5 ? withDeletion(${alive}, clock, random) : ${alive}` : alive};
${constants}return { ${['id: random.uuidV7(life.createdAt)', ...columns, `...${life}`].join(', ')} };`;
  const needed = new Set(fields.flatMap(({ summary }) => (summary ? [rowsOf(summary.table).split('.')[0]] : [])));
  const used = (names) => names.filter((each) => new RegExp(`\\b${each}\\(`).test(body)).join(', ');
  const units = used(['dayText', 'formatInstant']);
  const days = /\* day\b/.test(body) ? 'day' : '';
  const times = [days, units].filter((each) => each !== '').join(', ');
  const random = used(['itemAt']);
  return `import { ${used(['drawLife', 'lifeColumns', 'timestampColumns', 'withDeletion', 'within'])} } from './blocks/lifecycle.js';
import type { Dataset } from './dataset.js';
${random && `import { ${random} } from './random.js';\n`}import { type SeedTable, table } from './table.js';
${times && `import { ${times} } from './time/clock.js';\n`}
const rows = 40;
${body.includes('quarters') ? `/** Fewer texts than rows, so that pages contain ties (PAGE-4). */\nconst quarters = ['North', 'East', 'South', 'West', 'Middle'];\n` : ''}
export function ${plural.propertyName}Table({ ${['clock', 'root', ...needed].join(', ')} }: Dataset): SeedTable {
  const stream = root.child('${table}');
  return table('${table}', () => stream.times(rows, (random, index) => {${body}}));
}
`;
}

/** An expression for a value of a column that is not nullable. Sort keys tie in eight rows (PAGE-4). */
function valueText(field, { word, sorts, unique }) {
  const { name, kind, values, summary, limits = {}, example, format } = field;
  const known = example === undefined || example === null ? undefined : example;
  if (summary) return `random.pick(${rowsOf(summary.table)}).id`;
  if (unique.some((keys) => keys.includes(name))) {
    if (kind === 'integer') return 'index + 1';
    if (kind === 'text')
      return name === 'slug' ? `\`${word.replaceAll(' ', '-')}-\${index + 1}\`` : `\`${word} \${index + 1}\``;
  }
  switch (kind) {
    case 'text':
      if (limits.pattern || format || (limits.maxLength ?? 200) < 40) return known && JSON.stringify(known);
      return `\`\${itemAt(quarters, index)} ${name === 'name' ? word : name.replaceAll('_', ' ')}\``;
    case 'enum':
      return `itemAt(${JSON.stringify(values)} as const, index)`;
    case 'integer':
    case 'number':
      return limits.only ? `itemAt(${JSON.stringify(limits.only)}, index)` : numberText(limits);
    case 'boolean':
      return 'index % 3 === 1';
    case 'date':
      return 'dayText(clock.firstDay + (index % 5))';
    case 'datetime':
      return sorts.includes(name)
        ? 'formatInstant(clock.opening + (index % 5) * day)'
        : 'formatInstant(within(random, life.createdAt, life.updatedAt))';
    case 'object':
    case 'array':
      return known && JSON.stringify(JSON.stringify(known));
    default:
      return undefined;
  }
}

function numberText({ min = 0, max = min + 4 }) {
  const count = Math.min(5, Math.floor(max - min) + 1);
  return min === 0 ? `index % ${count}` : `${min} + (index % ${count})`;
}
