import { fieldTable, type DtoClass, type Field, type FieldKind, type FilterField } from '../src/index.js';

/** The terms of docs/interface.md for kinds with another name there. */
const words: Partial<Record<FieldKind, string>> = { text: 'string' };

function kindWord(kind: FieldKind): string {
  return words[kind] ?? kind;
}

/** The name of a DTO's schema, which is also the heading of a part. */
export function schemaName(dto: DtoClass): string {
  return dto.name.replace(/Dto$/, '');
}

/** Whether a DTO is written out in place as `ref{…}` instead of having a heading. */
function isSummary(dto: DtoClass): boolean {
  return /^Ref$|Summary$/.test(schemaName(dto));
}

function summaryKey({ name, kind, nullable, dto }: Field): string {
  const understood = name === 'id' ? 'uuid' : name === 'state' ? 'enum' : 'text';
  const type = dto !== undefined ? ` ${summarize(dto())}` : kind === understood ? '' : ` ${kindWord(kind)}`;
  return `${name}${type}${nullable ? ' null' : ''}`;
}

function summarize(dto: DtoClass): string {
  return `ref{${[...fieldTable(dto).values()].map(summaryKey).join(', ')}}`;
}

function formatObject(dto: DtoClass): string {
  const name = schemaName(dto);
  return isSummary(dto) ? `\`${summarize(dto)}\`` : `[${name}](#${name.toLowerCase()})`;
}

/** The column "Type" of a field. */
export function formatType({ kind, dto, values }: Field): string {
  if (kind !== 'array') return dto === undefined ? kindWord(kind) : formatObject(dto());
  if (dto !== undefined) return `array of ${formatObject(dto())}`;
  return values === undefined ? 'array of string' : 'array of enum';
}

/** The column "Values" of a filter. */
export function filterValues({ field, kind }: FilterField, resource: DtoClass): string {
  const many = fieldTable(resource).get(field.replace(/_id$/, 's'))?.kind === 'array';
  return many ? `${kindWord(kind)}, many` : kindWord(kind);
}

/** The parts that a DTO contains: every nested DTO with a heading, by name. */
export function collectParts(dto: DtoClass): Map<string, DtoClass> {
  const inner = [...fieldTable(dto).values()].flatMap((field) => (field.dto === undefined ? [] : [field.dto()]));
  const parts = inner.filter((candidate) => !isSummary(candidate));
  return new Map(parts.flatMap((part) => [[schemaName(part), part] as const, ...collectParts(part)]));
}
