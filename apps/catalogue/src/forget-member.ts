import {
  BookingSeatDto,
  type DtoClass,
  fieldTable,
  MemberDto,
  parseUuid,
  UserDto,
} from '@resource-catalogue/contracts';
import type { Database, Row, Session } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';

/** The result of an erasure: the changed rows and the kept ones. */
export interface Erasure {
  readonly id: string;
  readonly number: string;
  /** Rows that lost personal values, by table. */
  readonly erased: Readonly<Record<ErasedTable, number>>;
  /** Stored responses to created projects (WRITE-7) that contained the member. */
  readonly storedResponses: number;
  readonly kept: { readonly bookings: number; readonly subscriptions: number; readonly projects: number };
}

/** The tables with personal values, and the rows of a member in them. */
const parts = {
  members: { dto: MemberDto, rows: 'id = $1::uuid' },
  users: { dto: UserDto, rows: 'member_id = $1::uuid' },
  booking_seats: {
    dto: BookingSeatDto,
    rows: 'booking_id IN (SELECT id FROM bookings WHERE member_id = $1::uuid)',
  },
} as const satisfies Record<string, { readonly dto: DtoClass; readonly rows: string }>;

type ErasedTable = keyof typeof parts;

/** The personal fields of a table, which are columns of the same names. */
export const personalFields = (table: ErasedTable): string[] =>
  [...fieldTable(parts[table].dto).values()].filter(({ personal }) => personal).map(({ name }) => name);

/** SQL that erases the personal columns of a table, and conditions for columns that are not erased yet. */
function erasureSql(table: ErasedTable): {
  readonly assignments: readonly string[];
  readonly present: readonly string[];
} {
  const fields = [...fieldTable(parts[table].dto).values()].filter(({ personal }) => personal);
  const values = fields.map(({ name, nullable, limits }) => {
    if (nullable) return [name, 'NULL'] as const;
    return [name, limits?.format === 'email' ? `'erased-' || id || '@example.invalid'` : `'erased'`] as const;
  });
  return {
    assignments: values.map(([name, value]) => `"${name}" = ${value}`),
    // JSON has no equality.
    present: values.map(([name, value]) => `"${name}"::text IS DISTINCT FROM ${value}`),
  };
}

/** Sets `updated_at` later than before, even if the clock went back. */
const setUpdatedAt = `updated_at = greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 ms')`;

/** Rolls back the transaction of a dry run. */
class DryRun extends Error {
  constructor(readonly erasure: Erasure) {
    super('Nothing was changed.');
  }
}

/**
 * Erases the personal values of a member, given by id or number, and of its account, and soft-deletes both in one
 * transaction. Bookings remain.
 */
export async function forgetMember(database: Database, member: string, dryRun: boolean): Promise<Erasure> {
  try {
    return await database.session((session) =>
      session.transaction(async (inside) => {
        const erasure = await erase(inside, member);
        if (dryRun) throw new DryRun(erasure);
        return erasure;
      }),
    );
  } catch (error) {
    if (error instanceof DryRun) return error.erasure;
    throw error;
  }
}

async function erase(session: Session, member: string): Promise<Erasure> {
  const [mirror] = await session.query({ text: 'SELECT source FROM mirrors' });
  if (mirror?.[0]) {
    throw new CommandError(
      `Nothing was erased: this database mirrors ${mirror[0]}. Erase the person there; the mirror receives the change.`,
    );
  }
  const condition = parseUuid(member) === null ? 'number = $1' : 'id = $1::uuid';
  const [found] = await session.query({ text: `SELECT id, number FROM members WHERE ${condition} FOR UPDATE` }, [
    member,
  ]);
  const [id, number] = found ?? [];
  if (!id || !number) throw new CommandError(`Nothing was erased: no member has the id or number ${member}.`);
  const count = async (text: string): Promise<number> => countIn(await session.query({ text }, [id]));
  // Seats have no `updated_at`, so mark their bookings as changed.
  await count(
    `UPDATE bookings SET ${setUpdatedAt} WHERE member_id = $1::uuid AND EXISTS
       (SELECT FROM booking_seats WHERE booking_id = bookings.id AND (${erasureSql('booking_seats').present.join(' OR ')}))`,
  );
  const erased = {
    members: await count(update('members')),
    users: await count(update('users')),
    booking_seats: await count(update('booking_seats')),
  };
  const storedResponses = await count('DELETE FROM idempotency_keys WHERE strpos(answer, $1) > 0 RETURNING NULL');
  // Rows that a former mirror left behind.
  await count('DELETE FROM mirror_rows WHERE strpos(row, $1) > 0 RETURNING NULL');
  const kept = {
    bookings: await count('SELECT FROM bookings WHERE member_id = $1::uuid'),
    subscriptions: await count('SELECT FROM subscriptions WHERE member_id = $1::uuid'),
    projects: await count(
      'SELECT FROM projects WHERE author_id = $1::uuid OR id IN (SELECT project_id FROM project_collaborators WHERE member_id = $1::uuid)',
    ),
  };
  return { id, number, erased, storedResponses, kept };
}

function update(table: ErasedTable): string {
  const { assignments, present } = erasureSql(table);
  const isResource = table !== 'booking_seats';
  const sets = isResource
    ? [...assignments, 'soft_deleted_at = coalesce(soft_deleted_at, now())', setUpdatedAt]
    : assignments;
  const conditions = isResource ? [...present, 'soft_deleted_at IS NULL'] : present;
  return `UPDATE ${table} SET ${sets.join(', ')} WHERE ${parts[table].rows} AND (${conditions.join(' OR ')}) RETURNING NULL`;
}

const countIn = (rows: readonly Row[]): number => rows.length;
