export type DatabaseKind = 'embedded' | 'postgres';

const available: readonly DatabaseKind[] = process.env['TEST_DATABASE_URL'] ? ['embedded', 'postgres'] : ['embedded'];

/**
 * The databases that a test runs on: PostgreSQL as well where a server for tests is named, and only one of them where
 * `TEST_DATABASES` says so.
 */
export const databaseKinds = available.filter((kind) => (process.env['TEST_DATABASES'] ?? kind) === kind);
