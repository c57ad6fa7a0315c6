import type { DtoClass, Field } from './field-table.js';
import { fieldTable } from './field-table.js';

/** The other field, an enumeration, and its value with which a field that may be null is set; with any other it is null. */
export interface SetWhen {
  readonly key: string;
  readonly is: string;
}

/** The rule as errors say it, after the name of the field. */
export const setWhenText = ({ key, is }: SetWhen): string => `must be set exactly when ${key} is ${is}`;

/** Whether the value of a field keeps the rule in its object; a field without a rule keeps it. */
export function keepsSetWhen({ name, setWhen }: Pick<Field, 'name' | 'setWhen'>, row: object): boolean {
  if (setWhen === undefined) return true;
  const value: unknown = Reflect.get(row, name);
  return (value !== null && value !== undefined) === (Reflect.get(row, setWhen.key) === setWhen.is);
}

/** Throws where the rule of a field cannot be kept: the field is never null, or the other one does not have the value. */
export function checkSetWhen(name: string, resource: DtoClass): void {
  const fields = fieldTable(resource);
  for (const { name: field, nullable, setWhen } of fields.values()) {
    if (setWhen === undefined) continue;
    const { values } = fields.get(setWhen.key) ?? {};
    const problem = !nullable
      ? `${field} is never null: give it the option nullable`
      : !values?.includes(setWhen.is)
        ? `${setWhen.key} ${values ? `has the values ${values.join(', ')}` : 'is no enumeration of the resource'}`
        : null;
    if (problem !== null) throw new Error(`${field} of ${name} ${setWhenText(setWhen)}, but ${problem}.`);
  }
}
