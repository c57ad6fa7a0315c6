import { spacesContract } from '@resource-catalogue/contracts';
import { access, page, publication, softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, resource } from '../../read/definition.js';
import { column, json, ref } from '../../read/sources.js';
import { spaceSummary } from '../../read/summaries.js';

export const spaces = resource(spacesContract, {
  sources: {
    id: column(),
    parent: ref(spaceSummary),
    ...page,
    ...publication,
    ...access,
    time_zone: column(),
    address: json(),
    latitude: column(),
    longitude: column(),
    email: column(),
    phone: column(),
    website_url: column(),
    opening_hours: json(),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    publication_state: onColumn(),
    parent_id: onColumn(),
    soft_deleted: onDeletion(),
  },
});
