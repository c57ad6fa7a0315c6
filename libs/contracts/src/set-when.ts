import { fieldTable, type DtoClass, type Field, type SetWhen } from './field-table.js';

/** The rule for error messages, after the name of the field. */
export const setWhenText = (setWhen: SetWhen): string => `must be ${setWhenWords(setWhen)}`;

/** The rule in words: `set exactly when state is canceled`, or `null unless state is rented`. */
export const setWhenWords = ({ key, is = 'set', only }: SetWhen): string =>
  `${only ? 'null unless' : 'set exactly when'} ${key} is ${String(is)}`;

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

/** Whether the value of a field satisfies its rule; a field without a rule does. */
export function satisfiesSetWhen({ name, setWhen }: Pick<Field, 'name' | 'setWhen'>, row: object): boolean {
  if (setWhen === undefined) return true;
  const { key, is, only = false } = setWhen;
  const other: unknown = Reflect.get(row, key);
  const may = is === undefined ? isSet(other) : other === is;
  return isSet(Reflect.get(row, name)) ? may : only || !may;
}

/** Throws if the rule of a field cannot be satisfied: the field is never null, or the other one cannot decide. */
export function checkSetWhen(name: string, resource: DtoClass): void {
  const fields = fieldTable(resource);
  for (const field of fields.values()) {
    const problem = field.setWhen && findProblem(field, field.setWhen, fields.get(field.setWhen.key));
    if (problem) throw new Error(`${field.name} of ${name} ${setWhenText(field.setWhen)}, but ${problem}.`);
  }
}

function findProblem({ name, nullable }: Field, { key, is }: SetWhen, other: Field | undefined): string | undefined {
  if (!nullable) return `${name} is never null: give it the option nullable`;
  if (!other) return `the resource has no ${key}`;
  if (is === undefined) return other.nullable ? undefined : `${key} is never null`;
  if (typeof is === 'boolean') return other.kind === 'boolean' ? undefined : `${key} is not a boolean`;
  if (!other.values) return `${key} is not an enumeration`;
  return other.values.includes(is) ? undefined : `${key} has the values ${other.values.join(', ')}`;
}
