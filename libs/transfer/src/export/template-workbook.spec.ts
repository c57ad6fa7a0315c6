import { describe, expect, it } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import { naturalKeys } from '../layout.js';
import { layoutOf } from '../../test/support/mapping.js';
import { templateRows } from './template.js';
import { templateWorkbook } from './template-workbook.js';

describe('the workbook of a template', () => {
  it.each([...naturalKeys.keys()])('has the columns, the example and the allowed values of %s', async (collection) => {
    const layout = layoutOf(collection);
    const { sheets } = await readXlsx(await templateWorkbook(layout), { readStyles: true });
    const rows = await templateRows(layout);
    expect(sheets[0]?.rows.map((row) => row.map((value) => value ?? ''))).toEqual(rows);
    const offered = sheets[0]?.dataValidations?.map(({ range, values }) => [range, values]);
    const lists = [...layout.columns].flatMap(([header, { values }]) =>
      values && rows[0]?.includes(header) ? [values] : [],
    );
    for (const values of lists) expect(offered).toContainEqual([expect.stringMatching(/^[A-Z]+2:[A-Z]+1001$/), values]);
    expect(lists.length).toBeGreaterThan(0);
  });
});
