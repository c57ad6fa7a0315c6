export type DatabaseKind = 'embedded' | 'postgres';

/** The databases that a test runs on: PostgreSQL too, where a server for tests is named. */
export const databaseKinds: readonly DatabaseKind[] = process.env['TEST_DATABASE_URL']
  ? ['embedded', 'postgres']
  : ['embedded'];
