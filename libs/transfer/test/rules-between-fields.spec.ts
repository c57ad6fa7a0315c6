import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, type Field, fieldTable, setWhenText } from '@resource-catalogue/contracts';
import type { Database } from '@resource-catalogue/database';
import { checkRule } from '../src/validate/constraint-errors.js';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';

const rules = collections.flatMap(({ name: table, resource }) => {
  const fields = fieldTable(resource);
  return [...fields.values()].flatMap((field) =>
    field.setWhen ? [{ table, field, other: fields.get(field.setWhen.key), setWhen: field.setWhen }] : [],
  );
});

const columnOf = ({ name, kind, dto }: Field): string => (kind === 'object' && dto ? `${name}_id` : name);

/** A value that the column of a field accepts. */
function anyValue({ kind, dto, values = [] }: Field): unknown {
  if (kind === 'datetime' || kind === 'date') return '2026-03-01';
  if (kind === 'uuid' || dto) return '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
  if (kind === 'object') return {};
  return kind === 'integer' || kind === 'number' ? 1 : (values[0] ?? 'EUR');
}

describe('the rules between two fields of the contracts', () => {
  let database: Database;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.close());

  /** The checks of a table that reject a row with only these columns. */
  async function violatedChecks(table: string, row: object): Promise<string[]> {
    const text = `SELECT conname::text, pg_get_expr(conbin, conrelid) FROM pg_constraint
      WHERE contype = 'c' AND conrelid = $1::text::regclass`;
    const checks = await database.source.query({ text }, [table]);
    const names = checks.map(([name, condition]) => `CASE WHEN NOT (${condition}) THEN '${name}' END`).join(', ');
    const [found] = await database.source.query(
      { text: `SELECT concat_ws(' ', ${names}) FROM json_populate_record(NULL::${table}, $1::text::json)` },
      [JSON.stringify(row)],
    );
    return found?.[0]?.split(' ') ?? [];
  }

  const uniques = collections.flatMap(({ name: table, resource, unique }) =>
    unique.map((keys) => {
      const fields = fieldTable(resource);
      return { table, columns: keys.flatMap((key: string) => [...fields.values()].filter(({ name }) => name === key)) };
    }),
  );
  it.each(uniques.map(({ table, columns }) => [columns.map(columnOf).join(', '), table] as const))(
    '%s of %s is unique in the database',
    async (columns, table) => {
      const text = `SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indisunique AND indrelid = $1::text::regclass`;
      const found = await database.source.query({ text }, [table]);
      const indexes = found.map(([definition = '']) => /\((.*?)\)(?: WHERE|$)/.exec(definition ?? '')?.[1]);
      expect(indexes.map((index) => index?.replace(/^lower\((\w+)\)?$/, '$1'))).toContain(columns);
    },
  );

  it.each(rules)('$field.name of $table is checked by the database', async ({ table, field, other, setWhen }) => {
    if (other === undefined) throw new Error(`${table} has no ${setWhen.key}.`);
    const [column, key, { is }] = [columnOf(field), columnOf(other), setWhen];
    const unset = is === undefined ? null : other.values?.find((value) => value !== is);
    const [always, lacking, unasked] = await Promise.all([
      violatedChecks(table, {}),
      violatedChecks(table, { [key]: is ?? anyValue(other) }),
      violatedChecks(table, { [key]: unset, [column]: anyValue(field) }),
    ]);
    const rejected = setWhen.only ? unasked : lacking.filter((name) => unasked.includes(name));
    const [check] = rejected.filter((name) => !always.includes(name));
    const condition = is === undefined ? `${key} IS NOT NULL` : `${key} = '${is}'`;
    if (check === undefined)
      throw new Error(
        `${field.name} of ${table} ${setWhenText(setWhen)}, but the table has no check for it. Add to its migration: ` +
          `ADD CONSTRAINT "${table}_${field.name}_check" CHECK (${
            setWhen.only ? `${column} IS NULL OR ${condition}` : `(${condition}) = (${column} IS NOT NULL)`
          }).`,
      );
    expect(checkRule(table, check)).toBeDefined();
  });
});
