import { type DtoClass, type Field, fieldTable } from '@resource-catalogue/contracts';
import { type Json, type JsonObject, isObject } from '../json.js';

/** A documented key of a resource or of one of its parts, with the value that was found. */
export interface Visited {
  readonly path: string;
  readonly field: Field;
  /** Undefined where the key is absent. */
  readonly value: Json | undefined;
}

/** Every documented key of an object and, as far as they are objects, of what stands in it. */
export function* visit(dto: DtoClass, object: JsonObject, path = ''): Generator<Visited> {
  for (const field of fieldTable(dto).values()) {
    const value = object[field.name];
    const here = path === '' ? field.name : `${path}.${field.name}`;
    yield { path: here, field, value };
    const part = field.dto?.();
    if (!part) continue;
    const items = Array.isArray(value) ? value : [value];
    for (const item of items) if (isObject(item)) yield* visit(part, item, here);
  }
}

/** Where an object has other keys than the documented ones, in words; null where it has not. */
export function keyFault(dto: DtoClass, object: JsonObject, path = ''): string | null {
  const fields = fieldTable(dto);
  const where = path === '' ? '' : ` in ${path}`;
  const surplus = Object.keys(object).find((key) => !fields.has(key));
  if (surplus !== undefined) return `${surplus}${where} is not documented`;
  for (const [name, { dto: part }] of fields) {
    if (!(name in object)) return `${name}${where} is absent`;
    if (!part) continue;
    const value = object[name];
    for (const item of Array.isArray(value) ? value : [value]) {
      const fault = isObject(item) ? keyFault(part(), item, path === '' ? name : `${path}.${name}`) : null;
      if (fault !== null) return fault;
    }
  }
  return null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const date = /^\d{4}-\d\d-\d\d$/;

const isInstant = (text: string): boolean =>
  instant.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

const isDate = (text: string): boolean => date.test(text) && isInstant(`${text}T00:00:00.000Z`);

/** SHAPE-1: whether a value that is there has its type. Null is another rule's business. */
export function hasType({ kind, values, dto }: Field, value: Json): boolean {
  switch (kind) {
    case 'uuid':
      return typeof value === 'string' && uuid.test(value);
    case 'datetime':
      return typeof value === 'string' && isInstant(value);
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'text':
    case 'enum':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
      return isObject(value);
    case 'array':
      return (
        Array.isArray(value) && value.every((item) => (dto ? isObject(item) : typeof item === 'string' || !values))
      );
  }
}
