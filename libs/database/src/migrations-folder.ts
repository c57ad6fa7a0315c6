/** The same relative path works from the sources and from a bundle. */
export const migrationsFolder = new URL('../../../prisma/migrations/', import.meta.url);
