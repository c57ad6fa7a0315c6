import { defineConfig } from 'prisma/config';

// These commands insist on a schema engine, which is a download, and never run it: any program will do. `migrate` runs it.
if (/^(?:format|generate|validate|db seed)\b/.test(process.argv.slice(2).join(' ')))
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

// What `npx prisma` reads. Only commands that need a database need the URL.
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'npx nx run server:seed' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
