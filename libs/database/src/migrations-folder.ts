/** As far from the sources as from the bundle of the programs. */
export const migrationsFolder = new URL('../../../prisma/migrations/', import.meta.url);
