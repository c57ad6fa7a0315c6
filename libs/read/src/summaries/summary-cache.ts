import { LRUCache } from 'lru-cache';
import type { ReadSource, Row } from '@resource-catalogue/database';
import type { Summary } from '../define/sources.js';

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
