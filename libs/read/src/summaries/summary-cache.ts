import { LRUCache } from 'lru-cache';
import {
  preparedAs,
  type ReadSource,
  type Row,
  type Statement,
  type StatementNames,
} from '@resource-catalogue/database';
import { markedIds, type RowColumn, type SummaryText } from '../rows/row-writer.js';
import type { Summary } from '../define/sources.js';
import { summarySql } from '../define/summary.js';

/** Maximum number of characters of JSON text kept per summary: some 21,000 texts as long as a member's. */
const maxCharacters = 4_000_000;

/**
 * Maximum age of cached texts in milliseconds: an operator may have changed rows in a way that fires no triggers, and so
 * without a new revision.
 */
export const maxCacheAge = 30_000;

interface CachedTexts {
  /** The tables whose revisions make up the version. */
  readonly tables: readonly string[];
  version: string;
  readonly texts: LRUCache<string, string>;
}

const latestRevisions = {
  name: 'revisions',
  text: "SELECT name, revision::text, former::text, array_to_string(changed, ' ') FROM revisions",
};

/**
 * The JSON texts of summaries, by summary and id. All texts of a summary share one version: the revisions of every
 * table that it reads. Versions are random and are only compared for equality. A text is never returned for another
 * version (SHAPE-9), nor after `maxCacheAge`.
 */
export class SummaryCache {
  private readonly summaries = new Map<Summary, CachedTexts>();
  private readonly updates = new Map<ReadSource, Promise<void>>();
  /**
   * Counts since the start; `changed`: texts dropped because of a new version, `full`: texts dropped for lack of
   * room.
   */
  readonly counts = { hits: 0, misses: 0, full: 0, changed: 0 };

  /** The number of texts. */
  get size(): number {
    let size = 0;
    for (const { texts } of this.summaries.values()) size += texts.size;
    return size;
  }

  get(summary: Summary, version: string, id: string): string | undefined {
    const cached = this.summaries.get(summary);
    const text = cached?.version === version ? cached.texts.get(id) : undefined;
    if (text === undefined) this.counts.misses += 1;
    else this.counts.hits += 1;
    return text;
  }

  /**
   * Ignores texts of other versions, because only `update` determines the latest one. Therefore a transaction may fill
   * the cache: for a summarised table that it has changed, it sees a revision that no other transaction sees.
   */
  put(summary: Summary, tables: readonly string[], version: string, id: string, text: string): void {
    let cached = this.summaries.get(summary);
    if (!cached) this.summaries.set(summary, (cached = { tables, version, texts: this.newTexts() }));
    if (cached.version === version) cached.texts.set(id, text);
  }

  isOutdated(summary: Summary, version: string): boolean {
    const cached = this.summaries.get(summary);
    return cached !== undefined && cached.version !== version;
  }

  /** Brings all texts to the latest version of the source. Concurrent callers wait for the same update. */
  update(source: ReadSource): Promise<void> {
    const pending = this.updates.get(source);
    if (pending) return pending;
    const update = source
      .query(latestRevisions, [])
      .then((rows) => this.bringTo(rows))
      .finally(() => this.updates.delete(source));
    this.updates.set(source, update);
    return update;
  }

  private bringTo(rows: readonly Row[]): void {
    const latest = new Map(rows.map(([name, ...row]) => [name, row]));
    const versionOf = (tables: readonly string[], replaced?: string) =>
      tables.map((table) => latest.get(table)?.[table === replaced ? 1 : 0]).join(' ');
    for (const [{ table }, cached] of this.summaries) {
      const version = versionOf(cached.tables);
      if (cached.version === version) continue;
      const changed = latest.get(table)?.[2];
      const before = cached.texts.size;
      // Inner summaries are not rows of this table.
      if (typeof changed === 'string' && cached.version === versionOf(cached.tables, table)) {
        for (const id of changed.split(' ')) cached.texts.delete(id);
      } else {
        cached.texts.clear();
      }
      cached.version = version;
      this.counts.changed += before - cached.texts.size;
    }
  }

  private newTexts(): LRUCache<string, string> {
    return new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: entrySize,
      ttl: maxCacheAge,
      dispose: (_text, _id, reason) => {
        if (reason === 'evict') this.counts.full += 1;
      },
    });
  }
}

// The uuid key and the entry's bookkeeping take about as much memory as 100 characters.
const entrySize = (text: string): number => text.length + 100;

/**
 * An uncorrelated subquery runs once per statement in the statement's own snapshot, so its result identifies the
 * state of the summarised tables that the rows belong to.
 */
export function revisionsSql(tables: readonly string[]): string {
  const names = tables.map((table) => `'${table}'`).join(', ');
  return `(SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C") FROM revisions v WHERE v.name IN (${names}))`;
}

/** Reads the summaries of some ids, and the revisions of the tables involved. */
export function summaryStatement(summary: Summary): { readonly text: string; readonly tables: readonly string[] } {
  const { expression, joins, tables } = summarySql(summary, 's');
  const sorted = [...tables].sort();
  const columns = `s.id::text, ${expression} AS summary, ${revisionsSql(sorted)} AS revisions`;
  return {
    text: `SELECT ${columns} FROM ${summary.table} s ${joins.join(' ')} WHERE s.id = ANY($1::uuid[])`,
    tables: sorted,
  };
}

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
 * The cached summaries of one definition: which columns name them, and how a page loads them, one batch per summary.
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
   * The summaries that the rows name, all of the version that the rows' snapshot saw; null if some have changed
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
