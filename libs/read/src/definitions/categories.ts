import { categoriesContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { longText } from '../define/sources.js';

export const categories = define(categoriesContract, {
  sources: {
    description: longText(),
  },
});
