import { collections, type Field, fieldTable, setWhenText } from '@resource-catalogue/contracts';
import { type Invariant, broken, isSet } from '../invariant.js';

const columnOf = ({ name, kind, dto }: Field): string => (kind === 'object' && dto ? `${name}_id` : name);

/** The rules between two fields that the contracts say. */
export const rules: readonly Invariant[] = collections.flatMap(({ name: table, resource }) => {
  const fields = fieldTable(resource);
  return [...fields.values()].flatMap((field): Invariant[] => {
    const other = field.setWhen && fields.get(field.setWhen.key);
    if (field.setWhen === undefined || other === undefined) return [];
    const { is } = field.setWhen;
    const [column, key] = [columnOf(field), columnOf(other)];
    const isBroken = broken(
      table,
      (row) => isSet(row, column) !== (is === undefined ? isSet(row, key) : row.value(key) === is),
    );
    return [[`${table}: ${field.name} ${setWhenText(field.setWhen)}`, isBroken]];
  });
});
