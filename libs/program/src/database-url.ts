/** What may be said of a URL that holds a password. */
export function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname || 'localhost'}:${port === '' ? 5432 : port}${pathname}`;
}

/**
 * Whether the URL says, in Prisma's word, that it leads to PgBouncer, which lends another connection to each transaction:
 * what one transaction has prepared another one may not find.
 */
export const isPooled = (databaseUrl: string): boolean => new URL(databaseUrl).searchParams.get('pgbouncer') === 'true';

/** The schema of the catalogue's tables, in Prisma's word. */
export const schemaOf = (databaseUrl: string): string => new URL(databaseUrl).searchParams.get('schema') ?? 'public';
