import type { Session } from '@resource-catalogue/database';
import type { CataloguePlan, TablePlan } from './catalogue-plan.js';
import { type FoundError, type LineLocation, toLocation } from '../import-errors.js';
import { locationColumns, type StagedBytes } from './staged-rows.js';
import { inOrderOfReferences, type TableFacts, tableFacts } from './table-facts.js';

/** Advisory lock key of the running import; the value is arbitrary. */
const importLock = 7_204_117;

/** An imported table: its plan, its database schema and its staging table. */
export interface StagedTable extends TablePlan {
  readonly staged: string;
  readonly facts: TableFacts;
}

/** Temporary tables with the rows of an import, private to its connection. */
export class Staging {
  /** The tables in use, referenced tables first. */
  tables: readonly StagedTable[] = [];
  private readonly made = new Set<StagedTable>();

  private constructor(
    readonly session: Session,
    /** All tables of a catalogue, in the same order. */
    private readonly planned: readonly StagedTable[],
  ) {}

  /** Returns null if another import is running. */
  static async begin(session: Session, plan: CataloguePlan): Promise<Staging | null> {
    const text = `SELECT pg_try_advisory_lock(${importLock})::text`;
    if ((await session.query({ text }))[0]?.[0] !== 'true') return null;
    try {
      return await Staging.make(session, plan);
    } catch (error) {
      await unlock(session).catch(() => undefined);
      throw error;
    }
  }

  private static async make(session: Session, plan: CataloguePlan): Promise<Staging> {
    const facts = await tableFacts(session, [...plan.tables.keys()]);
    const tables = inOrderOfReferences(facts).flatMap((name) => {
      const [table, its] = [plan.tables.get(name), facts.get(name)];
      return table && its ? [{ ...table, staged: `staged_${name}`, facts: its }] : [];
    });
    const staging = new Staging(session, tables);
    await staging.drop(tables);
    await session.exec(
      `CREATE TEMP TABLE staged_rejects (source_no int, line_no int);
       CREATE TEMP TABLE staged_changes (table_name text, id uuid)`,
    );
    return staging;
  }

  /** Names of all tables of a catalogue, referenced tables first. */
  get all(): readonly string[] {
    return this.planned.map(({ table }) => table);
  }

  table(name: string): StagedTable {
    const table = this.planned.find(isCalled(name));
    if (!table) throw new Error(`No table ${name} is imported.`);
    return table;
  }

  /** Whether the table has a staging table. */
  has(name: string): boolean {
    return this.tables.some(isCalled(name));
  }

  async append(rows: StagedBytes): Promise<void> {
    await this.need([...rows.keys()].map((name) => this.table(name)));
    for (const [name, bytes] of rows) {
      const { staged, columns } = this.table(name);
      await this.session.append(staged, [...columns.map((column) => column.name), ...locationColumns], bytes);
    }
  }

  /** Creates the comparison tables for the staged rows and for these tables, and analyses the rows. */
  async prepareComparison(others: readonly string[]): Promise<void> {
    const filled = [...this.made];
    await this.need(this.findRelated([...filled, ...others.map((name) => this.table(name))]));
    this.tables = this.planned.filter((table) => this.made.has(table));
    await this.session.exec(filled.map(({ staged }) => `ANALYZE ${staged}`).join(';'));
  }

  /**
   * The tables and their parts, with the tables that these refer to, the tables that refer to the parts, and all
   * owners.
   */
  private findRelated(tables: readonly StagedTable[]): readonly StagedTable[] {
    const parts = this.planned.filter((part) => part.owners.some((owner) => tables.some(isCalled(owner.table))));
    const own = [...tables, ...parts];
    const targets = this.planned.filter(({ table }) => own.some((each) => refersTo(each, table)));
    const referrers = this.planned.filter((each) => parts.some(({ table }) => refersTo(each, table)));
    const all = [...own, ...targets, ...referrers];
    const owners = this.planned.filter(({ table }) => all.some((part) => part.owners.some(isCalled(table))));
    return [...all, ...owners];
  }

  private async need(tables: readonly StagedTable[]): Promise<void> {
    for (const table of tables) {
      if (this.made.has(table)) continue;
      const places = locationColumns.map((name) => `0 AS ${name}`);
      const columns = [
        ...table.columns.map(({ name }) => (isJson(table, name) ? `${name}::text AS ${name}` : name)),
        ...places,
      ];
      await this.session.exec(
        `CREATE TEMP TABLE ${table.staged} AS SELECT ${columns.join(', ')} FROM ${table.table} WITH NO DATA`,
      );
      this.made.add(table);
    }
  }

  /**
   * Removes rejected lines with all their rows, and all lines that embed a rejected entity. Returns the number of
   * removed rows.
   */
  async reject(errors: readonly Pick<FoundError, 'row' | 'entity'>[]): Promise<number> {
    const places = errors.map(({ row: { source, line } }) => `${source}\t${line}\n`);
    await this.session.append('staged_rejects', ['source_no', 'line_no'], Buffer.from(places.join('')));
    let removed = 0;
    for (const { table, staged, role } of this.tables) {
      // A valid entity stays, because other lines embed it.
      if (role !== 'entity') continue;
      const broken = errors.flatMap(({ entity }) => (entity?.table === table ? [entity.id] : []));
      if (broken.length === 0) continue;
      const isBroken = `= ANY ('{${broken.join()}}'::uuid[])`;
      for (const { staged: by, facts } of this.tables) {
        const shown = facts.foreignKeys.flatMap(({ column, target }) => (target === table ? [column] : []));
        for (const column of shown) {
          const lines = `SELECT source_no, line_no FROM ${by} WHERE ${column} ${isBroken}`;
          await this.session.exec(`INSERT INTO staged_rejects ${lines}`);
        }
      }
      removed += await countWritten(this.session, `DELETE FROM ${staged} WHERE id ${isBroken}`);
    }
    const rejected = 'USING staged_rejects r WHERE r.source_no = s.source_no AND r.line_no = s.line_no';
    for (const { staged, role } of this.tables) {
      if (role !== 'entity') removed += await countWritten(this.session, `DELETE FROM ${staged} s ${rejected}`);
    }
    return removed;
  }

  /** The ids of the rows staged from these lines. */
  async ids(collection: string, source: number, lines: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (lines.length === 0) return new Map();
    const text = `SELECT line_no::text, id::text FROM ${this.table(collection).staged}
      WHERE source_no = $1::text::int AND line_no = ANY ($2::text::int[])`;
    const rows = await this.session.query({ text }, [String(source), `{${lines.join()}}`]);
    return new Map(rows.map(([line, id]) => [Number(line), id ?? '']));
  }

  async rejected(): Promise<readonly LineLocation[]> {
    const text = `SELECT r.source_no::text, r.line_no::text FROM staged_rejects r
      GROUP BY r.source_no, r.line_no ORDER BY r.source_no, r.line_no`;
    return (await this.session.query({ text })).map(toLocation);
  }

  /** Drops the staging tables and releases the lock; a closed connection has already done so. */
  async end(): Promise<void> {
    await this.drop(this.made);
    await unlock(this.session);
  }

  private async drop(tables: Iterable<StagedTable>): Promise<void> {
    const names = [...[...tables].map(({ staged }) => staged), ...helpers];
    await this.session.exec(`DROP TABLE IF EXISTS ${names.map((name) => `pg_temp.${name}`).join(', ')}`);
  }
}

/** Runs a statement that writes rows, and returns their number. */
export async function countWritten(session: Session, writing: string): Promise<number> {
  const text = `WITH written AS (${writing} RETURNING 1) SELECT count(*)::text FROM written`;
  return Number((await session.query({ text }))[0]?.[0]);
}

/** Further temporary tables. */
const helpers = ['staged_rejects', 'staged_changes', 'staged_times'];

const isCalled =
  (name: string) =>
  (each: { readonly table: string }): boolean =>
    each.table === name;

const refersTo = ({ facts }: StagedTable, name: string): boolean =>
  facts.foreignKeys.some(({ target }) => target === name);

const unlock = (session: Session) => session.query({ text: `SELECT pg_advisory_unlock(${importLock})::text` });

/** JSON columns are compared and staged as text. */
export const isJson = ({ facts }: { readonly facts: TableFacts }, column: string): boolean =>
  facts.columns.get(column)?.type === 'json';
