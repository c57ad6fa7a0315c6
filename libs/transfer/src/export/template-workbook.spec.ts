import { describe, expect, it } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { naturalKeys } from '../resolve/natural-keys.js';
import { sheetPlan } from '../resolve/sheet-columns.js';
import { templateRows } from './template.js';
import { collectFields } from '../map/sheet-fields.js';
import { templateWorkbook } from './template-workbook.js';

describe('the workbook of a template', () => {
  it.each(Object.keys(naturalKeys))('has the columns, the example and the allowed values of %s', async (collection) => {
    const definition = catalogueDefinitions.find(({ name }) => name === collection);
    if (!definition) throw new Error(`Unknown collection ${collection}.`);
    const plan = sheetPlan(definition, catalogueDefinitions);
    const { sheets } = await readXlsx(await templateWorkbook(plan), { readStyles: true });
    const rows = await templateRows(plan);
    expect(sheets[0]?.rows.map((row) => row.map((value) => value ?? ''))).toEqual(rows);
    const offered = sheets[0]?.dataValidations?.map(({ range, values }) => [range, values]);
    const lists = [...collectFields(plan)].flatMap(([header, { values }]) =>
      values && rows[0]?.includes(header) ? [values] : [],
    );
    for (const values of lists) expect(offered).toContainEqual([expect.stringMatching(/^[A-Z]+2:[A-Z]+1001$/), values]);
    expect(lists.length).toBeGreaterThan(0);
  });
});
