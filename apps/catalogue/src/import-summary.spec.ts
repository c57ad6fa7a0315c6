import { expect, it } from '@jest/globals';
import type { FilesResult } from '@resource-catalogue/transfer';
import { importSummary } from './import-summary.js';

const result: FilesResult = {
  stored: true,
  lines: 420,
  errors: 0,
  tables: [
    { table: 'members', inserted: 400, updated: 0, unchanged: 2 },
    { table: 'trainings', inserted: 0, updated: 15, unchanged: 3 },
    { table: 'prices', inserted: 390, updated: 1, unchanged: 0 },
    { table: 'groups', inserted: 8, updated: 0, unchanged: 0 },
    { table: 'training_slots', inserted: 0, updated: 0, unchanged: 0 },
  ],
  pruned: 0,
  rejected: [],
  demo: 'none',
};
const contained = 'These lines contain 398 new and 1 changed rows of other tables: prices, groups.\n';

const imported = 'Imported 420 lines: 400 new, 15 changed';
const rejected = [2, 5].map((line) => ({ source: 0, line }));

it.each([
  [{}, `${imported}, 5 unchanged.\n${contained}`],
  [
    { stored: false },
    `Nothing was stored (--dry-run). Checked 420 lines: 400 new, 15 changed, 5 unchanged.\n${contained}`,
  ],
  [{ errors: 3, rejected }, `${imported}, 5 unchanged, 2 rejected (3 errors), see left-out.\n${contained}`],
  [
    { lines: 1, tables: [{ table: 'spaces', inserted: 0, updated: 0, unchanged: 1 }], pruned: 2 },
    'Imported 1 line: 0 new, 0 changed, 1 unchanged, 2 soft-deleted because they are not in the files.\n',
  ],
])('the summary distinguishes lines from the rows that they contain: %j', (change, text) => {
  expect(importSummary({ ...result, ...change }, { continue: true, rejects: 'left-out' })).toBe(text);
});

it('the summary of an import with errors reports that nothing was imported', () => {
  const text = importSummary({ ...result, stored: false, errors: 1, rejected }, { rejects: 'rejects' });
  expect(text).toBe('Nothing was imported: 1 error in 420 lines.\n');
});
