import { isObject } from '@resource-catalogue/program';
import { quotation } from '../import-errors.js';
import type { Table } from '../read/table.js';
import type { Layout } from '../layout.js';
import type { MappedRow } from './columns.js';

interface Owner {
  readonly table: Table;
  readonly row: number;
  readonly copy: number;
  /** Its values by header, as JSON. */
  readonly text: string;
}

/**
 * Removes equal rows from a mapped import, such as a machine that each of its units repeats, or a room in two sheets.
 * Tables are read twice, so the first position of a row is remembered.
 */
export class UniqueRows {
  private readonly owners = new Map<string, Owner>();

  /** The row, unless an earlier one is equal; with an error if it differs from a row with the same key. */
  take(
    { collection, key }: Pick<Layout, 'collection' | 'key'>,
    table: Table,
    row: MappedRow,
    copy: number,
  ): readonly MappedRow[] {
    if (row.problems.length > 0) return [row];
    const all = new Map([...row.defaults, ...row.values]);
    const text = JSON.stringify(Object.fromEntries(all));
    const own = all.get('id') ?? (key === null ? undefined : all.get(key));
    const identity = `${collection}\t${own === undefined ? text : JSON.stringify([all.get('type'), own])}`;
    const owner = this.owners.get(identity);
    if (!owner) this.owners.set(identity, { table, row: row.row, copy, text });
    if (!owner || (owner.table === table && owner.row === row.row && owner.copy === copy)) return [row];
    if (owner.text === text) return [];
    if (owner.table !== table) return [row];
    const other: unknown = JSON.parse(owner.text);
    const header = [...all.keys()].find((name) => isObject(other) && !isSame(all.get(name), other[name]));
    // This row only lacks values that the earlier one has.
    if (header === undefined) return [];
    const detail = [
      { value: `row ${owner.row}` },
      ` has the same ${key ?? 'id'}, `,
      quotation(own),
      ', but another value here',
    ];
    return [{ ...row, problems: [{ column: header, detail }] }];
  }
}

const isSame = (value: unknown, other: unknown): boolean => JSON.stringify(value) === JSON.stringify(other);
