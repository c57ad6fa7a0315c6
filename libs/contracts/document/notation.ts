import { fieldTable, type DtoClass, type Field, type FieldKind, type FilterField } from '../src/index.js';

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

/** What the column "Type" says of a field. */
export function typeOf({ kind, dto, values }: Field): string {
  if (kind !== 'array') return dto === undefined ? wordOf(kind) : objectOf(dto());
  if (dto !== undefined) return `array of ${objectOf(dto())}`;
  return values === undefined ? 'array of string' : 'array of enum';
}

/** What the column "Values" says of a filter. */
export function filterValues({ field, kind }: FilterField, resource: DtoClass): string {
  const many = fieldTable(resource).get(field.replace(/_id$/, 's'))?.kind === 'array';
  return many ? `${wordOf(kind)}, many` : wordOf(kind);
}

/** The parts that can be met from a DTO: every DTO inside it that has a heading of its own, by name. */
export function partsOf(dto: DtoClass): Map<string, DtoClass> {
  const inner = [...fieldTable(dto).values()].flatMap((field) => (field.dto === undefined ? [] : [field.dto()]));
  const parts = inner.filter((candidate) => !isSummary(candidate));
  return new Map(parts.flatMap((part) => [[schemaNameOf(part), part] as const, ...partsOf(part)]));
}
