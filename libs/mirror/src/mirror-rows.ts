import type { Session } from '@resource-catalogue/database';
import type { ImportSource, SourceRow as ImportRow } from '@resource-catalogue/transfer';
import { readId, type ReceivedRow } from './received-rows.js';

/** Maximum number of rows held in memory, and of their characters. */
const maxInMemory = { rows: 1000, characters: 4 * 1024 * 1024 };

/** Rows of the full read, or single changes. */
export type Kind = 'walked' | 'changed';

const isWalked = (kind: Kind): string => String(kind === 'walked');

/** A row, by its line number in the import. */
interface Line {
  readonly collection: string;
  readonly line: number;
}

/**
 * Rows that were read from the source and wait to be stored. They are in the database, so that a restart loses
 * nothing.
 */
export class MirrorRows {
  constructor(private readonly session: Session) {}

  async put(kind: Kind, collection: string, rows: readonly ReceivedRow[]): Promise<void> {
    if (rows.length === 0) return;
    // PostgreSQL must not parse the rows, which may contain values that it cannot store.
    const text = `INSERT INTO mirror_rows (walked, collection, id, row)
      SELECT $1::text::boolean, $2::text, v.key, v.text FROM json_to_recordset($3::text::json) AS v(key uuid, text text)
      ON CONFLICT (walked, collection, id) DO UPDATE SET row = excluded.row`;
    await this.session.query({ text }, [isWalked(kind), collection, JSON.stringify(rows)]);
  }

  /** The rows of a page that the catalogue lacks or has with another `updated_at`. */
  async findUnknown(collection: string, rows: readonly ReceivedRow[]): Promise<readonly ReceivedRow[]> {
    if (rows.length === 0) return [];
    const text = `SELECT v.key::text FROM json_to_recordset($1::text::json) AS v(key uuid, updated_at timestamptz)
      JOIN ${collection} t ON t.id = v.key AND t.updated_at = v.updated_at`;
    const stamps = rows.map(({ key, updatedAt }) => ({ key, updated_at: updatedAt }));
    const known = new Set((await this.session.query({ text }, [JSON.stringify(stamps)])).map(([key]) => key));
    return rows.filter(({ key }) => !known.has(key));
  }

  async count(kind: Kind): Promise<number> {
    const text = 'SELECT count(*)::text FROM mirror_rows WHERE walked = $1::text::boolean';
    return Number((await this.session.query({ text }, [isWalked(kind)]))[0]?.[0]);
  }

  /** The waiting rows for an import; lines are numbered in the order of ids. */
  sources(kind: Kind, collections: readonly string[]): ImportSource[] {
    return collections.map((collection) => ({ collection, batches: this.batches(kind, collection) }));
  }

  private async *batches(kind: Kind, collection: string): AsyncGenerator<readonly ImportRow[], void, undefined> {
    let line = 0;
    for await (const rows of this.waiting(kind, collection)) {
      yield rows.map((row) => ({ line: (line += 1), ...toImportRow(row) }));
    }
  }

  /** The waiting rows of one collection, ordered by id, in parts. */
  async *waiting(kind: Kind, collection: string): AsyncGenerator<readonly Waiting[], void, undefined> {
    const text = `SELECT id::text, row FROM (
        SELECT id, row, sum(length(row)) OVER (ORDER BY id) - length(row) AS before FROM (
          SELECT id, row FROM mirror_rows WHERE walked = $1::text::boolean AND collection = $2
          AND ($3::text IS NULL OR id > $3::text::uuid) ORDER BY id LIMIT ${maxInMemory.rows}) first
      ) summed WHERE before < ${maxInMemory.characters} ORDER BY id`;
    let last: string | null = null;
    for (;;) {
      const rows = await this.session.query({ text }, [isWalked(kind), collection, last]);
      const waiting = rows.map(([id, row]) => ({ id: id ?? '', text: row ?? '' }));
      if (waiting.length === 0) return;
      last = waiting.at(-1)?.id ?? null;
      yield waiting;
    }
  }

  /** Removes changes that an import has stored; rows that it left out keep waiting. */
  async removeStored(collections: readonly string[], leftOut: readonly Line[]): Promise<void> {
    for (const collection of collections) {
      const text = `DELETE FROM mirror_rows r USING (${numberedRows}) n
        WHERE r.walked = n.walked AND r.collection = n.collection AND r.id = n.id AND n.line <> ALL ($3::text::bigint[])`;
      await this.session.query({ text }, [isWalked('changed'), collection, lineArray(collection, leftOut)]);
    }
  }

  /** Turns rows of the full read into single changes. */
  async setAside(collections: readonly string[], leftOut: readonly Line[]): Promise<void> {
    for (const collection of collections) {
      const text = `INSERT INTO mirror_rows SELECT false, collection, id, row FROM (${numberedRows}) n WHERE line = ANY ($3::text::bigint[])
        ON CONFLICT (walked, collection, id) DO UPDATE SET row = excluded.row`;
      await this.session.query({ text }, [isWalked('walked'), collection, lineArray(collection, leftOut)]);
    }
  }

  /** References to rows that are neither in the catalogue nor waiting. */
  async findMissing(collection: string, ids: readonly string[]): Promise<readonly string[]> {
    const text = `SELECT DISTINCT v::text FROM unnest($1::text::uuid[]) v
      WHERE NOT EXISTS (SELECT FROM ${collection} t WHERE t.id = v)
      AND NOT EXISTS (SELECT FROM mirror_rows r WHERE NOT r.walked AND r.collection = $2::text AND r.id = v)`;
    const rows = await this.session.query({ text }, [`{${ids.join(',')}}`, collection]);
    return rows.map(([id]) => id ?? '');
  }

  async forget(kind: Kind, collection: string, ids: readonly string[]): Promise<void> {
    const text = `DELETE FROM mirror_rows WHERE walked = $1::text::boolean AND collection = $2 AND id = ANY ($3::text::uuid[])`;
    await this.session.query({ text }, [isWalked(kind), collection, `{${ids.join(',')}}`]);
  }

  /** Deletes the rows of a kind, and frees the space of many, because the embedded database has no autovacuum. */
  async clear(kind: Kind): Promise<void> {
    const text = `WITH deleted AS (DELETE FROM mirror_rows WHERE walked = $1::text::boolean RETURNING 1)
      SELECT count(*)::text FROM deleted`;
    const deleted = Number((await this.session.query({ text }, [isWalked(kind)]))[0]?.[0]);
    if (deleted >= maxInMemory.rows) await this.session.exec('VACUUM (SKIP_LOCKED) mirror_rows');
  }
}

/** A row for an import; a second row of a page with the same id is rejected, because it would replace the first. */
function toImportRow({ id, text }: Waiting): Omit<ImportRow, 'line'> {
  const value: unknown = JSON.parse(text);
  const own = readId(value);
  return own === null || own === id
    ? { text, value }
    : { value, problem: 'has the id of another row on the same page' };
}

/** The lines of one collection, as a PostgreSQL array. */
const lineArray = (collection: string, lines: readonly Line[]): string =>
  `{${lines.flatMap((each) => (each.collection === collection ? [each.line] : [])).join(',')}}`;

interface Waiting {
  readonly id: string;
  readonly text: string;
}

const numberedRows = `SELECT walked, collection, id, row, row_number() OVER (ORDER BY id) AS line
  FROM mirror_rows WHERE walked = $1::text::boolean AND collection = $2::text`;
