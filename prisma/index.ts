export { Prisma, PrismaClient } from './generated/client.js';
export type { Project } from './generated/client.js';
export type { Tables } from './generated/tables.js';
