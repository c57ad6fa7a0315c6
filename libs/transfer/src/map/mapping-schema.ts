import type { Definition } from '@resource-catalogue/read';
import { collectionLayout, type Layout } from '../layout.js';
import { dateOrders, textParts } from './mapping.js';

const text = { type: 'string', minLength: 1 } as const;
const texts = { anyOf: [text, { type: 'array', items: text, minItems: 1 }] } as const;
const scalar = { type: ['string', 'number', 'boolean'] } as const;

/** An object with these keys only. */
const keys = (properties: object, ...required: readonly string[]) => ({
  ...{ type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false },
});

const conditions = { type: 'array', items: { $ref: '#/definitions/condition' } } as const;

const condition = {
  if: { type: 'string' },
  then: { enum: ['single-cell'] },
  else: {
    ...keys(
      {
        column: { ...text, description: 'A column of the table.' },
        is: { ...texts, description: 'The text of the cell, or a list of alternatives, ignoring case.' },
        begins: { ...texts, description: 'The beginning of the text of the cell, such as `Total`.' },
        empty: { type: 'boolean', description: 'Whether the cell is empty.' },
      },
      'column',
    ),
    minProperties: 2,
  },
};

const source = {
  column: { ...texts, description: 'The column, or the first of several that the table has.' },
  join: {
    type: 'array',
    items: text,
    minItems: 1,
    description: 'Columns whose values are joined, such as date and time.',
  },
  with: { type: 'string', description: 'The separator of joined values; a space by default.' },
  value: { ...scalar, description: 'The value of each new row.' },
  default: { ...scalar, description: 'The value of empty cells in new rows.' },
  overwrite: { type: 'boolean', description: 'Whether the value or default also replaces that of stored rows.' },
  values: {
    type: 'object',
    additionalProperties: scalar,
    description: 'Meanings of values, ignoring case; `*` matches all others.',
  },
  split: { ...text, description: 'The separator of several values in one cell, such as a comma.' },
  part: { enum: textParts, description: 'The part of the text to use.' },
  as: {
    enum: ['slug', 'numbered-slug'],
    description: 'Derives a key from a name. `numbered-slug` numbers equal names in order.',
  },
  optional: { type: 'boolean', description: 'Whether the table may lack the column.' },
} as const;

/** The JSON Schema of mappings, with the columns of each collection, so that editors can complete and check them. */
export function mappingSchema(definitions: readonly Definition[]): object {
  const plans = definitions.map(({ name }) => [name, collectionSchema(collectionLayout(name, definitions))] as const);
  const table = {
    sheet: { ...text, description: 'The sheet, or the file without its extension; `*` matches any text.' },
    file: { ...text, description: 'The file, if several have sheets of that name; `*` matches any text.' },
    header_row: { type: 'integer', minimum: 1, maximum: 1000, description: 'The row with the column names.' },
    until: { $ref: '#/definitions/condition' },
    no_value: { type: 'array', items: text, description: 'Texts that mean an empty cell, such as `n/a`.' },
    dates: { enum: dateOrders, description: 'The order of dates like 3/4/2026.' },
    decimal: { enum: ['comma', 'point'], description: 'The decimal separator.' },
    time_zone: { ...text, description: 'The IANA time zone of times without an offset, instead of that of the space.' },
    skip: { ...conditions, description: 'Rows to skip.' },
    collections: { ...keys(Object.fromEntries(plans)), minProperties: 1 },
  };
  const mapping = {
    version: { const: 1, description: 'The version of the format.' },
    tables: { type: 'array', items: { $ref: '#/definitions/table' }, minItems: 1 },
  };
  const field = {
    if: { type: 'object' },
    then: { properties: source, additionalProperties: false, minProperties: 1 },
    else: { ...text, description: 'A column of the table.' },
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Mapping of a spreadsheet to a catalogue',
    ...keys(mapping, 'version', 'tables'),
    definitions: { condition, field, table: keys(table, 'collections') },
  };
}

function collectionSchema({ columns }: Layout): object {
  const schemas = [...columns].map(([header, { description, values }]) => {
    const own = values && constants({ enum: values });
    return [header, { allOf: [{ $ref: '#/definitions/field' }, ...(own ? [own] : [])], description }] as const;
  });
  return keys(
    {
      only: { ...conditions, description: 'Include only rows that match one of these conditions.' },
      repeat: { ...text, description: 'A column with the number of rows to create from one.' },
      fields: { ...keys(Object.fromEntries(schemas)), minProperties: 1 },
    },
    'fields',
  );
}

/** Constants and meanings in a mapping must be valid values of the field. */
const constants = (allowed: object): object => ({
  properties: { value: allowed, default: allowed, values: { additionalProperties: allowed } },
});
