import { projectThematicsContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';

export const projectThematics = define(projectThematicsContract, {});
