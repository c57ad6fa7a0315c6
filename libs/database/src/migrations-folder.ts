/** Equally far from the sources and from the bundle of the programs. */
export const migrationsFolder = new URL('../../../prisma/migrations/', import.meta.url);
