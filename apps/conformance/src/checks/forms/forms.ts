import type { Checks } from '../context/check.js';
import { badFormChecks } from './bad-forms.js';
import { bodyFormChecks } from './body-forms.js';
import { filterFormChecks } from './filter-forms.js';
import { headerFormChecks } from './header-forms.js';

/** Every form in which a value may be written, in every place where it may stand, in pairs. */
export const formChecks: Checks = {
  ...filterFormChecks,
  ...badFormChecks,
  ...headerFormChecks,
  ...bodyFormChecks,
};
