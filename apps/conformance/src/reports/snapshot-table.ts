import { filterTable } from '@resource-catalogue/contracts';
import { filteredValues } from '../oracle.js';
import type { CollectionSnapshot, Snapshot } from '../snapshot.js';

/** Describes the data before a run: the number of rows, and what they cannot test. */
export function snapshotTable(snapshot: Snapshot): string {
  const all = [...snapshot.values()];
  const lines = all.map((one) => {
    const rows = `${one.rows.length}${one.complete ? '' : '+'}`.padStart(7);
    const lacks = describeLack(one).join(', ');
    return `${one.contract.name.padEnd(18)} ${rows}  ${lacks === '' ? 'can test everything' : `cannot test ${lacks}`}`;
  });
  const total = all.reduce((sum, { rows }) => sum + rows.length, 0);
  const partial = ' + marks collections of which not all rows were read: see --max-items.';
  return [
    'collection            rows  what the data can test',
    ...lines,
    `${total} rows in ${all.length} collections.${all.every(({ complete }) => complete) ? '' : partial}`,
  ].join('\n');
}

function describeLack({ contract, rows, trouble }: CollectionSnapshot): string[] {
  if (trouble !== null) return [`anything: ${trouble}`];
  if (rows.length === 0) return ['anything about rows'];
  const lacks = rows.length < 2 ? ['pages'] : [];
  const isTied = contract.sorts.some((sort) => new Set(rows.map((row) => row[sort])).size < rows.length);
  if (rows.length >= 2 && !isTied) lacks.push('ties');
  const unused = [...filterTable(contract.filters).keys()].filter(
    (field) => !rows.some((row) => filteredValues(contract, row, field).length > 0),
  );
  if (unused.length > 0) lacks.push(`filters on ${unused.join(', ')}`);
  return lacks;
}
