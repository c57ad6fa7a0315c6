import { manyRows, type Session, withoutIndexes } from '@resource-catalogue/database';
import type { ContentReference } from '../stage/catalogue-plan.js';
import type { Report } from '../progress.js';
import { countWritten, isJson, type StagedTable, type Staging } from '../stage/staging.js';
import { timestampKeys } from '../layout.js';
import { changedOwners, differs, goneParts, toStagedCondition, sameKey } from './row-conditions.js';

/** Numbers of rows that an import wrote to a table. */
export interface Merged {
  readonly table: string;
  readonly inserted: number;
  /** Changed rows, including stored rows that lose a part to a row of the files. */
  readonly updated: number;
  /** Rows of the files that are stored already; counted for collections only. */
  readonly unchanged: number;
}

/** Sums over all tables. */
export const sumTotals = (tables: readonly Merged[]) => ({
  inserted: tables.reduce((sum, { inserted }) => sum + inserted, 0),
  updated: tables.reduce((sum, { updated }) => sum + updated, 0),
  unchanged: tables.reduce((sum, { unchanged }) => sum + unchanged, 0),
});

/** Merges the staged rows into the catalogue, referenced tables first. */
export function merge(
  inside: Session,
  staging: Staging,
  byContent: readonly ContentReference[],
  report: Report,
): Promise<Merged[]> {
  return new Merge(inside, staging, byContent, report).all();
}

class Merge {
  private instant = '';
  /** Tables that were not empty before. */
  private readonly filled = new Set<string>();

  constructor(
    private readonly session: Session,
    private readonly staging: Staging,
    private readonly byContent: readonly ContentReference[],
    private readonly report: Report,
  ) {}

  async all(): Promise<Merged[]> {
    this.instant = await this.value(`SELECT to_json(date_trunc('milliseconds', clock_timestamp()))#>>'{}'`);
    const references = this.byContent.filter(
      ({ entity, referrer }) => this.staging.has(entity) && this.staging.has(referrer),
    );
    for (const reference of references) await this.matchExisting(reference);
    for (const entity of new Set(references.map((reference) => reference.entity))) {
      await this.dropUnused(
        entity,
        references.filter((reference) => reference.entity === entity),
      );
    }
    for (const { table } of this.staging.tables) {
      if ((await this.value(`SELECT EXISTS (SELECT FROM ${table})::text`)) === 'true') this.filled.add(table);
    }
    const merged: Merged[] = [];
    for (const table of this.staging.tables) merged.push(await this.table(table));
    for (const table of [...this.staging.tables].reverse()) await this.removeParts(table);
    for (const { table, inserted } of merged) {
      if (inserted >= 1000) await this.session.exec(`ANALYZE ${table}`);
    }
    return merged;
  }

  private async table(table: StagedTable): Promise<Merged> {
    const { table: name, staged } = table;
    const total = Number(await this.value(`SELECT count(*)::text FROM ${staged}`));
    if (total === 0) return { table: name, inserted: 0, updated: 0, unchanged: 0 };
    this.report({ doing: `storing ${name}`, done: 0, total, unit: 'rows' });
    if (!this.filled.has(name))
      return { table: name, inserted: await this.fill(table, total), updated: 0, unchanged: 0 };
    const changes = await this.findChanges(table);
    if (changes > 0) await this.makeRoom(table);
    const inserted = await countWritten(
      this.session,
      `INSERT INTO ${name} ${this.inserting(table)} WHERE NOT EXISTS (
      SELECT FROM ${name} t WHERE ${sameKey(table)})`,
    );
    if (changes > 0) await this.update(table);
    const unchanged = table.role === 'collection' ? total - inserted - (await this.countChanged(table)) : 0;
    return { table: name, inserted, updated: changes, unchanged };
  }

  private async fill(table: StagedTable, total: number): Promise<number> {
    if (total < manyRows) return this.insertAll(table, total);
    const sortAndInsert = async (): Promise<number> => {
      await this.sort(table);
      return this.insertAll(table, total);
    };
    return withoutIndexes(this.session, table.table, this.filled, sortAndInsert, (done, indexes) =>
      this.report({ doing: `indexing ${table.table}`, done, total: indexes, unit: 'indexes' }),
    );
  }

  /** Sorts the staged rows by time, as if they had been written one by one, so that a page reads few blocks. */
  private async sort({ staged, columns }: StagedTable): Promise<void> {
    if (!columns.some(({ name }) => name === 'created_at')) return;
    await this.session.exec(
      `CREATE INDEX ${staged}_created_at ON ${staged} (created_at, id); CLUSTER ${staged} USING ${staged}_created_at`,
    );
  }

  /** Fills an empty table in chunks, to report the progress of a long load. */
  private async insertAll(table: StagedTable, total: number): Promise<number> {
    const { table: name, staged, facts } = table;
    const insert = `INSERT INTO ${name} ${this.inserting(table)}`;
    if (facts.foreignKeys.some(({ target }) => target === name)) return countWritten(this.session, insert);
    const pages = Number(
      await this.value(`SELECT (pg_relation_size('${staged}') / current_setting('block_size')::int)::text`),
    );
    let done = 0;
    for (let page = 0; page < pages; page += pagesAtOnce) {
      const range = `s.ctid >= '(${page},0)' AND s.ctid < '(${page + pagesAtOnce},0)'`;
      done += await countWritten(this.session, `${insert} WHERE ${range}`);
      this.report({ doing: `storing ${name}`, done, total, unit: 'rows' });
    }
    return done;
  }

  /** Columns of a new row and their expressions. Missing timestamps become the time of the import. */
  private inserting({ columns, facts, staged }: StagedTable): string {
    const values = new Map(columns.map(({ name }) => [name, `s.${name}${isJson({ facts }, name) ? '::json' : ''}`]));
    if (values.has('created_at')) {
      values.set('created_at', `coalesce(s.created_at, least(s.updated_at, ${this.now()}))`);
      values.set('updated_at', `coalesce(s.updated_at, greatest(s.created_at, ${this.now()}))`);
    }
    return `(${[...values.keys()].join(', ')}) SELECT ${[...values.values()].join(', ')} FROM ${staged} s`;
  }

  /** Records the rows that differ from the staged ones, in themselves or in their parts, and returns their number. */
  private async findChanges(table: StagedTable): Promise<number> {
    const { table: name, staged, role } = table;
    const own = `SELECT s.id FROM ${staged} s JOIN ${name} t ON ${sameKey(table)} WHERE ${differs(table)}`;
    if (role === 'part') {
      return (await this.any(own.replace('s.id', '1'))) ? 1 : 0;
    }
    const parts = this.staging.tables.flatMap((part) =>
      part.owners.filter((owner) => owner.table === name).map((owner) => changedOwners(part, owner, staged)),
    );
    const changed = [own, ...parts].join(' UNION ');
    return countWritten(
      this.session,
      `INSERT INTO staged_changes SELECT '${name}', c.id FROM (${changed}) c WHERE EXISTS (SELECT FROM ${name} t WHERE t.id = c.id)`,
    );
  }

  /** Number of changed rows that are in the files. */
  private async countChanged({ table, staged }: StagedTable): Promise<number> {
    const text = `SELECT count(*)::text FROM staged_changes c JOIN ${staged} s ON s.id = c.id WHERE c.table_name = '${table}'`;
    return Number(await this.value(text));
  }

  /**
   * A row may take a unique value that another row frees in the same import, but unique indexes are checked row by row.
   * Therefore rows that leave a partial index are updated first, and changed values are freed before the update.
   */
  private async makeRoom(table: StagedTable): Promise<void> {
    const { facts, table: name } = table;
    const partial = facts.uniques.flatMap(({ where }) => where ?? []);
    if (partial.length > 0) {
      await this.update(
        table,
        true,
        `AND NOT (${partial.map((where) => `coalesce((${toStagedCondition(where, table)}), false)`).join(' AND ')})`,
      );
    }
    for (const { keys, where } of facts.uniques) {
      if (where !== null && keys.length === 1 && facts.columns.get(keys[0] ?? '')?.nullable === false) continue;
      const column = [...facts.columns.keys()].find((each) => keys.at(-1) === each || keys.at(-1) === `lower(${each})`);
      if (column === undefined) continue;
      const free = facts.columns.get(column)?.type === 'uuid' ? 'NULL' : `'moving-' || t.id`;
      const moving = `SELECT s.id FROM ${table.staged} s JOIN ${name} t ON t.id = s.id WHERE t.${column} IS DISTINCT FROM s.${column}`;
      if (!(await this.any(moving))) continue;
      await this.session.exec(`UPDATE ${name} t SET ${column} = ${free} WHERE t.id IN (${moving})`);
    }
  }

  /** Timestamps are only set in the last step, so that an update in two steps counts as one change. */
  private async update(table: StagedTable, leaving = false, condition = ''): Promise<void> {
    const { table: name, staged, columns, key, facts } = table;
    const set = columns.flatMap(({ name: column }) => {
      if (key.includes(column) || timestampKeys.has(column)) return [];
      return [`${column} = s.${column}${isJson({ facts }, column) ? '::json' : ''}`];
    });
    const own = new Set(columns.map((column) => column.name));
    if (!leaving && own.has('created_at')) set.push('created_at = coalesce(s.created_at, t.created_at)');
    // SHAPE-7: a changed row gets a later `updated_at`, even if its line kept the old one.
    const created = own.has('created_at') ? ', s.created_at' : '';
    const moved = `greatest(${this.now()}, t.updated_at + interval '1 ms'${created})`;
    if (!leaving && own.has('updated_at')) {
      set.push(`updated_at = CASE WHEN s.updated_at <> t.updated_at THEN s.updated_at ELSE ${moved} END`);
    } else if (!leaving && facts.columns.has('updated_at')) {
      set.push(`updated_at = ${moved}`);
    }
    if (set.length === 0) return;
    const which =
      table.role === 'part' ? differs(table) : `s.id IN (SELECT id FROM staged_changes WHERE table_name = '${name}')`;
    await this.session.exec(
      `UPDATE ${name} t SET ${set.join(', ')} FROM ${staged} s WHERE ${sameKey(table)} AND ${which} ${condition}`,
    );
  }

  /** Deletes the parts that are missing from their owners' lines. */
  private async removeParts(part: StagedTable): Promise<void> {
    if (!this.filled.has(part.table)) return;
    for (const owner of part.owners) {
      const gone = goneParts(part, owner, this.staging.table(owner.table).staged);
      // Even a DELETE without rows would notify all services (SHAPE-9).
      if (!(await this.any(`SELECT FROM ${gone}`))) continue;
      const keys = part.key.map((column) => `t.${column}`).join(', ');
      await this.session.exec(
        `DELETE FROM ${part.table} WHERE (${part.key.join(', ')}) IN (SELECT ${keys} FROM ${gone})`,
      );
    }
  }

  /** Reuses a stored entity with the same content, preferably the one already referenced. */
  private async matchExisting({ entity, referrer, column }: ContentReference): Promise<void> {
    const [target, source] = [this.staging.table(entity), this.staging.table(referrer)];
    const content = target.columns.flatMap(({ name }) => (name === 'id' ? [] : [name]));
    const same = `(${content.map((name) => `e.${name}`).join(', ')}) IS NOT DISTINCT FROM (${content.map((name) => `n.${name}`).join(', ')})`;
    await this.session.exec(
      `UPDATE ${source.staged} s SET ${column} = e.id FROM ${source.table} t, ${entity} e, ${target.staged} n
         WHERE t.id = s.id AND e.id = t.${column} AND n.id = s.${column} AND ${same};
       UPDATE ${source.staged} s SET ${column} = k.known FROM (
         SELECT n.id AS staged, min(e.id::text)::uuid AS known FROM ${target.staged} n JOIN ${entity} e ON ${same} GROUP BY n.id
       ) k WHERE s.${column} = k.staged`,
    );
  }

  /** Deletes staged entities that are no longer referenced. */
  private async dropUnused(entity: string, references: readonly ContentReference[]): Promise<void> {
    const unused = references.map(
      ({ referrer, column }) =>
        `NOT EXISTS (SELECT FROM ${this.staging.table(referrer).staged} s WHERE s.${column} = n.id)`,
    );
    await this.session.exec(`DELETE FROM ${this.staging.table(entity).staged} n WHERE ${unused.join(' AND ')}`);
  }

  /**
   * Whether the query has rows. Uses `count`, because for EXISTS the planner expects an early hit and looks rows up
   * one by one.
   */
  private async any(rows: string): Promise<boolean> {
    return (await this.value(`SELECT (count(*) > 0)::text FROM (${rows}) r`)) === 'true';
  }

  private now(): string {
    return `timestamptz '${this.instant}'`;
  }

  private async value(text: string): Promise<string> {
    return (await this.session.query({ text }))[0]?.[0] ?? '';
  }
}

/** Pages of 8 KiB that one statement stores: about thirty thousand rows. */
const pagesAtOnce = 1500;
