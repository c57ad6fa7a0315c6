import { projectLicensesContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { longText } from '../define/sources.js';

export const projectLicenses = define(projectLicensesContract, {
  sources: {
    description: longText(),
  },
});
