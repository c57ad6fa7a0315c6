import { projectLicensesContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { longText } from '../sources.js';

export const projectLicenses = define(projectLicensesContract, {
  sources: {
    description: longText(),
  },
});
