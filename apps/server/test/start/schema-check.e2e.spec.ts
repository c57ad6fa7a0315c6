import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { CommandError, readConfiguration } from '@resource-catalogue/program';
import { seededDatabase } from '@resource-catalogue/database/testing/databases';
import { createApp } from '../../src/create-app.js';

const changes = [
  'ALTER TABLE bookings RENAME COLUMN canceled_at TO cancelled_at',
  'ALTER TABLE plan_groups RENAME COLUMN group_id TO team_id',
  'ALTER TABLE project_licenses RENAME TO licenses',
  'DROP TRIGGER events_updated ON events',
];
const correct = 'Correct the definition, or add a migration.';
const unwatched = (collection: string, column: string): string =>
  `The collection ${collection} shows cached summaries of ${column}, whose changes no trigger reports. ` +
  'Add a migration with a trigger that passes its name to replace_revision() after each update.';

it('a service rejects a database without the columns of its definitions, and lists each collection, table and column', async () => {
  const { database, drop } = await seededDatabase();
  for (const change of changes) await database.prisma.$executeRawUnsafe(change);
  const start = createApp(readConfiguration({ LOG_LEVEL: 'silent' }), database, pino({ level: 'silent' }));
  const error: unknown = await start.catch((reason: unknown) => reason);
  await drop();
  if (!(error instanceof CommandError)) throw new Error('The service has started.', { cause: error });
  expect(error.message.split('\n').sort()).toEqual([
    `The collection bookings reads bookings.canceled_at, a column that the database does not have. ${correct}`,
    unwatched('bookings', 'events.id'),
    unwatched('bookings', 'events.name'),
    unwatched('event_sessions', 'events.id'),
    unwatched('event_sessions', 'events.name'),
    `The collection plans reads plan_groups.group_id, a column that the database does not have. ${correct}`,
    `The collection project_licenses reads the table project_licenses, which the database does not have. ${correct}`,
    `The collection projects reads the table project_licenses, which the database does not have. ${correct}`,
  ]);
});
