import { type DtoClass, type Field, fieldTable, isDate, isInstant, parseUuid } from '@resource-catalogue/contracts';
import { type Json, type JsonObject, isObject } from '../json.js';

export interface Visited {
  readonly path: string;
  readonly field: Field;
  /** Undefined if the key is absent. */
  readonly value: Json | undefined;
}

export function* visit(dto: DtoClass, object: JsonObject, path = ''): Generator<Visited> {
  for (const field of fieldTable(dto).values()) {
    const value = object[field.name];
    const here = path === '' ? field.name : `${path}.${field.name}`;
    yield { path: here, field, value };
    const part = field.dto?.();
    if (part) for (const item of listParts(value)) yield* visit(part, item, here);
  }
}

/** The first difference between the keys of an object and the documented ones, in words; null if there is none. */
export function wrongKeys(dto: DtoClass, object: JsonObject, path = ''): string | null {
  const fields = fieldTable(dto);
  const where = path === '' ? '' : ` in ${path}`;
  const surplus = Object.keys(object).find((key) => !fields.has(key));
  if (surplus !== undefined) return `${surplus}${where} is not documented`;
  for (const [name, { dto: part }] of fields) {
    if (!(name in object)) return `${name}${where} is absent`;
    for (const item of part ? listParts(object[name]) : []) {
      const error = part ? wrongKeys(part(), item, path === '' ? name : `${path}.${name}`) : null;
      if (error !== null) return error;
    }
  }
  return null;
}

const listParts = (value: Json | undefined): JsonObject[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => isObject(item));

const types: Readonly<Record<Field['kind'], (value: Json, field: Field) => boolean>> = {
  uuid: (value) => typeof value === 'string' && parseUuid(value) !== null,
  datetime: isInstant,
  date: isDate,
  text: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isObject(value),
  array: (value, { dto, values }) =>
    Array.isArray(value) && value.every((item) => (dto ? isObject(item) : typeof item === 'string' || !values)),
};

/** Whether a value has its type (SHAPE-1). Null is accepted here, because another rule covers it. */
export const hasType = (field: Field, value: Json): boolean => types[field.kind](value, field);
