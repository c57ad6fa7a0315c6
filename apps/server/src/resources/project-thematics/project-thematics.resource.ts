import { projectThematicsContract } from '@resource-catalogue/contracts';
import { timestamps } from '../../read/blocks.js';
import { resource } from '../../read/definition.js';
import { column } from '../../read/sources.js';

export const projectThematics = resource(projectThematicsContract, {
  sources: {
    id: column(),
    name: column(),
    slug: column(),
    position: column(),
    ...timestamps,
  },
  filters: {},
});
