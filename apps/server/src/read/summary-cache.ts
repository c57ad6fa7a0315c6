import { LRUCache } from 'lru-cache';
import type { ReadSource, Row, Statement } from '../database/read-source.js';
import { markedIds, type RowColumn, type SummaryText } from './row-json.js';
import type { Summary } from './sources.js';
import { summarySql } from './summary.js';

/** Where summaries are looked for, and kept. */
export type SummaryTexts = Pick<SummaryCache, 'get' | 'put'>;

/** Characters of JSON text kept for one summary: some 30,000 texts of a booking's size. */
const sizeOfGeneration = 4_000_000;

interface Generation {
  readonly version: string;
  readonly texts: LRUCache<string, string>;
}

/**
 * The JSON texts of summaries, by summary and id. All texts of a summary share one version, the revisions of every table
 * that the summary reads; versions are random, so they are compared for equality and never for order. Another version
 * starts an empty generation: nothing of an old one can be seen again (SHAPE-9).
 */
export class SummaryCache {
  private readonly generations = new Map<Summary, Generation>();
  /** Counted since the start; `changed` are the texts of generations that have ended, `full` those that had no room. */
  readonly counts = { hits: 0, misses: 0, full: 0, changed: 0 };

  /**
   * For a writing transaction: what it has not committed must never fill the cache. Whatever it reads there is of a version that
   * it sees, and the version of a table that it has changed is nobody else's.
   */
  readonly unchanging: SummaryTexts = {
    get: (summary, version, id) => this.get(summary, version, id),
    put: () => undefined,
  };

  /** How many texts there are. */
  get size(): number {
    let size = 0;
    for (const { texts } of this.generations.values()) size += texts.size;
    return size;
  }

  get(summary: Summary, version: string, id: string): string | undefined {
    const generation = this.generations.get(summary);
    const text = generation?.version === version ? generation.texts.get(id) : undefined;
    if (text === undefined) this.counts.misses += 1;
    else this.counts.hits += 1;
    return text;
  }

  put(summary: Summary, version: string, id: string, text: string): void {
    let generation = this.generations.get(summary);
    if (generation?.version !== version) {
      this.counts.changed += generation?.texts.size ?? 0;
      generation = { version, texts: this.newTexts() };
      this.generations.set(summary, generation);
    }
    generation.texts.set(id, text);
  }

  private newTexts(): LRUCache<string, string> {
    return new LRUCache({
      maxSize: sizeOfGeneration,
      sizeCalculation: sizeOf,
      dispose: (_text, _id, reason) => {
        if (reason === 'evict') this.counts.full += 1;
      },
    });
  }
}

// The uuid key and the entry's own bookkeeping weigh about as much as 100 characters.
const sizeOf = (text: string): number => text.length + 100;

/**
 * An uncorrelated sub-select: it runs once for the statement and sees the statement's own snapshot, so what it
 * returns says which state of the summarised tables the rows belong to.
 */
export function revisionsSql(tables: readonly string[]): string {
  const names = tables.map((table) => `'${table}'`).join(', ');
  return `(SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C") FROM revisions v WHERE v.name IN (${names}))`;
}

interface IdColumn {
  readonly index: number;
  /** Which of the marks in its text stands for the summary; null where the whole text is the id. */
  readonly mark: number | null;
}

interface Batch {
  readonly summary: Summary;
  /** The selected columns that hold ids of this summary's table. */
  readonly columns: readonly IdColumn[];
  /** Where the revisions of the tables that the summary reads stand in the row query's list. */
  readonly revisions: readonly number[];
  readonly statement: Statement;
}

/** The cached summaries of one definition: which columns name them, and how a page gets their texts, one batch a summary. */
export class SummaryLoader {
  /** Every table that the summaries read, in the order of the row query's revisions. */
  readonly tables: readonly string[];
  private readonly batches: readonly Batch[];

  constructor(columns: readonly RowColumn[], collection: string) {
    const summaries = new Map<Summary, IdColumn[]>();
    const add = (summary: Summary, column: IdColumn) =>
      summaries.set(summary, [...(summaries.get(summary) ?? []), column]);
    columns.forEach(({ shown }, index) => {
      if (shown.as === 'summary') add(shown.summary, { index, mark: null });
      if (shown.as === 'array') shown.marked.forEach((summary, mark) => add(summary, { index, mark }));
    });
    const compiled = [...summaries].map(([summary, at]) => ({ summary, at, sql: summarySql(summary, 's') }));
    this.tables = [...new Set(compiled.flatMap(({ sql }) => sql.tables))].sort();
    this.batches = compiled.map(({ summary, at, sql }) => ({
      summary,
      columns: at,
      revisions: [...sql.tables].sort().map((table) => this.tables.indexOf(table)),
      statement: {
        text:
          `SELECT s.id::text, ${sql.expression}, ${revisionsSql([...sql.tables].sort())} ` +
          `FROM ${summary.table} s ${sql.joins.join(' ')} WHERE s.id = ANY($1::uuid[])`,
        collection,
      },
    }));
  }

  /** The summaries that the rows name, all of the version that the rows' own snapshot saw; null if some changed since. */
  async load(
    rows: readonly Row[],
    revisions: string,
    source: ReadSource,
    cache: SummaryTexts,
  ): Promise<SummaryText | null> {
    const seen = revisions.split(' ');
    const pages = new Map<Summary, Map<string, string>>();
    const fills: Promise<boolean>[] = [];
    for (const batch of this.batches) {
      const version = batch.revisions.map((index) => seen[index]).join(' ');
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
    return complete ? (summary, id) => textOf(pages, summary, id) : null;
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
  cache: SummaryTexts,
): Promise<boolean> {
  const rows = await source.query(batch.statement, [`{${ids.join(',')}}`]);
  for (const [id, text, loadedVersion] of rows) {
    if (!id || !text || !loadedVersion) continue;
    // Stored under what this statement saw, whatever the page saw.
    cache.put(batch.summary, loadedVersion, id, text);
    if (loadedVersion === version) found.set(id, text);
  }
  return ids.every((id) => found.has(id));
}

function textOf(pages: ReadonlyMap<Summary, ReadonlyMap<string, string>>, summary: Summary, id: string): string {
  const text = pages.get(summary)?.get(id);
  if (text === undefined) throw new Error(`The summary of ${summary.table} ${id} has not been loaded.`);
  return text;
}
