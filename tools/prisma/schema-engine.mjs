import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { openTestServer } from '../test-databases/server.mjs';

/**
 * Prisma's schema engine as WebAssembly on the server of the tests: setting up must not depend on downloading the
 * native engine, and no real database can become the shadow database by accident.
 */
export async function openSchemaEngine() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import(entry);
  const bytes = await readFile(join(dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const server = await openTestServer();
  const name = `catalogue_shadow_${process.pid}`;
  await runOn(server.url, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const pools = [];
  const connect = () => {
    pools.push(new CatalogPool({ connectionString: url.href }));
    return adapterFor(pools.at(-1));
  };
  const factory = { provider: 'postgres', adapterName: '@prisma/adapter-pg', connect, connectToShadowDb: connect };
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
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      await runOn(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
      await server.release();
    },
  };
}

/** Prisma's adapter, and what the engine needs besides to read the system catalogs. */
async function adapterFor(pool) {
  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  // The engine runs one query at a time.
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type, at) => (pool.characters[at] ? ColumnTypeEnum.Character : type));
    return { ...result, columnTypes };
  };
  // The adapter's own method splits scripts at every semicolon, also in functions and comments.
  adapter.executeScript = (script) => runOn(pool.options.connectionString, script);
  return adapter;
}

const oids = { char: 18, text: 25 };

/** Passes columns of the type "char", which the adapter does not know, as texts. */
class CatalogPool extends pg.Pool {
  /** Whether each column of the last result had that type. */
  characters = [];

  async query(...args) {
    const result = await super.query(...args);
    const fields = result.fields ?? [];
    this.characters = fields.map(({ dataTypeID }) => dataTypeID === oids.char);
    for (const field of fields) if (field.dataTypeID === oids.char) field.dataTypeID = oids.text;
    return result;
  }
}

async function runOn(connectionString, script) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}
