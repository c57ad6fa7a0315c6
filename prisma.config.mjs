import { defineConfig } from 'prisma/config';

// What `npx prisma` reads. Only commands that need a database need the URL.
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'npx nx run server:seed' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
