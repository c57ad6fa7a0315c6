import { collections, type FilterField, filterTable, listParams } from '@resource-catalogue/contracts';
import { maximumLimit, setOperators } from '@resource-catalogue/contracts';
import { z } from 'zod';

const collection = z.enum(collections.map(({ name }) => name));
const limit = z.int().min(1).max(maximumLimit).default(20).describe('Maximum number of rows.');
const sorts = new Set(collections.flatMap((contract) => contract.sorts.flatMap((sort) => [sort, `-${sort}`])));
const text = z.string().min(1).max(200);

function filterSchema({ kind, values = [], operators }: FilterField): z.ZodType {
  const others = { integer: z.int(), boolean: z.boolean(), uuid: z.string(), text: z.string(), datetime: z.string() };
  const value = { ...others, enum: z.enum(values) }[kind];
  const isSet = (operator: string) => setOperators.some((set) => set === operator);
  const schemaOf = (operator: string) => (isSet(operator) ? z.array(value) : value);
  return z.looseObject(Object.fromEntries(operators.map((operator) => [operator, schemaOf(operator).optional()])));
}

/** One filter per field of any collection: the service rejects fields that a collection lacks, and lists its own. */
function filtersSchema(): z.ZodType {
  const all = collections.flatMap(({ name, filters }) =>
    [...filterTable(filters).values()].map((filter) => ({ name, filter })),
  );
  const entries = all.map(({ filter }) => {
    const found = all.filter((other) => other.filter.field === filter.field);
    const values = [...new Set(found.flatMap((other) => other.filter.values ?? []))];
    const names = found.length === collections.length ? 'all collections' : found.map(({ name }) => name).join(', ');
    const schema = filterSchema({ ...filter, values }).describe(`${filter.kind}: ${names}`);
    return [filter.field, schema.optional()] as const;
  });
  return z.looseObject(Object.fromEntries(entries)).describe('Rows must match all. Times are ISO 8601 in UTC.');
}

export const listToolArguments = z.strictObject({
  collection,
  filters: filtersSchema().optional(),
  sort: z
    .enum([...sorts])
    .optional()
    .describe(listParams.sort.description),
  limit,
  cursor: z.string().max(4000).optional().describe(listParams.cursor.description),
});

export const getToolArguments = z.strictObject({ collection, key: text.describe('The id or a unique key.') });
export const findToolArguments = z.strictObject({ collection, text: text.describe('A key, a name, or words.'), limit });
const localTime = text.describe('A local time of the space: 2026-03-07 10:00, or 2026-03-07 for the start of the day.');
export const busyToolArguments = z.strictObject({
  machine: text.optional().describe('Name, slug or id; pass exactly one of machine, place and space.'),
  place: text.optional(),
  space: text.optional(),
  start: localTime,
  end: localTime,
});

export const freeToolArguments = busyToolArguments.extend({
  duration: z.int().min(1).optional().describe('Minimum length of a free time in minutes, in one unit.'),
  opening_hours: z.boolean().default(true).describe('Whether units are free only during opening hours.'),
});
