import { fieldTable, type DtoClass, type Field, type FieldKind, type FilterField } from '../src/index.js';

/** The terms of docs/interface.md for kinds with another name there. */
const words: Partial<Record<FieldKind, string>> = { text: 'string' };

function wordOf(kind: FieldKind): string {
  return words[kind] ?? kind;
}

/** The name of a DTO's schema, which is also the heading of a part. */
export function schemaNameOf(dto: DtoClass): string {
  return dto.name.replace(/Dto$/, '');
}

/** Whether a DTO is written out in place as `ref{…}` instead of having a heading. */
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

/** The column "Type" of a field. */
export function typeOf({ kind, dto, values }: Field): string {
  if (kind !== 'array') return dto === undefined ? wordOf(kind) : objectOf(dto());
  if (dto !== undefined) return `array of ${objectOf(dto())}`;
  return values === undefined ? 'array of string' : 'array of enum';
}

/** The column "Values" of a filter. */
export function filterValues({ field, kind }: FilterField, resource: DtoClass): string {
  const many = fieldTable(resource).get(field.replace(/_id$/, 's'))?.kind === 'array';
  return many ? `${wordOf(kind)}, many` : wordOf(kind);
}

/** The parts that a DTO contains: every nested DTO with a heading, by name. */
export function partsOf(dto: DtoClass): Map<string, DtoClass> {
  const inner = [...fieldTable(dto).values()].flatMap((field) => (field.dto === undefined ? [] : [field.dto()]));
  const parts = inner.filter((candidate) => !isSummary(candidate));
  return new Map(parts.flatMap((part) => [[schemaNameOf(part), part] as const, ...partsOf(part)]));
}
