import type { SubscriptionDto, SubscriptionFiltersDto, subscriptionsContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { SubscriptionId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A member's subscription to a plan. */
export type Subscription = Received<SubscriptionDto, SubscriptionId>;
/** What the list of subscriptions can be filtered by. */
export type SubscriptionFilters = FiltersOf<SubscriptionFiltersDto, SubscriptionId>;
/** What the list of subscriptions can be sorted by. */
export type SubscriptionSort = SortOf<typeof subscriptionsContract>;

/**
 * The collection `subscriptions`.
 *
 * @example
 * const page = await client.subscriptions.list({ filters: { member_id: { in: [member.id] } }, sort: '-starts_at' });
 */
export const subscriptions: ReadableResource<Subscription, SubscriptionFilters, SubscriptionSort> = {
  name: 'subscriptions',
  get: true,
};
