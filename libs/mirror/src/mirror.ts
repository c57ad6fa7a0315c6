import type { Database, Session } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { errorText, type ImportError, importCatalogue, sumTotals } from '@resource-catalogue/transfer';
import { type Kind, MirrorRows } from './mirror-rows.js';
import type { MirrorSource } from './mirror-source.js';
import type { MirrorState } from './mirror-state.js';
import type { ReceivedRow } from './received-rows.js';
import { References } from './references.js';

/** The result of one round. */
export interface MirrorResult {
  /** Number of rows read from the source that differed from the catalogue. */
  readonly rows: number;
  /** Numbers of table rows created or changed, and of those soft-deleted because the source no longer has them. */
  readonly inserted: number;
  readonly updated: number;
  readonly pruned: number;
  /** Number of rows that the catalogue cannot store, which each round retries; they are retried in each round. */
  readonly leftOut: number;
  readonly problems: readonly string[];
  /** Milliseconds that the oldest change had waited when it was stored; null if there was none. */
  readonly lagMs: number | null;
}

export interface MirrorParts {
  readonly database: Database;
  /** The mirror's own connection, with the lock: losing one loses both. */
  readonly session: Session;
  readonly definitions: readonly Definition[];
  readonly source: MirrorSource;
  readonly state: MirrorState;
  readonly now: () => number;
}

/** Maximum number of attempts to make a full read consistent; each one applies later changes first. */
const maxAttempts = 3;

/** Maximum depth of fetching missing references. */
const maxDepth = 6;

/** Maximum number of unstorable rows to read again per round; the next full read covers the others. */
const maxRereadRows = 1000;

const problemsShown = 20;

/** Fills the catalogue from the source and follows it. */
export class Mirror {
  private readonly rows: MirrorRows;
  private readonly references: References;
  private readonly collections: readonly string[];

  constructor(private readonly parts: MirrorParts) {
    this.rows = new MirrorRows(parts.session);
    this.references = new References(parts.definitions);
    this.collections = this.references.referrersFirst();
  }

  /** Reads the whole source, resuming an interrupted read, and stores all differences or nothing. */
  async compare(betweenPages: () => Promise<unknown> = () => Promise.resolve()): Promise<MirrorResult> {
    await this.beginFullRead();
    let read = 0;
    for (const collection of this.collections) {
      const { fullRead } = await this.parts.state.position(collection);
      if (!fullRead || fullRead.ended) continue;
      for await (const page of this.parts.source.readAll(collection, fullRead.cursor)) {
        await this.rows.put('walked', collection, page.rows);
        await this.parts.state.recordPage(collection, page.nextCursor);
        read += page.rows.length;
        await betweenPages();
      }
    }
    const stored = await this.storeFullRead();
    // Before clearing the rows: otherwise a restart would treat the missing rows as deleted in the source.
    await this.parts.state.recordComparison(new Date(this.parts.now()));
    await this.rows.clear('walked');
    return { ...stored, rows: read, lagMs: null };
  }

  /** Stores the changes since the last round. */
  async follow(): Promise<MirrorResult> {
    const begun = new Date(this.parts.now());
    await this.readAgain();
    const positions: (readonly [collection: string, since: Date])[] = [];
    let [rows, oldest] = [0, Infinity];
    for (const collection of this.collections) {
      const { changesSince } = await this.parts.state.position(collection);
      if (!changesSince) continue;
      const since = await this.readChanges(collection, changesSince, async (page) => {
        const unknown = await this.rows.findUnknown(collection, page);
        await this.rows.put('changed', collection, unknown);
        rows += unknown.length;
        for (const { updatedAt } of unknown) if (updatedAt !== null) oldest = Math.min(oldest, Date.parse(updatedAt));
      });
      positions.push([collection, since]);
    }
    const stored = (await this.rows.count('changed')) === 0 ? nothing : await this.storeChanges();
    for (const [collection, since] of positions) await this.parts.state.recordChangesSince(collection, since);
    // Changes that arrived meanwhile belong to the next round.
    if (positions.length > 0) await this.parts.state.recordFollowed(begun);
    const lagMs = oldest === Infinity ? null : Math.max(0, this.parts.source.now().getTime() - oldest);
    return { ...stored, rows, lagMs };
  }

  private async beginFullRead(): Promise<void> {
    const { source, state } = this.parts;
    if (await state.isReading()) {
      for (const collection of this.collections) {
        if ((await state.position(collection)).fullRead === null)
          await state.beginFullRead(collection, await source.changedUntil(collection));
      }
      return;
    }
    await this.rows.clear('walked');
    const since = new Map<string, Date>();
    for (const collection of this.collections) since.set(collection, await source.changedUntil(collection));
    for (const [collection, instant] of since) await state.beginFullRead(collection, instant);
  }

  /** A paged read is not a snapshot, so re-apply later changes until it is consistent. */
  private async storeFullRead(): Promise<MirrorResult> {
    let failure: string | null = null;
    for (let attempt = 1; ; attempt += 1) {
      for (const collection of this.collections) {
        const { fullRead } = await this.parts.state.position(collection);
        if (!fullRead) throw new Error(`No full read of ${collection} is in progress.`);
        const put = (page: readonly ReceivedRow[]) => this.rows.put('walked', collection, page);
        await this.parts.state.recordCaughtUp(collection, await this.readChanges(collection, fullRead.since, put));
      }
      const last = attempt >= maxAttempts || failure !== null;
      try {
        const imported = await this.import('walked', { prune: !last, continueOnError: last });
        if (imported) {
          const stored = await this.storeLeftOut(imported);
          return failure === null ? stored : { ...stored, problems: [failure, ...stored.problems] };
        }
      } catch (error) {
        if (last || !(error instanceof CommandError)) throw error;
        failure = error.message;
      }
    }
  }

  /**
   * Fetches rows that the full read missed because they arrived meanwhile with old times, and stores them with the
   * rows that refer to them.
   */
  private async storeLeftOut(imported: MirrorResult): Promise<MirrorResult> {
    if (imported.leftOut === 0 || (await this.fetchMissing()) === 0) return imported;
    return this.storeChanges(imported);
  }

  /** Stores changes, and fetches the targets of dangling references, which may not have arrived yet. */
  private async storeChanges(before = nothing): Promise<MirrorResult> {
    let sum = before;
    for (let fetched = 1, round = 0; fetched > 0 && round < maxDepth; round += 1) {
      const stored = await this.import('changed', { prune: false, continueOnError: true });
      if (!stored) throw new Error('Changes were not stored for an unknown reason.');
      sum = { ...stored, inserted: sum.inserted + stored.inserted, updated: sum.updated + stored.updated };
      fetched = stored.leftOut === 0 ? 0 : await this.fetchMissing();
    }
    return sum;
  }

  /** Imports the waiting rows; null if nothing was stored because they are inconsistent. */
  private async import(
    kind: Kind,
    options: { prune: boolean; continueOnError: boolean },
  ): Promise<MirrorResult | null> {
    const { database, definitions } = this.parts;
    const errors: ImportError[] = [];
    const result = await importCatalogue(database, definitions, this.rows.sources(kind, this.collections), {
      ...options,
      dryRun: false,
      fromFiles: false,
      replacesDemo: false,
      report: () => undefined,
      onError: (error) => {
        if (errors.length < problemsShown) errors.push(error);
      },
    });
    if (!result.stored) return null;
    const leftOut = result.rejected.map(({ source, line }) => ({ collection: this.collections[source] ?? '', line }));
    const problems = errors.map((error) => errorText(error, (row) => `${row.collection} ${row.id ?? 'without an id'}`));
    if (kind === 'changed') await this.rows.removeStored(this.collections, leftOut);
    else if (leftOut.length > 0) await this.rows.setAside(this.collections, leftOut);
    return { ...nothing, ...sumTotals(result.tables), pruned: result.pruned, leftOut: leftOut.length, problems };
  }

  /** Reads the rows that unstorable rows refer to, and returns their number. */
  private async fetchMissing(): Promise<number> {
    let fetched = 0;
    for (const collection of this.collections) {
      for await (const rows of this.rows.waiting('changed', collection)) {
        const found = rows.flatMap(({ text }) => this.references.of(collection, JSON.parse(text)));
        for (const target of new Set(found.map((reference) => reference.collection))) {
          const ids = found.flatMap((reference) => (reference.collection === target ? [reference.id] : []));
          const missing = await this.rows.findMissing(target, ids);
          if (missing.length === 0) continue;
          const there = await this.parts.source.get(target, missing);
          await this.rows.put('changed', target, there);
          fetched += there.length;
        }
      }
    }
    return fetched;
  }

  /** Reads unstorable rows again, because they may have changed, even without a new time (SHAPE-7). */
  private async readAgain(): Promise<void> {
    let left = maxRereadRows;
    // Many rows may wait for one that they refer to.
    for (const collection of [...this.collections].reverse()) {
      for await (const rows of this.rows.waiting('changed', collection)) {
        const ids = rows.slice(0, left).map(({ id }) => id);
        if (ids.length === 0) return;
        left -= ids.length;
        const there = await this.parts.source.get(collection, ids);
        await this.rows.forget('changed', collection, ids);
        await this.rows.put('changed', collection, there);
      }
    }
  }

  /** Reads the changes since an instant, and returns the instant to continue from. */
  private async readChanges(
    collection: string,
    since: Date,
    take: (rows: readonly ReceivedRow[]) => Promise<void>,
  ): Promise<Date> {
    let until = since;
    for await (const { rows } of this.parts.source.changes(collection, since)) {
      await take(rows);
      const last = rows.findLast(({ updatedAt }) => updatedAt !== null)?.updatedAt;
      if (typeof last === 'string') until = this.parts.source.notAhead(last);
    }
    return until;
  }
}

const nothing: MirrorResult = { rows: 0, inserted: 0, updated: 0, pruned: 0, leftOut: 0, problems: [], lagMs: null };
