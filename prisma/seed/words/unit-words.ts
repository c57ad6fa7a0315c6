import type { UnitState } from '@resource-catalogue/contracts';

export const unitNotes: Readonly<Record<UnitState, readonly (string | null)[]>> = {
  available: [null, null, 'New lens fitted.', null],
  unavailable: ['Lent to the school next door until the holidays.'],
  maintenance: ['Yearly service.', 'Belt stretched, new one <ordered>.', null],
  out_of_order: ['Smoke. Do not switch on.', '電源が入りません'],
  retired: ['Sold for parts.', null],
};

export const unitNames = [
  'Betty',
  'By the window',
  'Großer',
  'die Kleine',
  'Number 2, left',
  'Ångström',
  '小さい方',
  '🐢',
];

/** Stock numbers that a list of values must be careful with: commas, spaces, cases and code points (FILT-2, SORT-1). */
export const rareSkus = [
  'CUT-07,B',
  'OLD 12',
  'a-001',
  'B-002',
  'É-003',
  '100%-A',
  'Ｘ-1',
  '𝟘-2',
  'q"uote',
  "O'R",
  'a\\b',
  '<4>',
  'a+b&c',
  '00042',
  'Z'.padEnd(200, '9'),
];
