import { collections, fieldTable, setWhenText } from '@resource-catalogue/contracts';
import { type Invariant, broken, isSet } from '../invariant.js';

/** The rules between two fields that the contracts say. */
export const rules: readonly Invariant[] = collections.flatMap(({ name: table, resource }) =>
  [...fieldTable(resource).values()].flatMap(({ name, kind, dto, setWhen }): Invariant[] => {
    if (setWhen === undefined) return [];
    const column = kind === 'object' && dto ? `${name}_id` : name;
    const isBroken = broken(table, (row) => isSet(row, column) !== (row.value(setWhen.key) === setWhen.is));
    return [[`${table}: ${name} ${setWhenText(setWhen)}`, isBroken]];
  }),
);
