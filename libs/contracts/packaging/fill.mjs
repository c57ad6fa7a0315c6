import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Publishes the TypeScript types and JSON Schemas of the API, both from the committed OpenAPI document, and the
 * wire vectors. The decorated classes and NestJS stay in the workspace.
 */
export function fill(project, target, manifest) {
  const root = join(project, '../..');
  const document = join(root, 'apps/server/openapi.json');
  const { schemas } = JSON.parse(readFileSync(document, 'utf8')).components;
  // Installed with the other tools that only packaging and the end-to-end tests need.
  const generator = join(root, 'examples/openapi-tools/node_modules/openapi-typescript/bin/cli.js');
  const options = ['--root-types', '--root-types-no-schema-prefix', '--output', join(target, 'index.d.ts')];
  execFileSync(process.execPath, [generator, document, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(join(target, 'index.js'), '// Types alone.\nexport {};\n');
  mkdirSync(join(target, 'schemas'));
  for (const name of Object.keys(schemas)) {
    writeFileSync(join(target, `schemas/${name}.json`), `${JSON.stringify(wholeSchema(name, schemas), null, 2)}\n`);
  }
  cpSync(join(project, 'wire-vectors'), join(target, 'wire-vectors'), { recursive: true });
  return manifest;
}

/** A schema with all schemas that it refers to. */
function wholeSchema(wanted, schemas) {
  const names = new Set([wanted]);
  for (const found of names) for (const next of referencesIn(schemas[found])) names.add(next);
  const parts = Object.fromEntries([...names].sort().map((part) => [part, asJsonSchema(schemas[part])]));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $ref: `#/$defs/${wanted}`, $defs: parts };
}

function referencesIn(schema) {
  return [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, found]) => found);
}

/** Converts `example` of OpenAPI to `examples` of JSON Schema. */
function asJsonSchema(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (typeof value === 'string') return value.replace(/^#\/components\/schemas\//, '#/$defs/');
    if (value === null || typeof value !== 'object' || key === 'properties' || !('example' in value)) return value;
    const { example, ...rest } = value;
    return { ...rest, examples: [example] };
  });
}
