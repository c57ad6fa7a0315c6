import { fieldTable, filterTable } from '../src/index.js';
import type { DtoClass, Field, FieldKind, FilterField } from '../src/index.js';

/** The words of docs/interface.md for kinds that it calls otherwise. */
const words: Partial<Record<FieldKind, string>> = { text: 'string' };

function wordOf(kind: FieldKind): string {
  return words[kind] ?? kind;
}

/** The name of a DTO's schema, which is also the heading of a part. */
export function schemaNameOf(dto: DtoClass): string {
  return dto.name.replace(/Dto$/, '');
}

/** Whether a DTO is written out where it is used, as `ref{…}`, instead of having a heading of its own. */
function isSummary(dto: DtoClass): boolean {
  return /^Ref$|Summary$/.test(schemaNameOf(dto));
}

function summaryKey({ name, kind, nullable, dto }: Field): string {
  const understood = name === 'id' ? 'uuid' : name === 'state' ? 'enum' : 'text';
  const type = dto !== undefined ? ` ${summaryOf(dto())}` : kind === understood ? '' : ` ${wordOf(kind)}`;
  return `${name}${type}${nullable ? ' null' : ''}`;
}

function summaryOf(dto: DtoClass): string {
  return `ref{${[...fieldTable(dto).values()].map(summaryKey).join(', ')}}`;
}

function objectOf(dto: DtoClass): string {
  const name = schemaNameOf(dto);
  return isSummary(dto) ? `\`${summaryOf(dto)}\`` : `[${name}](#${name.toLowerCase()})`;
}

function typeOf({ kind, dto, values }: Field): string {
  if (kind !== 'array') return dto === undefined ? wordOf(kind) : objectOf(dto());
  if (dto !== undefined) return `array of ${objectOf(dto())}`;
  return values === undefined ? 'array of string' : 'array of enum';
}

/** The table of keys that the document should have for a DTO, blocks written out: key, type, nullability. */
export function expectedKeys(dto: DtoClass): string[][] {
  const fields = [...fieldTable(dto).values()];
  return fields.map((field) => [`\`${field.name}\``, typeOf(field), field.nullable ? 'yes' : 'no']);
}

/** The enumerations that the document should list for a DTO, by key. */
export function expectedEnumerations(dto: DtoClass): Map<string, readonly string[]> {
  const fields = [...fieldTable(dto).values()];
  return new Map(fields.flatMap(({ name, values }) => (values === undefined ? [] : [[name, values] as const])));
}

function filterValues({ field, kind }: FilterField, resource: DtoClass): string {
  const many = fieldTable(resource).get(field.replace(/_id$/, 's'))?.kind === 'array';
  return many ? `${wordOf(kind)}, many` : wordOf(kind);
}

/** The table of filters that the document should have, in the order of the fields' names: field, operators, values. */
export function expectedFilters(filters: DtoClass, resource: DtoClass): string[][] {
  const rows = [...filterTable(filters).values()].map((filter) => [
    `\`${filter.field}\``,
    filter.operators.map((operator) => `\`${operator}\``).join(', '),
    filterValues(filter, resource),
  ]);
  return rows.sort(byFirst);
}

/** Compares rows by their first cell. */
export function byFirst([left = '']: readonly string[], [right = '']: readonly string[]): number {
  return left < right ? -1 : 1;
}

/** The parts that can be met from a DTO: every DTO inside it that has a heading of its own, by name. */
export function partsOf(dto: DtoClass): Map<string, DtoClass> {
  const inner = [...fieldTable(dto).values()].flatMap((field) => (field.dto === undefined ? [] : [field.dto()]));
  const parts = inner.filter((candidate) => !isSummary(candidate));
  return new Map(parts.flatMap((part) => [[schemaNameOf(part), part] as const, ...partsOf(part)]));
}

interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Limits;
}

const isLimits = (value: unknown): value is Limits => typeof value === 'object' && value !== null;

function numbersOf({ minLength = 0, maxLength, maxItems, items = {} }: Limits): number[] {
  const lengths = maxLength === undefined ? [] : [minLength, maxLength].filter((length) => length > 0);
  return maxItems === undefined ? lengths : [maxItems, ...numbersOf(items)];
}

/** The table of fields to write that the document should have: field, in a create, in an update, numbers of the limits. */
export function expectedWrites(create: new () => object, update: DtoClass): unknown[][] {
  const prototype = Reflect.getPrototypeOf(new create()) ?? {};
  const changeable = fieldTable(update);
  return [...fieldTable(create).values()].map(({ name, kind, optional, nullable }) => {
    const limits: unknown = Reflect.getMetadata('swagger/apiModelProperties', prototype, name);
    const set = kind === 'array' ? 'replaces' : nullable ? 'null clears' : 'never null';
    return [
      `\`${name}\``,
      optional ? 'optional' : 'required',
      changeable.has(name) ? set : 'not accepted',
      isLimits(limits) ? numbersOf(limits) : [],
    ];
  });
}
