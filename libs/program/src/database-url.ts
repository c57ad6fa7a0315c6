/** The part of a database URL that may be printed. */
export function databaseAddress(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname || 'localhost'}:${port === '' ? 5432 : port}${pathname}`;
}

/**
 * Whether the URL uses PgBouncer (Prisma's parameter), which assigns a connection per transaction: statements
 * prepared in one transaction may be missing in the next.
 */
export const isPooled = (databaseUrl: string): boolean => new URL(databaseUrl).searchParams.get('pgbouncer') === 'true';

/** The schema of the catalogue's tables (Prisma's parameter). */
export const getSchema = (databaseUrl: string): string => new URL(databaseUrl).searchParams.get('schema') ?? 'public';
