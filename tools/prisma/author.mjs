import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSchemaEngine } from './schema-engine.mjs';
import { migrationsState, schemaState, UnreadableFolder } from './states.mjs';

const usage = `Usage: node tools/prisma/author.mjs [--check] [--schema FOLDER] [--migrations FOLDER]

Prints the SQL of the next migration: the difference between the schema and the migrations. It needs neither a database
nor a downloaded engine; with both, 'npx prisma migrate dev' does the same. With --check it exits with 1 if there is a
difference. The directories default to prisma/schema and prisma/migrations.`;

const folder = (path) => fileURLToPath(new URL(`../../prisma/${path}`, import.meta.url));

function readOptions() {
  const text = (name) => ({ type: 'string', default: folder(name) });
  const options = { check: { type: 'boolean' }, schema: text('schema'), migrations: text('migrations') };
  try {
    return parseArgs({ options }).values;
  } catch {
    console.error(usage);
    return process.exit(2);
  }
}

const options = readOptions();
const [migrations, schema] = await Promise.all([
  migrationsState(options.migrations),
  schemaState(options.schema),
]).catch((error) => {
  if (!(error instanceof UnreadableFolder)) throw error;
  console.error(error.message);
  process.exit(1);
});
const engine = await openSchemaEngine();
const sql = await difference().catch((error) => {
  // The message has file and line; the stack would not help.
  console.error(error.message);
  process.exit(1);
});
await engine.close();
process.stdout.write(sql);
if (options.check && sql !== '') {
  console.error('The schema and the migrations differ: add a migration with the SQL above.');
  process.exitCode = 1;
}

async function difference() {
  // Reports an invalid schema before replaying all migrations.
  await engine.diff({ tag: 'empty' }, schema);
  return engine.diff(migrations, schema);
}
