import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { collections } from './collections.js';
import { PaginationLinksDto, PaginationMetaDto } from './page.js';
import { ProblemDto } from './problem.js';
import { compileCheck, type Fault } from './value-check.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly example?: unknown;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

const kept = readFileSync(new URL('../../../apps/server/openapi.json', import.meta.url), 'utf8');
const { schemas } = (JSON.parse(kept) as { components: { schemas: Readonly<Record<string, Schema>> } }).components;

/** The example of a schema, or one composed from the examples of nested schemas. */
function exampleOf(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) return exampleOf(schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  const inner = schema.allOf?.[0] ?? schema.anyOf?.[0];
  if (inner) return exampleOf(inner);
  if (schema.items) return [exampleOf(schema.items)];
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, exampleOf(value)]));
}

describe('schemas of the OpenAPI document', () => {
  it('have a description, as does each of their keys', () => {
    for (const [name, schema] of Object.entries(schemas)) {
      const undescribed = Object.entries({ [name]: schema, ...schema.properties })
        .filter(([, { description = '' }]) => !/^[A-Z].*\.$/.test(description))
        .map(([key]) => `${name} ${key}`);
      expect(undescribed).toEqual([]);
    }
  });

  const dtos: readonly (new () => object)[] = [
    ...collections.map(({ resource }) => resource),
    ...[PaginationLinksDto, PaginationMetaDto, ProblemDto],
  ];

  it.each(dtos.map((dto) => [dto.name.replace(/Dto$/, ''), dto] as const))('have a valid example: %s', (name, dto) => {
    const schema = schemas[name] ?? {};
    const example = exampleOf(schema);
    expect(Object.keys(example ?? {})).toEqual(Object.keys(schema.properties ?? {}));
    const faults: Fault[] = [];
    compileCheck(dto)(example, (fault) => faults.push(fault));
    expect(faults).toEqual([]);
  });
});
