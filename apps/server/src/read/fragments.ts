import type { ReadSource, Row } from '../database/read-source.js';
import type { FragmentCache } from './fragment-cache.js';
import { revisionsSql } from './revisions.js';
import type { RowColumn } from './row-columns.js';
import type { FragmentOf } from './row-writer.js';
import { type Summary, summarySql } from './summary.js';

interface Loaded {
  readonly summary: Summary<object>;
  /** The selected columns that hold ids of this summary's table. */
  readonly columns: readonly number[];
  /** Where the revisions of the tables that the summary reads stand in the row query's list. */
  readonly revisions: readonly number[];
  readonly select: string;
}

/** The summaries of one definition: which columns name them, and how a page gets their fragments, one batch a summary. */
export class Fragments {
  /** Every table that the summaries read, in the order of the row query's revisions. */
  readonly tables: readonly string[];
  private readonly loads: readonly Loaded[];

  constructor(columns: readonly RowColumn[]) {
    const summaries = new Map<Summary<object>, number[]>();
    columns.forEach(({ shown }, index) => {
      if (shown.as !== 'fragment') return;
      summaries.set(shown.summary, [...(summaries.get(shown.summary) ?? []), index]);
    });
    const compiled = [...summaries].map(([summary, at]) => ({ summary, at, sql: summarySql(summary, 's') }));
    this.tables = [...new Set(compiled.flatMap(({ sql }) => sql.tables))].sort();
    this.loads = compiled.map(({ summary, at, sql }) => ({
      summary,
      columns: at,
      revisions: [...sql.tables].sort().map((table) => this.tables.indexOf(table)),
      select:
        `SELECT s.id::text, ${sql.expression}, ${revisionsSql([...sql.tables].sort())} ` +
        `FROM ${summary.table} s ${sql.joins.join(' ')} WHERE s.id = ANY($1::uuid[])`,
    }));
  }

  /** The fragments that the rows name, all of the version that the rows' own snapshot saw; null if some moved on meanwhile. */
  async of(
    rows: readonly Row[],
    revisions: string,
    source: ReadSource,
    cache: FragmentCache | null,
  ): Promise<FragmentOf | null> {
    const seen = revisions.split(' ');
    const pages = new Map<Summary<object>, Map<string, string>>();
    const batches = this.loads.map(async (load) => {
      const version = load.revisions.map((index) => seen[index]).join(' ');
      const found = new Map<string, string>();
      pages.set(load.summary, found);
      const missing = missingIds(load, rows, (id) => {
        const text = found.get(id) ?? cache?.get(load.summary, version, id);
        if (text !== undefined) found.set(id, text);
        return text !== undefined;
      });
      return missing.length === 0 || (await fill(load, missing, version, found, source, cache));
    });
    const complete = (await Promise.all(batches)).every(Boolean);
    return complete ? (summary, id) => fragment(pages, summary, id) : null;
  }
}

function missingIds(load: Loaded, rows: readonly Row[], known: (id: string) => boolean): string[] {
  const missing = new Set<string>();
  for (const row of rows) {
    for (const index of load.columns) {
      const id = row[index];
      if (id !== null && id !== undefined && !known(id)) missing.add(id);
    }
  }
  return [...missing];
}

async function fill(
  load: Loaded,
  ids: readonly string[],
  version: string,
  found: Map<string, string>,
  source: ReadSource,
  cache: FragmentCache | null,
): Promise<boolean> {
  const rows = await source.query({ text: load.select }, [`{${ids.join(',')}}`]);
  for (const [id, text, loadedVersion] of rows) {
    if (!id || !text || !loadedVersion) continue;
    // Stored under what the load itself saw, whatever the page saw.
    cache?.put(load.summary, loadedVersion, id, text);
    if (loadedVersion === version) found.set(id, text);
  }
  return ids.every((id) => found.has(id));
}

function fragment(pages: Map<Summary<object>, Map<string, string>>, summary: Summary<object>, id: string): string {
  const text = pages.get(summary)?.get(id);
  if (text === undefined) throw new Error(`No fragment of ${summary.table} for a row that names it.`);
  return text;
}
