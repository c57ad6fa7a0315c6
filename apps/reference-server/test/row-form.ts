import { type DtoClass, type Field, fieldTable } from '@resource-catalogue/contracts';
import { isList, isObject, type JsonValue, textOf } from '../src/json.js';

const forms: Partial<Readonly<Record<Field['kind'], (value: JsonValue) => boolean>>> = {
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(textOf(value)),
  datetime: (value) => typeof value === 'string' && printed(value) === value,
  date: (value) => typeof value === 'string' && printed(`${value}T00:00:00.000Z`) === `${value}T00:00:00.000Z`,
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
};

function printed(instant: string): string | null {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Everything in which a value differs from its contract (SHAPE-1, SHAPE-2). */
export function formErrors(value: JsonValue | undefined, dto: DtoClass, at = ''): string[] {
  if (!isObject(value)) return [`${at} is no object`];
  const table = fieldTable(dto);
  if (Object.keys(value).join() !== [...table.keys()].join())
    return [`${at} has the keys ${Object.keys(value).join()}`];
  return [...table.values()].flatMap((field) => fieldErrors(value[field.name] ?? null, field, `${at}.${field.name}`));
}

function fieldErrors(value: JsonValue, field: Field, at: string): string[] {
  if (value === null) return field.nullable ? [] : [`${at} is null`];
  if (field.kind === 'array') {
    return isList(value) ? value.flatMap((item) => innerErrors(item, field, at)) : [`${at} is no array`];
  }
  return innerErrors(value, field, at);
}

function innerErrors(value: JsonValue, { kind, dto, values }: Field, at: string): string[] {
  if (dto) return formErrors(value, dto(), at);
  const holds = values ? values.includes(textOf(value)) : (forms[kind] ?? (() => true))(value);
  return holds ? [] : [`${at} is ${JSON.stringify(value)}`];
}
