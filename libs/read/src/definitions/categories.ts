import { categoriesContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { longText } from '../sources.js';

export const categories = define(categoriesContract, {
  sources: {
    description: longText(),
  },
});
