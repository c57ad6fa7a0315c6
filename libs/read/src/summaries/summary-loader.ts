import {
  preparedAs,
  type ReadSource,
  type Row,
  type Statement,
  type StatementNames,
} from '@resource-catalogue/database';
import type { Summary } from '../define/sources.js';
import { markedIds, type SummaryText } from '../rows/row-writer.js';
import type { RowColumn } from '../statement/row-columns.js';
import { summaryStatement } from '../statement/summary-sql.js';
import type { SummaryCache } from './summary-cache.js';

interface IdColumn {
  readonly index: number;
  /** The mark of the summary in its text; null if the whole text is the id. */
  readonly mark: number | null;
}

interface Batch {
  readonly summary: Summary;
  /** Every table that the summary reads, in order. */
  readonly tables: readonly string[];
  /** The selected columns that contain ids of this summary's table. */
  readonly columns: readonly IdColumn[];
  /** Positions of the revisions of the summary's tables in the row query's list. */
  readonly revisions: readonly number[];
  readonly statement: Statement;
}

/**
 * The cached summaries of one definition: which columns refer to them, and how a page loads them in batches.
 */
export class SummaryLoader {
  /** Every table that the summaries read, in the order of the row query's revisions. */
  readonly tables: readonly string[];
  private readonly batches: readonly Batch[];

  constructor(columns: readonly RowColumn[], collection: string, names: StatementNames) {
    const summaries = new Map<Summary, IdColumn[]>();
    const add = (summary: Summary, column: IdColumn) =>
      summaries.set(summary, [...(summaries.get(summary) ?? []), column]);
    columns.forEach(({ shown }, index) => {
      if (shown.as === 'summary') add(shown.summary, { index, mark: null });
      if (shown.as === 'array') shown.marked.forEach((summary, mark) => add(summary, { index, mark }));
    });
    const compiled = [...summaries].map(([summary, columns]) => ({ summary, columns, ...summaryStatement(summary) }));
    this.tables = [...new Set(compiled.flatMap(({ tables }) => tables))].sort();
    this.batches = compiled.map(({ text, ...batch }) => ({
      ...batch,
      revisions: batch.tables.map((table) => this.tables.indexOf(table)),
      statement: { ...preparedAs(names, text), collection },
    }));
  }

  /**
   * The summaries that the rows refer to, all of the version that the rows' snapshot saw; null if some have changed
   * since.
   */
  async load(
    rows: readonly Row[],
    revisions: string,
    source: ReadSource,
    cache: SummaryCache,
  ): Promise<SummaryText | null> {
    const seen = revisions.split(' ');
    const versionOf = (batch: Batch) => batch.revisions.map((index) => seen[index]).join(' ');
    const isOutdated = (batch: Batch) => cache.isOutdated(batch.summary, versionOf(batch));
    if (rows.length > 0 && this.batches.some(isOutdated)) await cache.update(source);
    const pages = new Map<Summary, Map<string, string>>();
    const fills: Promise<boolean>[] = [];
    for (const batch of this.batches) {
      const version = versionOf(batch);
      const found = new Map<string, string>();
      pages.set(batch.summary, found);
      const missing = missingIds(batch, rows, (id) => {
        const text = found.get(id) ?? cache.get(batch.summary, version, id);
        if (text !== undefined) found.set(id, text);
        return text !== undefined;
      });
      if (missing.length > 0) fills.push(fill(batch, missing, version, found, source, cache));
    }
    const complete = (await Promise.all(fills)).every(Boolean);
    return complete ? (summary, id) => findText(pages, summary, id) : null;
  }
}

function missingIds(batch: Batch, rows: readonly Row[], known: (id: string) => boolean): string[] {
  const missing = new Set<string>();
  const need = (id: string) => known(id) || missing.add(id);
  for (const row of rows) {
    for (const { index, mark } of batch.columns) {
      const text = row[index];
      if (!text) continue;
      if (mark === null) need(text);
      else for (const id of markedIds(text, mark)) need(id);
    }
  }
  return [...missing];
}

async function fill(
  batch: Batch,
  ids: readonly string[],
  version: string,
  found: Map<string, string>,
  source: ReadSource,
  cache: SummaryCache,
): Promise<boolean> {
  const rows = await source.query(batch.statement, [`{${ids.join(',')}}`]);
  for (const [id, text, loadedVersion] of rows) {
    if (!id || !text || !loadedVersion) continue;
    // Stored under the version that this statement saw, which may differ from that of the page.
    cache.put(batch.summary, batch.tables, loadedVersion, id, text);
    if (loadedVersion === version) found.set(id, text);
  }
  return ids.every((id) => found.has(id));
}

function findText(pages: ReadonlyMap<Summary, ReadonlyMap<string, string>>, summary: Summary, id: string): string {
  const text = pages.get(summary)?.get(id);
  if (text === undefined) throw new Error(`The summary of ${summary.table} ${id} has not been loaded.`);
  return text;
}
