import { categoriesContract } from '@resource-catalogue/contracts';
import { softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, resource } from '../../read/definition.js';
import { column } from '../../read/sources.js';

export const categories = resource(categoriesContract, {
  sources: {
    id: column(),
    type: column(),
    slug: column(),
    name: column(),
    description: column(),
    position: column(),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    type: onColumn(),
    soft_deleted: onDeletion(),
  },
});
