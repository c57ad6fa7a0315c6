import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { select } from '@resource-catalogue/database/testing/stored';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { asObject, asText } from '@resource-catalogue/testing/json';
import { machineDurationType } from '../definitions/summaries.js';
import { markSql, summarySql } from './summary-sql.js';

describe('a summary within a summary', () => {
  let copy: TestDatabase;
  beforeAll(async () => {
    copy = await seededDatabase();
  });
  afterAll(() => copy.drop());

  /** The inner summary of a row with or without a custom duration type. */
  async function shown(has: 'NULL' | 'NOT NULL'): Promise<unknown> {
    const { expression, joins } = summarySql(machineDurationType, 's');
    const from = `machine_booking_duration_types s ${joins.join(' ')}`;
    const rows = await select(
      copy.database,
      `SELECT ${expression} FROM ${from} WHERE s.custom_duration_type_id IS ${has} LIMIT 1`,
    );
    return asObject(JSON.parse(asText(rows[0]?.[0])))['custom_duration_type'];
  }

  it('SHAPE-2: is an object or null', async () => {
    expect(await shown('NOT NULL')).toMatchObject({ name: expect.any(String) });
    expect(await shown('NULL')).toBeNull();
  });
});

it('marks up to ten summaries of a key with one digit each, and rejects more', () => {
  const marked = Array.from({ length: 10 }, () => ({ ...machineDurationType }));
  expect(markSql({ ...machineDurationType }, 't.id', marked.slice(1))).toBe(String.raw`E'\x019' || t.id`);
  expect(() => markSql({ ...machineDurationType }, 't.id', marked)).toThrow('more than 10');
});
