import { fileURLToPath } from 'node:url';
import { openSchemaEngine } from './schema-engine.mjs';
import { migrationsState, schemaState } from './states.mjs';

const usage = `Usage: node tools/prisma/author.mjs [--check] [--schema FOLDER] [--migrations FOLDER]

Prints the SQL that the schema has and the migrations lack: the start of the next migration.
With --check it exits with 1 when there is any. The folders default to prisma/schema and prisma/migrations.`;

const folder = (path) => fileURLToPath(new URL(`../../prisma/${path}`, import.meta.url));

function readArguments(words) {
  const settings = { check: false, schema: folder('schema'), migrations: folder('migrations') };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '--check') settings.check = true;
    else if ((word === '--schema' || word === '--migrations') && rest[0]) settings[word.slice(2)] = rest.shift();
    else return undefined;
  }
  return settings;
}

const settings = readArguments(process.argv.slice(2));
if (!settings) {
  console.error(usage);
  process.exit(2);
}
const engine = await openSchemaEngine();
const sql = await engine.diff(await migrationsState(settings.migrations), await schemaState(settings.schema));
await engine.close();
process.stdout.write(sql);
if (settings.check && sql !== '') {
  console.error('The schema and the migrations differ: write a migration with the SQL above.');
  process.exitCode = 1;
}
