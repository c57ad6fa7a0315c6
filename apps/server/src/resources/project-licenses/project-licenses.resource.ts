import { projectLicensesContract } from '@resource-catalogue/contracts';
import { timestamps } from '../../read/blocks.js';
import { onColumn, resource } from '../../read/definition.js';
import { column } from '../../read/sources.js';

export const projectLicenses = resource(projectLicensesContract, {
  sources: {
    id: column(),
    name: column(),
    code: column(),
    url: column(),
    description: column(),
    position: column(),
    ...timestamps,
  },
  filters: {
    code: onColumn(),
  },
});
