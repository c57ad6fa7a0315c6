import type { PlanDto, PlanFiltersDto, plansContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { PlanId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A membership that members can subscribe to. */
export type Plan = Received<PlanDto, PlanId>;
/** What the list of plans can be filtered by. */
export type PlanFilters = FiltersOf<PlanFiltersDto, PlanId>;
/** What the list of plans can be sorted by. */
export type PlanSort = SortOf<typeof plansContract>;

/**
 * The collection `plans`.
 *
 * @example
 * const page = await client.plans.list({ filters: { publication_state: { in: ['published'] } }, sort: 'position' });
 */
export const plans: ReadableResource<Plan, PlanFilters, PlanSort> = { name: 'plans', get: true };
