import type { Detail } from '../../src/import-errors.js';

/** The text of a detail without places of other rows. */
export const textOf = (detail: Detail): string =>
  detail.map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : '')).join('');
