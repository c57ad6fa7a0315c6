import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';

// Makes packaging/dist, the folder that is published: the shapes of the interface as TypeScript types and as JSON Schemas, both
// from the kept OpenAPI document, and the wire vectors. The decorated classes and NestJS stay in the workspace.
const project = fileURLToPath(new URL('..', import.meta.url));
const root = join(project, '../..');
const target = join(project, 'packaging/dist');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { name, version, license, type } = read(join(project, 'package.json'));
const { engines, repository } = read(join(root, 'package.json'));
const document = read(join(root, 'apps/server/openapi.json'));
const { schemas } = document.components;

rmSync(target, { recursive: true, force: true });
mkdirSync(join(target, 'schemas'), { recursive: true });

const types = await openapiTypescript(document, { rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true });
writeFileSync(join(target, 'index.d.ts'), astToString(types));
writeFileSync(join(target, 'index.js'), '// Types alone.\nexport {};\n');
for (const schema of Object.keys(schemas)) {
  writeFileSync(join(target, `schemas/${schema}.json`), `${JSON.stringify(wholeSchema(schema), null, 2)}\n`);
}
cpSync(join(project, 'wire-vectors'), join(target, 'wire-vectors'), { recursive: true });
cpSync(join(project, 'packaging/README.md'), join(target, 'README.md'));
// The first release writes it.
if (existsSync(join(project, 'CHANGELOG.md'))) cpSync(join(project, 'CHANGELOG.md'), join(target, 'CHANGELOG.md'));
cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
const manifest = {
  name,
  version,
  description: 'The shapes of the Resource Catalogue interface: TypeScript types, JSON Schemas, wire vectors.',
  license,
  type,
  engines,
  repository,
  sideEffects: false,
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './schemas/*.json': './schemas/*.json',
    './wire-vectors/*': './wire-vectors/*',
    './package.json': './package.json',
  },
  publishConfig: { access: 'public' },
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/** A schema with all that it refers to. */
function wholeSchema(wanted) {
  const names = new Set([wanted]);
  for (const found of names) for (const next of referencesIn(schemas[found])) names.add(next);
  const parts = Object.fromEntries([...names].sort().map((part) => [part, asJsonSchema(schemas[part])]));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $ref: `#/$defs/${wanted}`, $defs: parts };
}

function referencesIn(schema) {
  return [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, found]) => found);
}

/** OpenAPI's own word for an example is none of JSON Schema. */
function asJsonSchema(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (typeof value === 'string') return value.replace(/^#\/components\/schemas\//, '#/$defs/');
    if (value === null || typeof value !== 'object' || key === 'properties' || !('example' in value)) return value;
    const { example, ...rest } = value;
    return { ...rest, examples: [example] };
  });
}
