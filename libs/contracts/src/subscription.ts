import { ApiSchema } from '@nestjs/swagger';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { CommonFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { Flag, Instant, OneOf, Uuid } from './fields.js';
import { FilterByIds, FilterByTime, FilterByValues, type RangeFilter, type SetFilter } from './filters.js';
import { Embedded } from './nested-fields.js';
import { PersonSummaryDto, RefDto } from './summaries.js';

/** The states of a subscription. */
export const subscriptionStates = ['pending', 'active', 'paused', 'canceled', 'expired'] as const;
/** One of `subscriptionStates`. */
export type SubscriptionState = (typeof subscriptionStates)[number];

class SubscriptionFields {
  @Uuid('Identifies the subscription.', { example: '0198c1b6-6f90-7e68-bfb6-813e5f72ad9c' })
  id!: string;

  @Embedded(() => PersonSummaryDto, 'The member who subscribed.', { example: examples.member })
  member!: PersonSummaryDto;

  @Embedded(() => RefDto, 'Tariff group at the time of subscribing.', {
    nullable: true,
    example: examples.group,
  })
  group!: RefDto | null;

  @Embedded(() => RefDto, 'The plan subscribed to.', { example: examples.plan })
  plan!: RefDto;

  @OneOf(subscriptionStates, 'State of the subscription. A member has at most one `active` subscription.', {
    example: 'active',
  })
  state!: SubscriptionState;

  @Instant('When the subscription starts.', { example: '2026-01-01T00:00:00.000Z' })
  starts_at!: string;

  @Instant('When the subscription ends; null only if it renews automatically.', {
    nullable: true,
    example: null,
  })
  ends_at!: string | null;

  @Instant('When the subscription was canceled; set exactly when `state` is `canceled`.', {
    nullable: true,
    setWhen: { key: 'state', is: 'canceled' },
    example: null,
  })
  canceled_at!: string | null;

  @Instant('When the subscription was paused; set exactly when `state` is `paused`.', {
    nullable: true,
    setWhen: { key: 'state', is: 'paused' },
    example: null,
  })
  paused_at!: string | null;

  @Flag('Whether the subscription renews itself when its time is over.', { example: true })
  renews_automatically!: boolean;
}

/** A member's subscription to a plan. */
@ApiSchema({ name: 'Subscription', description: "A member's subscription to a plan." })
export class SubscriptionDto extends inOrder(SubscriptionFields, TimestampsBlock) {}

/** Filters for lists of subscriptions. */
export class SubscriptionFiltersDto extends CommonFiltersDto {
  @FilterByValues(subscriptionStates, 'Filter by the state of the subscription.')
  state?: SetFilter<SubscriptionState>;

  @FilterByIds('Filter by the member who subscribed.')
  member_id?: SetFilter;

  @FilterByIds('Filter by the plan subscribed to.')
  plan_id?: SetFilter;

  @FilterByIds('Filter by the tariff group at the time of subscribing.')
  group_id?: SetFilter;

  @FilterByTime('Filter by when the subscription starts.')
  starts_at?: RangeFilter;

  @FilterByTime('Filter by when the subscription ends; those without an end never match.')
  ends_at?: RangeFilter;

  @FilterByTime('Filter by when the subscription was canceled; others never match.')
  canceled_at?: RangeFilter;
}

/** The collection `subscriptions`. */
export const subscriptionsContract = collection({
  name: 'subscriptions',
  resource: SubscriptionDto,
  filters: SubscriptionFiltersDto,
  sorts: ['starts_at'],
});
