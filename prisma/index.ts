export { Prisma, PrismaClient } from './generated/client.js';
export type { Project } from './generated/client.js';

const here = new URL('.', import.meta.url);

// Migrations are read, not compiled: the built module stands one folder below them.
export const migrationsFolder = new URL(here.pathname.endsWith('/dist/') ? '../migrations/' : './migrations/', here);
