import { projectThematicsContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';

export const projectThematics = define(projectThematicsContract, {});
