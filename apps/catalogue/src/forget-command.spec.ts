import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { seededDatabase, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { definitions, Reader, SummaryCache } from '@resource-catalogue/read';
import { runInProcess } from '../test/support/run-in-process.js';

let test: TestDatabase;
let database: Database;
beforeEach(async () => {
  test = await seededDatabase();
  ({ database } = test);
});
afterEach(() => test.drop());

const forget = (...args: readonly string[]) => runInProcess(['forget', ...args], (use) => use(database));

/** Tables in which some row contains the text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await database.source.query(
    { text: `SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1` },
    [],
  );
  const found: string[] = [];
  for (const [table = ''] of tables) {
    if (table === null) continue;
    const rows = { text: `SELECT 1::text FROM "${table}" t WHERE strpos(t::text, $1) > 0 LIMIT 1` };
    if ((await database.source.query(rows, [text])).length > 0) found.push(table);
  }
  return found;
}

/** Gives a member of the demo, who has bookings, unique personal values wherever the schema has room for them. */
async function markedMember(): Promise<{ readonly id: string; readonly number: string; readonly booking: string }> {
  const booking = await database.prisma.booking.findFirstOrThrow({
    where: { member_id: { not: null } },
    orderBy: { id: 'asc' },
  });
  const id = booking.member_id ?? '';
  await database.prisma.user.deleteMany({ where: { member_id: id, spaces: { some: {} } } });
  const address = { street: 'Zz-street', postal_code: 'Zz-1', city: 'Zz-city', region: null, country_code: 'DE' };
  const names = { first_name: 'Zz-given', last_name: 'Zz-family' };
  const { number } = await database.prisma.member.update({
    where: { id },
    data: {
      ...{ ...names, email: 'zz-member@example.org', phone: 'Zz-phone', birthdate: new Date('1903-02-01') },
      ...{ job_title: 'Zz-job', organization_name: 'Zz-club', address, soft_deleted_at: null },
      image: { sm: 'https://example.org/Zz-image', md: 'https://example.org/a', lg: 'https://example.org/b' },
    },
  });
  const account = {
    ...{ ...names, email: 'zz-account@example.org', time_zone: 'Antarctica/Troll', last_sign_in_at: new Date(0) },
    soft_deleted_at: null,
  };
  await database.prisma.user.upsert({
    where: { member_id: id },
    update: account,
    create: { id: crypto.randomUUID(), role: 'member', state: 'active', locale: 'de', member_id: id, ...account },
  });
  await database.prisma.bookingSeat.create({ data: { id: crypto.randomUUID(), booking_id: booking.id, ...names } });
  await database.prisma.idempotencyKey.create({
    data: {
      ...{ token_id: id, key: 'k', request_hash: new Uint8Array(32), project_id: id, expires_at: new Date() },
      answer: JSON.stringify({ author: { id, ...names } }),
    },
  });
  await database.prisma.mirrorRow.create({
    data: { walked: true, collection: 'bookings', id, row: JSON.stringify({ member: { id, ...names } }) },
  });
  return { id, number, booking: booking.id };
}

const marks = ['Zz-', 'zz-', '1903-02-01', 'Antarctica/Troll'];

it('forget erases a person from every table and keeps the bookings, and readers see it at once', async () => {
  const { id, number, booking } = await markedMember();
  const reader = new Reader(database.source, new SummaryCache());
  const read = async (): Promise<unknown> => JSON.parse((await reader.get(definitions.bookings, booking)).text);
  expect(await read()).toMatchObject({ member: { first_name: 'Zz-given' } });
  const before = await Promise.all([database.prisma.booking.count(), database.prisma.bookingSeat.count()]);
  const instant = (await database.prisma.booking.findFirstOrThrow({ where: { id: booking } })).updated_at;
  const tables = ['booking_seats', 'idempotency_keys', 'members', 'mirror_rows', 'users'];
  expect(await tablesWith('Zz-given')).toEqual(tables);

  const tried = await forget(number, '--dry-run');
  expect(tried).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Would erase the data of the member /) });
  expect(await tablesWith('Zz-given')).toEqual(tables);

  const { code, stdout } = await forget(number, '--yes');
  expect([code, stdout.split('\n')[0]?.replace(/\d+ seats?/, '… seats')]).toEqual([
    0,
    `Erased the data of the member ${number} (${id}): the member (first_name, last_name, email, phone, birthdate, job_title, ` +
      'organization_name, address, image); the account (email, first_name, last_name, time_zone, last_sign_in_at); ' +
      "the names of … seats in the member's bookings; 1 stored response of created projects.",
  ]);
  for (const mark of marks) expect([mark, await tablesWith(mark)]).toEqual([mark, []]);
  expect(await read()).toMatchObject({ member: { id, first_name: 'erased', last_name: 'erased' } });
  expect(await Promise.all([database.prisma.booking.count(), database.prisma.bookingSeat.count()])).toEqual(before);
  const after = await database.prisma.member.findFirstOrThrow({ where: { id }, include: { user: true } });
  expect([after.soft_deleted_at, after.user?.soft_deleted_at]).not.toContain(null);
  const changed = (await database.prisma.booking.findFirstOrThrow({ where: { id: booking } })).updated_at;
  expect(changed.getTime()).toBeGreaterThan(instant.getTime());

  expect(await forget(id, '--yes')).toMatchObject({
    code: 0,
    stdout: `The member ${number} (${id}) has already been erased.\n`,
  });
});

it('forget rejects an unknown member, and the database of a mirror', async () => {
  expect(await forget('M-unknown', '--yes')).toMatchObject({
    code: 1,
    stderr: 'Nothing was erased: no member has the id or number M-unknown.\n',
  });
  const { number } = await markedMember();
  const source = 'https://other.example.org';
  await database.prisma.mirror.create({ data: { source, refuses_writes: true } });
  expect(await forget(number, '--yes')).toMatchObject({
    code: 1,
    stderr: `Nothing was erased: this database mirrors ${source}. Erase the person there; the mirror receives the change.\n`,
  });
  expect(await tablesWith('Zz-given')).toContain('members');
});
