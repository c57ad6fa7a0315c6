import { type DtoClass, escapePointer, type Field, fieldTable, type RuleContext } from '@resource-catalogue/contracts';
import { validateSync } from 'class-validator';
import { isList, isObject, type JsonObject, type JsonValue } from '../json.js';
import { pointerError, type ValidationError } from '../problem-error.js';

/** Checking more items of one array would take long, and could find only more of the same errors. */
const maxItems = 1000;

/** The known fields of a body, or of a part of it, in normal form. Adds errors by the rules of the DTO (WRITE-3). */
export function readFields(dto: DtoClass, body: JsonValue, at: string, errors: ValidationError[]): JsonObject {
  if (!isObject(body)) {
    errors.push(pointerError(at, 'invalid_value', 'Must be a JSON object.'));
    return {};
  }
  const fields = fieldTable(dto);
  const sent: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(body)) {
    const field = fields.get(key);
    const pointer = `${at}/${escapePointer(key)}`;
    if (field !== undefined) sent[key] = readField(field, value, pointer, errors);
    else errors.push(pointerError(pointer, 'unknown_field', 'Unknown or read-only field.'));
  }
  errors.push(...ruleErrors(dto, sent, at));
  return sent;
}

function readField({ normal, dto }: Field, value: JsonValue, at: string, errors: ValidationError[]): JsonValue {
  const read = normal?.(value);
  if (typeof read === 'string' || isList(read)) return read;
  if (dto === undefined || !isList(value)) return value;
  return value.slice(0, maxItems).map((item, index) => readFields(dto(), item, `${at}/${index}`, errors));
}

function ruleErrors(dto: DtoClass, sent: JsonObject, at: string): ValidationError[] {
  const instance: unknown = Reflect.construct(dto, []);
  if (typeof instance !== 'object' || instance === null) return [];
  return validateSync(Object.assign(instance, sent), { forbidUnknownValues: false }).flatMap((broken) => {
    const rules = Object.values<unknown>(broken.contexts ?? {}).filter(isRule);
    const value = sent[broken.property];
    // All other rules would only repeat that the field is missing.
    const missing = rules.find(({ code }) => code === 'required');
    return (missing === undefined ? rules : [missing]).flatMap(({ code, detail, items }) => {
      const places = items !== undefined && isList(value) ? items(value).map((index) => `/${index}`) : [''];
      return places.map((place) => pointerError(`${at}/${broken.property}${place}`, code, detail));
    });
  });
}

const isRule = (context: unknown): context is RuleContext =>
  typeof context === 'object' && context !== null && 'code' in context;
