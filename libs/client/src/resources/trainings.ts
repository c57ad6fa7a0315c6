import type { TrainingDto, TrainingFiltersDto, trainingsContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { TrainingId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A course that a space offers. */
export type Training = Received<TrainingDto, TrainingId>;
/** What the list of trainings can be filtered by. */
export type TrainingFilters = FiltersOf<TrainingFiltersDto, TrainingId>;
/** What the list of trainings can be sorted by. */
export type TrainingSort = SortOf<typeof trainingsContract>;

/**
 * The collection `trainings`.
 *
 * @example
 * const page = await client.trainings.list({ filters: { machine_id: { in: [machine.id] } } });
 */
export const trainings: ReadableResource<Training, TrainingFilters, TrainingSort> = { name: 'trainings', get: true };
