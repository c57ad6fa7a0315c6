import { collections } from '@resource-catalogue/contracts';
import { printable } from '@resource-catalogue/program';
import { type FilesResult, joinFirst, type ImportResult, sumTotals } from '@resource-catalogue/transfer';

interface SummaryOptions {
  readonly continue?: boolean;
  readonly rejects: string;
}

type Merged = ImportResult['tables'];

const names: ReadonlySet<string> = new Set(collections.map(({ name }) => name));

/**
 * Summarises the lines, each a row of its collection, and their nested rows in other tables, such as slots and
 * prices.
 */
export function importSummary(result: FilesResult, options: SummaryOptions): string {
  const { stored, lines, errors, rejected, tables, pruned } = result;
  if (errors > 0 && options.continue !== true) {
    const demo = result.demo === 'untouched' ? ' The demo data was ignored: an import replaces it.' : '';
    return `Nothing was imported: ${count(errors, 'error')} in ${count(lines, 'line')}.${demo}\n`;
  }
  const own = sumTotals(tables.filter(({ table }) => names.has(table)));
  const parts = [
    `${own.inserted} new`,
    `${own.updated} changed`,
    `${own.unchanged} unchanged`,
    ...(rejected.length > 0
      ? [`${rejected.length} rejected (${count(errors, 'error')}), see ${printable(options.rejects)}`]
      : []),
    ...(pruned > 0 ? [`${pruned} soft-deleted because they are not in the files`] : []),
  ];
  const did = stored ? 'Imported' : 'Nothing was stored (--dry-run). Checked';
  return `${demoText(result)}${did} ${count(lines, 'line')}: ${parts.join(', ')}.\n${containedSummary(tables)}`;
}

function demoText({ demo, stored }: FilesResult): string {
  if (demo === 'untouched') return `The demo data ${stored ? 'was' : 'would be'} removed.\n`;
  if (demo === 'none') return '';
  return (
    'The demo data was kept, because clients have changed it. To start without it, import into an empty database: ' +
    'set DEMO=off and another DATA_DIR.\n'
  );
}

function containedSummary(tables: Merged): string {
  const contained = tables.filter(({ table, inserted, updated }) => !names.has(table) && inserted + updated > 0);
  if (contained.length === 0) return '';
  const { inserted, updated } = sumTotals(contained);
  const where = joinFirst(contained.map(({ table }) => table));
  return `These lines contain ${inserted} new and ${updated} changed rows of other tables: ${where}.\n`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
