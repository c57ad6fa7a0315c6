import { isNativeError } from 'node:util/types';
import { type Database, isConflict, type Session, vacuumFilled } from '@resource-catalogue/database';
import { CommandError, errorMessage, isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { optionalPaths } from './stage/catalogue-plan.js';
import { constraintErrors } from './validate/constraint-errors.js';
import { endDemo, removeDemo, withRollback } from './merge/demo.js';
import {
  type Detail,
  type FoundError,
  type ImportError,
  isLocation,
  type LineLocation,
  type RowRef,
} from './import-errors.js';
import { findDefinition } from './layout.js';
import { merge, type Merged } from './merge/merge.js';
import type { SourceRow } from './source-row.js';
import type { Report } from './progress.js';
import { prune } from './merge/prune.js';
import { makeRowCheck } from './validate/row-check.js';
import { slotDateErrors } from './validate/slot-dates.js';
import { stagedErrors } from './validate/staged-checks.js';
import { StagedRows } from './stage/staged-rows.js';
import { Staging } from './stage/staging.js';

/** A source of rows for one collection. */
export interface ImportSource {
  readonly collection: string;
  readonly batches: AsyncIterable<readonly SourceRow[]>;
}

export interface ImportOptions {
  /** Checks everything without storing. */
  readonly dryRun: boolean;
  /** Stores the valid rows and skips the others. */
  readonly continueOnError: boolean;
  /** Soft-deletes stored rows that are missing from the sources of their collection. */
  readonly prune: boolean;
  /** Whether people prepared the rows, to which stricter rules apply than to the API. */
  readonly fromFiles: boolean;
  /** Removes the demo data; the catalogue has nothing else. */
  readonly replacesDemo: boolean;
  readonly report: Report;
  readonly onError: (error: ImportError) => void;
}

export interface ImportResult {
  readonly stored: boolean;
  readonly lines: number;
  readonly errors: number;
  readonly tables: readonly Merged[];
  readonly pruned: number;
  /** The rejected lines, in order. */
  readonly rejected: readonly LineLocation[];
}

/** Imports rows by id, all or none, without blocking readers. */
export async function importCatalogue(
  database: Database,
  definitions: readonly Definition[],
  sources: readonly ImportSource[],
  options: ImportOptions,
): Promise<ImportResult> {
  const written = new Map<string, number>();
  const result = await database.session(async (session) => {
    const rows = new StagedRows(definitions);
    const staging = await Staging.begin(session, rows.plan);
    if (!staging)
      throw new CommandError('Nothing was imported: another import is running. Try again when it has finished.');
    try {
      return await new Import(session, staging, definitions, rows, sources, options, written).run();
    } finally {
      await staging.end().catch(() => undefined);
    }
  });
  await vacuumFilled(database, written, (table, total) =>
    options.report({ doing: `vacuuming ${table}`, done: 0, total, unit: 'rows' }),
  );
  return result;
}

/** Retries of a merge that conflicts with other writes. */
const attempts = 5;

/** Bytes of rows per COPY statement. */
const sentAtOnce = 1_000_000;

class Import {
  private readonly wrong: { readonly row: LineLocation }[] = [];
  private sending: Promise<void> = Promise.resolve();
  private lines = 0;
  private errors = 0;

  constructor(
    private readonly session: Session,
    private readonly staging: Staging,
    private readonly definitions: readonly Definition[],
    private readonly rows: StagedRows,
    private readonly sources: readonly ImportSource[],
    private readonly options: ImportOptions,
    /** Receives the number of stored rows by table. */
    private readonly written: Map<string, number>,
  ) {}

  async run(): Promise<ImportResult> {
    try {
      for (const [index, source] of this.sources.entries()) await this.stage(source, index);
      await this.send(1);
    } finally {
      // Runs even if a file cannot be read completely, because later statements use the same session.
      await this.sending.catch(() => undefined);
    }
    await this.sending;
    await this.staging.prepareComparison(this.options.prune ? this.sources.map(({ collection }) => collection) : []);
    if (this.wrong.length > 0) await this.staging.reject(this.wrong);
    await this.rejectUntilRight(this.findStaged);
    if (this.errors > 0 && !this.options.continueOnError) return this.result(false, [], 0);
    return this.store();
  }

  private async stage({ collection, batches }: ImportSource, index: number): Promise<void> {
    const definition = findDefinition(collection, this.definitions);
    const optional = optionalPaths(definition, this.definitions);
    const check = makeRowCheck(definition, (path) => optional.has(path), this.options.fromFiles);
    for await (const batch of batches) {
      for (const row of batch) this.take(collection, check, row, index);
      this.lines += batch.length;
      if (this.rows.length >= sentAtOnce) await this.send(sentAtOnce / 8);
    }
  }

  private take(collection: string, check: ReturnType<typeof makeRowCheck>, row: SourceRow, source: number): void {
    const { line, value, text = null } = row;
    const ref = { source, line, collection, id: rowId(value) };
    let right = true;
    const reject = (pointer: string, detail: Detail, column?: string): void => {
      right = false;
      this.report({ row: ref, pointer, detail, ...(column !== undefined && { column }) });
    };
    check(row, reject);
    if (right && isObject(value)) this.rows.add(collection, { row: ref, value, text }, reject);
    if (!right || value === undefined) this.wrong.push({ row: ref });
  }

  private readonly findStaged: typeof stagedErrors = async (session, staging) => [
    ...(await stagedErrors(session, staging)),
    ...(this.options.fromFiles ? await slotDateErrors(session, staging) : []),
  ];

  private report(error: ImportError): void {
    this.errors += 1;
    this.options.onError(error);
  }

  /** Sends buffered rows while the next lines are read. */
  private async send(least: number): Promise<void> {
    await this.sending;
    this.sending = this.staging.append(this.rows.take(least));
    // The next call awaits it and throws its error.
    this.sending.catch(() => undefined);
  }

  /** Repeats the checks, because rejecting lines can leave dangling references in others. */
  private async rejectUntilRight(find: typeof stagedErrors): Promise<number> {
    let rejected = 0;
    for (;;) {
      const found = await this.find(find);
      if (found.length === 0) return rejected;
      for (const error of await this.withRows(found)) this.report(error);
      if (!this.options.continueOnError) return found.length;
      const removed = await this.staging.reject(found);
      if (removed === 0) {
        throw new CommandError(
          'Nothing was imported: the last errors persist although their lines were left out. Correct these lines and import again.',
        );
      }
      rejected += found.length;
    }
  }

  private find(find: typeof stagedErrors): Promise<FoundError[]> {
    if (!this.options.replacesDemo) return find(this.session, this.staging);
    return withRollback(this.session, async (inside) => {
      await removeDemo(inside, this.staging, this.definitions);
      return find(inside, this.staging);
    });
  }

  /** Adds row ids to the errors. */
  private async withRows(found: readonly FoundError[]): Promise<ImportError[]> {
    const places = found.flatMap(({ row, detail }) => [row, ...detail.filter(isLocation)]);
    const ids: ReadonlyMap<number, string>[] = [];
    for (const [source, { collection }] of this.sources.entries()) {
      const lines = places.filter((place) => place.source === source).map(({ line }) => line);
      ids.push(await this.staging.ids(collection, source, lines));
    }
    const rowAt = ({ source, line }: LineLocation): RowRef => {
      const collection = this.sources[source]?.collection ?? '';
      return { source, line, collection, id: ids[source]?.get(line) ?? null };
    };
    return found.map(({ row, pointer, detail }) => ({
      row: rowAt(row),
      pointer,
      detail: detail.map((part) => (isLocation(part) ? rowAt(part) : part)),
    }));
  }

  private async store(): Promise<ImportResult> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.storeOnce();
      } catch (error) {
        if (isConstraint(error)) {
          const found = await this.rejectUntilRight(constraintErrors);
          // The first conflict may come from a concurrent write.
          if (found === 0 && attempt > 1) throw new CommandError(`Nothing was imported: ${errorMessage(error)}.`);
          if (found > 0 && !this.options.continueOnError) return this.result(false, [], 0);
          if (found > 0) await this.rejectUntilRight(this.findStaged);
        } else if (!isConflict(error) || attempt >= attempts) throw error;
      }
    }
  }

  private async storeOnce(): Promise<ImportResult> {
    const { dryRun } = this.options;
    const store = (inside: Session) => this.storeInside(inside);
    const { merged, changed, pruned } = await (dryRun
      ? withRollback(this.session, store)
      : this.session.transaction(store));
    if (!dryRun) for (const [table, rows] of changed) this.written.set(table, rows);
    return this.result(!dryRun, merged, pruned);
  }

  private async storeInside(inside: Session) {
    const { prune: prunes, replacesDemo, report } = this.options;
    const changed = new Map(replacesDemo ? await removeDemo(inside, this.staging, this.definitions) : []);
    const merged = await merge(inside, this.staging, this.rows.plan.byContent, report);
    const names = new Set(this.sources.map(({ collection }) => collection));
    const pruned = prunes ? await prune(inside, this.staging, [...names]) : new Map<string, number>();
    await endDemo(inside);
    const counts = [...merged.map(({ table, inserted, updated }) => [table, inserted + updated] as const), ...pruned];
    for (const [table, rows] of counts) changed.set(table, (changed.get(table) ?? 0) + rows);
    return { merged, changed, pruned: sumRows(pruned) };
  }

  private async result(stored: boolean, tables: readonly Merged[], pruned: number): Promise<ImportResult> {
    const rejected = await this.staging.rejected();
    return { stored, lines: this.lines, errors: this.errors, tables, pruned, rejected };
  }
}

const sumRows = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, one) => sum + one, 0);

/** SQLSTATE class 23: integrity constraint violations. */
const isConstraint = (error: unknown): boolean =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string' && error.code.startsWith('23');

const rowId = (value: unknown): string | null =>
  isObject(value) && typeof value['id'] === 'string' ? value['id'] : null;
