import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/**
 * Prisma's schema engine as WebAssembly over an in-memory PGlite: the native engine is a download that set-up must
 * not depend on, and no database of anybody can serve as the shadow database by mistake.
 */
export async function openSchemaEngine() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import(entry);
  const bytes = await readFile(join(dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  // Of the database itself the engine asks but its version: so it is the shadow database, too. To set one up takes seconds.
  const database = await PGlite.create();
  const connect = () => adapterFor(database);
  const factory = { provider: 'postgres', adapterName: 'pglite', connect, connectToShadowDb: connect };
  const engine = await bindings.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  return {
    /** The SQL that leads from one state to the other, empty when they are the same. */
    async diff(from, to) {
      const filters = { externalTables: [], externalEnums: [] };
      const { exitCode, stdout } = await engine.diff({ from, to, script: true, exitCode: true, filters });
      return exitCode === 0 ? '' : (stdout ?? '');
    },
    close: () => database.close(),
  };
}

async function adapterFor(database) {
  const adapter = await new PrismaPGlite(database).connect();
  // The adapter's own version returns before the script has run, and loses its error.
  adapter.executeScript = async (script) => {
    await database.exec(script);
  };
  return adapter;
}
