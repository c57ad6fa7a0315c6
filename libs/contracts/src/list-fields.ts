import { fieldTable, type DtoClass, type Field, type FieldKind } from './field-table.js';
import { filterTable, type FilterField, type FilterKind } from './filters.js';

/** The parts of a collection that `checkLists` reads. */
interface Lists {
  readonly name: string;
  readonly resource: DtoClass;
  readonly filters: DtoClass;
  readonly sorts: readonly string[];
}

const filterDecorators: Readonly<Record<FilterKind, readonly [name: string, takes: string]>> = {
  uuid: ['FilterByIds', 'a Uuid, or the Embedded or ListOf that shows the other resource'],
  text: ['FilterByText', 'a Text'],
  enum: ['FilterByValues', 'a OneOf'],
  datetime: ['FilterByTime', 'an Instant'],
  integer: ['FilterByInteger', 'an Integer'],
  boolean: ['FilterByFlag', 'a Flag, or soft_deleted_at under the name soft_deleted'],
};

const sortableKinds: readonly FieldKind[] = ['text', 'datetime', 'integer'];

/**
 * The path to the field that a filter reads, outermost field first. A filter reads the field of its name, `space_id` reads `space` or `spaces`, and `soft_deleted` the time of the deletion. Otherwise it reads a field of a summary: `machine_id` reads the `machine` of `machine_unit`.
 */
export function filteredFields(resource: DtoClass, filter: string): readonly Field[] {
  const fields = fieldTable(resource);
  const own = findField(fields, filter);
  if (own) return [own];
  return [...fields.values()].flatMap((field) => {
    const inner = field.kind === 'object' && field.dto && findField(fieldTable(field.dto()), filter);
    return inner ? [field, inner] : [];
  });
}

function findField(fields: ReadonlyMap<string, Field>, filter: string): Field | undefined {
  const name = filter === 'soft_deleted' ? 'soft_deleted_at' : filter.replace(/_id$/, '');
  return fields.get(filter) ?? fields.get(name) ?? fields.get(`${name}s`);
}

/** Throws if a filter or a sort of a collection does not fit the field that it reads (FILT-5, FILT-6, SORT-1). */
export function checkLists({ name, resource, filters, sorts }: Lists): void {
  for (const filter of filterTable(filters).values()) {
    const problem = filterProblem(filter, filteredFields(resource, filter.field).at(-1));
    if (problem !== null) throw new Error(`The list of ${name} cannot be filtered by ${filter.field}: ${problem}.`);
  }
  for (const sort of sorts) {
    const problem = sortProblem(fieldTable(resource).get(sort));
    if (problem !== null) throw new Error(`The list of ${name} cannot be sorted by ${sort}: ${problem}.`);
  }
}

function filterProblem({ field: filter, kind, values }: FilterField, field: Field | undefined): string | null {
  if (field === undefined) return 'the resource has no field for it';
  const [decorator, takes] = filterDecorators[kind];
  if (!fits(kind, field, filter)) return `${decorator} takes ${takes}, but ${field.name} is of the kind ${field.kind}`;
  if (values?.join() === field.values?.join()) return null;
  return `${decorator} must have the values of ${field.name}, which are ${field.values?.join(', ')}`;
}

function fits(filter: FilterKind, { kind, dto }: Field, name: string): boolean {
  if (filter === 'boolean') return kind === 'boolean' || name === 'soft_deleted';
  return kind === filter || (filter === 'uuid' && dto !== undefined);
}

function sortProblem(field: Field | undefined): string | null {
  if (field === undefined) return 'the resource has no such field';
  if (!sortableKinds.includes(field.kind))
    return `a sort takes a Text, an Instant or an Integer, not the kind ${field.kind}`;
  return field.nullable ? 'it may be null, and nulls have no place in an order (SORT-1)' : null;
}
