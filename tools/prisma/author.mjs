import { fileURLToPath } from 'node:url';
import { openSchemaEngine } from './schema-engine.mjs';
import { migrationsState, schemaState, UnreadableFolder } from './states.mjs';

const usage = `Usage: node tools/prisma/author.mjs [--check] [--schema FOLDER] [--migrations FOLDER]

Prints the SQL that the schema has and the migrations lack: the start of the next migration. It needs neither a database
nor a downloaded engine; where there are both, 'npx prisma migrate dev' does the same. With --check it exits with 1 when
there is any. The folders default to prisma/schema and prisma/migrations.`;

const folder = (path) => fileURLToPath(new URL(`../../prisma/${path}`, import.meta.url));

function readArguments(words) {
  const options = { check: false, schema: folder('schema'), migrations: folder('migrations') };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '--check') options.check = true;
    else if ((word === '--schema' || word === '--migrations') && rest[0]) options[word.slice(2)] = rest.shift();
    else return undefined;
  }
  return options;
}

const options = readArguments(process.argv.slice(2));
if (!options) {
  console.error(usage);
  process.exit(2);
}
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
  // It names file and line; where it was thrown tells nothing.
  console.error(error.message);
  process.exit(1);
});
await engine.close();
process.stdout.write(sql);
if (options.check && sql !== '') {
  console.error('The schema and the migrations differ: write a migration with the SQL above.');
  process.exitCode = 1;
}

async function difference() {
  // Before all migrations are replayed: a schema that is wrong by itself.
  await engine.diff({ tag: 'empty' }, schema);
  return engine.diff(migrations, schema);
}
