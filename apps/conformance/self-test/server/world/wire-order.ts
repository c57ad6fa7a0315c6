import { type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import { isList, isObject, type JsonObject, type JsonValue } from '../json.js';

/** An object with exactly its documented keys, in the order of section 8. */
export function inWireOrder(dto: DtoClass, value: JsonObject): JsonObject {
  const fields = tableOf(dto);
  const extra = Object.keys(value).find((key) => !fields.has(key));
  if (extra !== undefined) throw new Error(`${dto.name} has no ${extra}.`);
  return Object.fromEntries(
    [...fields.values()].map((field): [string, JsonValue] => {
      const inner = value[field.name];
      if (inner === undefined) throw new Error(`${dto.name} needs ${field.name}.`);
      return [field.name, field.dto ? innerInOrder(field.dto(), inner) : inner];
    }),
  );
}

function innerInOrder(dto: DtoClass, value: JsonValue): JsonValue {
  if (isList(value)) return value.map((item) => innerInOrder(dto, item));
  return isObject(value) ? inWireOrder(dto, value) : value;
}

const tables = new Map<DtoClass, ReturnType<typeof fieldTable>>();

/** The table of a DTO, put together once. */
function tableOf(dto: DtoClass): ReturnType<typeof fieldTable> {
  const table = tables.get(dto) ?? fieldTable(dto);
  tables.set(dto, table);
  return table;
}
