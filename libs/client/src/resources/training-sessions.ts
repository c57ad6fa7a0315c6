import type {
  TrainingSessionDto,
  TrainingSessionFiltersDto,
  trainingSessionsContract,
} from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { TrainingSessionId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** One date of a training. */
export type TrainingSession = Received<TrainingSessionDto, TrainingSessionId>;
/** What the list of training sessions can be filtered by. */
export type TrainingSessionFilters = FiltersOf<TrainingSessionFiltersDto, TrainingSessionId>;
/** What the list of training sessions can be sorted by. */
export type TrainingSessionSort = SortOf<typeof trainingSessionsContract>;

/**
 * The collection `training_sessions`.
 *
 * @example
 * const coming = client.trainingSessions.list({ filters: { starts_at: { gte: new Date() } }, sort: 'starts_at' });
 */
export const trainingSessions: ReadableResource<TrainingSession, TrainingSessionFilters, TrainingSessionSort> = {
  name: 'training_sessions',
  get: true,
};
