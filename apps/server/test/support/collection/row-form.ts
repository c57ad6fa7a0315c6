import { type Field, fieldTable } from '@resource-catalogue/contracts';
import { isObject } from '../json.js';

type DtoClass = Parameters<typeof fieldTable>[0];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Everything in which a value differs from its contract: keys and their order, types, null, forms (SHAPE-1 to SHAPE-3). */
export function formFaults(value: unknown, dto: DtoClass, at = ''): string[] {
  if (!isObject(value)) return [`${at} is no object`];
  const table = fieldTable(dto);
  const keys = Object.keys(value).join(' ');
  const documented = [...table.keys()].join(' ');
  if (keys !== documented) return [`${at} has the keys ${keys}, not ${documented}`];
  return [...table.values()].flatMap((field) => fieldFaults(value[field.name], field, `${at}.${field.name}`));
}

function fieldFaults(value: unknown, field: Field, at: string): string[] {
  if (field.optional) return [`${at} is documented as optional`];
  if (value === null) return field.nullable ? [] : [`${at} is null`];
  if (field.kind === 'array') {
    if (!Array.isArray(value)) return [`${at} is no array`];
    return value.flatMap((item, index) => itemFaults(item, field, `${at}[${index}]`));
  }
  if (field.kind === 'object') {
    if (field.dto) return formFaults(value, field.dto(), at);
    return isObject(value) ? [] : [`${at} is no object`];
  }
  return isOfKind(value, field) ? [] : [`${at} is ${JSON.stringify(value)}, which is no ${field.kind}`];
}

function itemFaults(item: unknown, field: Field, at: string): string[] {
  if (field.dto) return formFaults(item, field.dto(), at);
  const known = typeof item === 'string' && (field.values?.includes(item) ?? true);
  return known ? [] : [`${at} is ${JSON.stringify(item)}`];
}

function isOfKind(value: unknown, { kind, values }: Field): boolean {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (typeof value !== 'string') return false;
  if (kind === 'uuid') return uuid.test(value);
  if (kind === 'enum') return values?.includes(value) ?? false;
  // A real instant or day in its one form: printing it again gives the same text.
  if (kind === 'datetime') return printed(value) === value;
  if (kind === 'date') return printed(`${value}T00:00:00.000Z`) === `${value}T00:00:00.000Z`;
  return true;
}

function printed(instant: string): string | null {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
