import type { CatalogueEvent } from './events.js';
import type { Training } from './trainings.js';

/** What has dates of its own. */
export type SessionOwner = Training | CatalogueEvent;
