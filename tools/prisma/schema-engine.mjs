import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/**
 * Prisma's schema engine as WebAssembly on an in-memory PGlite: setting up must not depend on downloading the native
 * engine, and no real database can become the shadow database by accident.
 */
export async function openSchemaEngine() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import(entry);
  const bytes = await readFile(join(dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  // The engine only asks the database for its version, so it can be the shadow database as well; creating another
  // one takes seconds.
  const database = await PGlite.create();
  const connect = () => adapterFor(database);
  const factory = { provider: 'postgres', adapterName: 'pglite', connect, connectToShadowDb: connect };
  const engine = await bindings.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  return {
    /** The SQL that leads from one state to the other; empty if they are equal. */
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
  // The adapter's own method returns before the script has run and loses its error.
  adapter.executeScript = async (script) => {
    await database.exec(script);
  };
  return adapter;
}
