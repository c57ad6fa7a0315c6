import { timestampKeys } from '../layout.js';
import type { Owner } from '../stage/catalogue-plan.js';
import { isJson, type StagedTable } from '../stage/staging.js';

/** Condition: the stored row `t` and the staged row `s` are the same one. */
export const sameKey = ({ key }: StagedTable): string => key.map((column) => `t.${column} = s.${column}`).join(' AND ');

/** Condition: row `t` differs from the staged row `s`. */
export function differs(table: StagedTable): string {
  const compared = table.columns
    .map(({ name }) => name)
    .filter((name) => !table.key.includes(name) && !timestampKeys.has(name));
  const shown = (alias: string) =>
    compared.map((name) => `${alias}.${name}${alias === 't' && isJson(table, name) ? '::text' : ''}`);
  const stamped = table.columns.flatMap(({ name }) => (timestampKeys.has(name) ? [`s.${name} <> t.${name}`] : []));
  const content =
    compared.length === 0 ? [] : [`(${shown('s').join(', ')}) IS DISTINCT FROM (${shown('t').join(', ')})`];
  return `(${[...content, ...stamped, 'false'].join(' OR ')})`;
}

/** Query for owners whose parts differ from the staged ones. */
export function changedOwners(part: StagedTable, owner: Owner, stagedOwner: string): string {
  const on = sameKey(part);
  const changed = `SELECT s.${owner.column} FROM ${part.staged} s LEFT JOIN ${part.table} t ON ${on}
    WHERE s.${owner.column} IS NOT NULL AND (t.${owner.column} IS NULL OR ${differs(part)})`;
  const left = `SELECT t.${owner.column} FROM ${part.staged} s JOIN ${part.table} t ON ${on} WHERE t.${owner.column} <> s.${owner.column}`;
  return `${changed} UNION ${left} UNION SELECT t.${owner.column} FROM ${goneParts(part, owner, stagedOwner)}`;
}

/** Parts `t` of staged owners that are not staged. */
export function goneParts(part: StagedTable, owner: Owner, stagedOwner: string): string {
  return `${part.table} t JOIN ${stagedOwner} o ON o.id = t.${owner.column}
    WHERE NOT EXISTS (SELECT FROM ${part.staged} s WHERE ${sameKey(part)})`;
}

/** Rewrites the condition of an index for the staged row. */
export function toStagedCondition(condition: string, { columns }: StagedTable): string {
  return columns.reduce(
    (text, { name }) => text.replaceAll(new RegExp(`(?<![\\w'.])${name}(?![\\w'])`, 'g'), `s.${name}`),
    condition,
  );
}
