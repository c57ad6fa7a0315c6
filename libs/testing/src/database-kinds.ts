export type DatabaseKind = 'embedded' | 'postgres';

const available: readonly DatabaseKind[] = process.env['TEST_DATABASE_URL'] ? ['embedded', 'postgres'] : ['embedded'];

/**
 * The databases that a test runs on: PostgreSQL too if a test server is configured; `TEST_DATABASES` limits them to
 * one.
 */
export const databaseKinds = available.filter((kind) => (process.env['TEST_DATABASES'] ?? kind) === kind);
