import {
  type PlanDurationUnit,
  planDurationUnits,
  type Pricing,
  pricings,
  type PublicationState,
  publicationStates,
  type RenewalKind,
  renewalKinds,
} from '@resource-catalogue/contracts';
import { type Markup, markup } from '../markup.js';
import { oneOf } from './one-of.js';
import file from './plans.json' with { type: 'json' };

export interface PlanWords {
  readonly name: string;
  readonly slug?: string;
  readonly category: string | null;
  readonly summary: string | null;
  readonly description: Markup | null;
  /** By index; none is everyone. */
  readonly groups: readonly number[];
  /** By index; none is everywhere. */
  readonly spaces: readonly number[];
  readonly duration: { readonly count: number; readonly unit: PlanDurationUnit };
  readonly renewal: RenewalKind;
  readonly pricing: Pricing;
  readonly price: { readonly cents: number; readonly currency: string } | null;
  readonly position: number;
  readonly state: PublicationState;
  readonly deleted: boolean;
}

/** As the file has it: the description by block. */
interface Written extends Omit<PlanWords, 'description' | 'duration' | 'renewal' | 'pricing' | 'state'> {
  readonly description: readonly string[] | null;
  readonly duration: { readonly count: number; readonly unit: string };
  readonly renewal: string;
  readonly pricing: string;
  readonly state: string;
}

const everyone = { groups: [], spaces: [], deleted: false, state: 'published', renewal: 'none' };

const plan = ({ description, duration, renewal, pricing, state, ...words }: Written): PlanWords => ({
  ...words,
  description: description && markup(description),
  duration: { ...duration, unit: oneOf(planDurationUnits, duration.unit) },
  renewal: oneOf(renewalKinds, renewal),
  pricing: oneOf(pricings, pricing),
  state: oneOf(publicationStates, state),
});

/** One membership for each tariff group, and what else is on offer. */
export const planWords: readonly PlanWords[] = [
  ...file.monthlyCents.map((cents, group) =>
    plan({ ...everyone, ...file.monthly, groups: [group], price: { cents, currency: 'EUR' } }),
  ),
  ...file.others.map((words) => plan({ ...everyone, ...words })),
];
