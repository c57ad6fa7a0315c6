import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type DtoClass, fieldTable, textFormats } from '@resource-catalogue/contracts';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { asObject, isObject } from '@resource-catalogue/testing/json';
import { makeRowCheck } from '../src/validate/row-check.js';
import { parsedRows } from './support/transfer.js';

/** Values that are invalid for some fields. */
const values: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 7, 2 ** 31, 2 ** 53, [], [null], [' '], {}, '', ' ', 'x', 'a\0', '\ud83d', '#REF!'],
  ...['2026-02-30', '26-03-01', '0000-01-01', '2026-03-01T09:00:00Z', '2026-03-01T24:00:00.000Z', '2026-03-01'],
  ...['0198C1BB-B4B8-73BD-840B-D683A4C7F2E1', '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1 ', 'EUR', 'eur', '24:00', '09:61'],
  ...[
    'javascript:alert(1)',
    'http://',
    '//example.org/',
    'a@b',
    'a b@example.org',
    'zz-ZZ',
    'de_DE',
    'Berlin',
    '+01:00',
  ],
  ...['a--b', 'A', 'a'.repeat(101), 'ä'.repeat(300)],
];

/** Paths of the fields of a resource: those of objects, and of the items of arrays. */
function* pathsOf(dto: DtoClass, above: readonly string[] = []): Generator<readonly string[]> {
  for (const { name, kind, dto: inner } of fieldTable(dto).values()) {
    const path = [...above, name];
    yield path;
    if (inner) yield* pathsOf(inner(), kind === 'array' ? [...path, '0'] : path);
  }
}

/** A copy of a row with another value at a path; null if the row has no such place. */
function changed(row: unknown, [key = '', ...inner]: readonly string[], value: unknown): unknown {
  if (Array.isArray(row)) {
    const items: readonly unknown[] = row;
    const [first, ...others] = items;
    return items.length > 0 ? [changed(first, inner, value), ...others] : undefined;
  }
  if (!isObject(row)) return undefined;
  const next = inner.length === 0 ? value : changed(row[key], inner, value);
  return next === undefined ? undefined : { ...row, [key]: next };
}

describe('a row that an import accepts', () => {
  let seeded: TestDatabase;
  let ajv: Ajv2020;

  beforeAll(async () => {
    seeded = await seededDatabase();
    const document: unknown = JSON.parse(
      await readFile(new URL('../../../apps/server/openapi.json', import.meta.url), 'utf8'),
    );
    ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    for (const [format, { holds }] of Object.entries(textFormats)) ajv.addFormat(format, holds);
    ajv.addSchema(asObject(document), 'api');
  });
  afterAll(() => seeded.drop());

  it.each(catalogueDefinitions)('matches the OpenAPI schema of $name, whatever its values', async (definition) => {
    const { name, dto } = definition;
    const rows = await parsedRows(seeded.database, name);
    const matches = ajv.compile({ $ref: `api#/components/schemas/${dto.name.replace(/Dto$/, '')}` });
    const check = makeRowCheck(definition, () => false, true);
    let mismatches = 0;
    const accepted: string[] = [];
    for (const path of pathsOf(dto)) {
      const base = rows.find((row) => changed(row, path, null) !== undefined);
      for (const value of base ? values : []) {
        const row = changed(base, path, value);
        if (matches(row)) continue;
        mismatches += 1;
        let isRejected = false;
        check({ line: 1, value: row }, () => (isRejected = true));
        if (!isRejected)
          accepted.push(`${path.join('.')} of ${JSON.stringify(value)}: ${ajv.errorsText(matches.errors)}`);
      }
    }
    expect(matches(rows[0])).toBe(true);
    expect(mismatches).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
  });
});
