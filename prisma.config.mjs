import { defineConfig } from 'prisma/config';

// These commands require a schema engine, which is a download, but never run it, so any program will do; only `migrate`
// runs it.
if (/^(?:format|generate|validate|db seed)\b/.test(process.argv.slice(2).join(' ')))
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

// The configuration of `npx prisma`. Only commands that use the database need the URL.
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'npx nx run server:seed' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
