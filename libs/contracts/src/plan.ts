import { ApiSchema } from '@nestjs/swagger';
import { BuyingBlock } from './blocks/buying-block.js';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { PageBlock } from './blocks/page-block.js';
import { PublicationBlock, publicationStates, type PublicationState } from './blocks/publication-block.js';
import { collection } from './collection.js';
import { NamedFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { Examples } from './field-decorator.js';
import { inOrder } from './field-table.js';
import { Integer, OneOf, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByValues, type SetFilter } from './filters.js';
import { Embedded, ListOf } from './nested-fields.js';
import { currency } from './price.js';
import { RefDto } from './summaries.js';

/** The units of the length of a plan. */
export const planDurationUnits = ['day', 'week', 'month', 'year'] as const;
/** One of `planDurationUnits`. */
export type PlanDurationUnit = (typeof planDurationUnits)[number];

/** Kinds of renewal. */
export const renewalKinds = ['none', 'automatic'] as const;
/** One of `renewalKinds`. */
export type RenewalKind = (typeof renewalKinds)[number];

class PlanHead {
  @Uuid('Identifies the plan.', { example: examples.plan.id })
  id!: string;

  @Embedded(() => RefDto, 'The category of the plan; its type is `plan`.', {
    nullable: true,
    example: examples.planCategory,
  })
  category!: RefDto | null;
}

class PlanTerms {
  @ListOf(() => RefDto, 'Tariff groups that can subscribe; empty for everyone.', {
    example: [examples.group],
  })
  groups!: RefDto[];

  @ListOf(() => RefDto, 'Spaces where the plan is valid; empty for all.', { example: [examples.space] })
  spaces!: RefDto[];

  @OneOf(planDurationUnits, 'The unit in which `duration_count` counts.', { example: 'month' })
  duration_unit!: PlanDurationUnit;

  @Integer('Length of a subscription in these units.', { min: 1, example: 1 })
  duration_count!: number;

  @OneOf(renewalKinds, 'Whether a subscription renews itself when it ends.', { example: 'automatic' })
  renewal_kind!: RenewalKind;

  @Integer('Price in the smallest unit of the currency, such as cents; set exactly when `pricing` is `charged`.', {
    nullable: true,
    setWhen: { key: 'pricing', is: 'charged' },
    example: 3900,
  })
  amount_in_cents!: number | null;

  @Text('The currency as an ISO 4217 code; set exactly when `pricing` is `charged`.', {
    nullable: true,
    setWhen: { key: 'pricing', is: 'charged' },
    ...currency,
    example: 'EUR',
  })
  currency!: string | null;

  @Integer('Position of the plan in lists for people, ascending.', { example: 2 })
  position!: number;
}

/** A membership that can be subscribed to. */
@ApiSchema({ name: 'Plan', description: 'A membership that members can subscribe to.' })
@Examples({ slug: 'maker-monthly', name: 'Maker monthly', summary: 'All machines, every day, month by month.' })
@Examples({ description_rendered: '<p>Use of <strong>all machines</strong> after induction.</p>' })
export class PlanDto extends inOrder(
  PlanHead,
  PageBlock,
  PublicationBlock,
  BuyingBlock,
  PlanTerms,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of plans. */
export class PlanFiltersDto extends NamedFiltersDto {
  @FilterByValues(publicationStates, 'Filter by whether the plan is a draft, published or archived.')
  publication_state?: SetFilter<PublicationState>;

  @FilterByIds('Filter by the category of the plan.')
  category_id?: SetFilter;

  @FilterByIds('Filter by the tariff groups that the plan lists.')
  group_id?: SetFilter;

  @FilterByIds('Filter by the spaces that the plan lists.')
  space_id?: SetFilter;
}

/** The collection `plans`. */
export const plansContract = collection({
  name: 'plans',
  resource: PlanDto,
  filters: PlanFiltersDto,
  sorts: ['name', 'position'],
  unique: [['slug']],
  naturalKey: 'slug',
});
