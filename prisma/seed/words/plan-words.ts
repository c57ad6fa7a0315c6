import type { PlanDurationUnit, Pricing, PublicationState, RenewalKind } from '@resource-catalogue/contracts';
import { bullets, type Markup, paragraph, text } from '../markup.js';

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
  readonly duration: readonly [count: number, unit: PlanDurationUnit];
  readonly renewal: RenewalKind;
  readonly pricing: Pricing;
  readonly price: readonly [cents: number, currency: string] | null;
  readonly position: number;
  readonly state: PublicationState;
  readonly deleted: boolean;
}

const everyone = { groups: [], spaces: [], deleted: false, state: 'published', renewal: 'none' } as const;

const monthly = (group: number, cents: number): PlanWords => ({
  ...everyone,
  name: 'Monthly membership',
  category: 'Memberships',
  summary: 'All machines that you are accredited for, all open hours.',
  description: text(
    paragraph('Come as often as you like. The membership **renews itself** each month until you cancel it.'),
    bullets('All open hours', 'Ten free prints a month', 'A locker, while there are any'),
  ),
  groups: [group],
  duration: [1, 'month'],
  renewal: 'automatic',
  pricing: 'charged',
  price: [cents, 'EUR'],
  position: 1,
});

/** One membership for each tariff group, and what else is on offer. */
export const planWords: readonly PlanWords[] = [
  ...[4900, 2400, 2900, 19_900, 9900, 0, 3500, 500].map((cents, group) => monthly(group, cents)),
  {
    ...everyone,
    name: 'Day pass',
    category: 'Passes',
    summary: 'One day, one person.',
    description: text(paragraph('Valid on the day on which you buy it, from opening to closing.')),
    duration: [1, 'day'],
    pricing: 'charged',
    price: [1200, 'EUR'],
    position: 3,
  },
  {
    ...everyone,
    name: 'Ten-visit card',
    category: 'Passes',
    summary: 'Ten visits within a year.',
    description: null,
    duration: [1, 'year'],
    pricing: 'charged',
    price: [9900, 'EUR'],
    position: 3,
  },
  {
    ...everyone,
    name: 'Yearly membership',
    category: 'Memberships',
    summary: 'Twelve months for the price of ten.',
    description: text(paragraph('Twelve months for the price of ten. You can *pause* it twice a year.')),
    groups: [0, 1, 2, 6],
    spaces: [0, 1, 2, 3],
    duration: [1, 'year'],
    renewal: 'automatic',
    pricing: 'charged',
    price: [49_000, 'EUR'],
    position: 0,
  },
  {
    ...everyone,
    name: 'abonnement jeunes, ≤ 26 ans',
    category: null,
    summary: null,
    description: text(paragraph('Remplacé par le tarif *Students*.')),
    duration: [3, 'month'],
    pricing: 'charged',
    price: [5400, 'EUR'],
    position: 7,
    state: 'archived',
  },
  {
    ...everyone,
    name: 'Émigré artists’ residency',
    category: 'Other',
    summary: 'Three months with a bench of your own.',
    description: null,
    groups: [5],
    duration: [3, 'month'],
    pricing: 'free',
    price: null,
    position: 7,
  },
  {
    ...everyone,
    name: 'Trial week',
    category: 'Passes',
    summary: 'Seven days to look around, once for each person.',
    description: text(paragraph('Seven days, once for each person, *without* machines that need an accreditation.')),
    duration: [1, 'week'],
    pricing: 'free',
    price: null,
    position: 2,
  },
  {
    ...everyone,
    name: '🌙 夜間パス',
    slug: 'night-pass',
    category: 'Passes',
    summary: 'From 22:00 to 06:00 in the Night Lab.',
    description: text(paragraph('From 22:00 to 06:00 in the Night Lab. Keys are at the *desk*.')),
    spaces: [2],
    duration: [1, 'month'],
    renewal: 'automatic',
    pricing: 'charged',
    price: [2900, 'EUR'],
    position: 4,
    deleted: true,
  },
  {
    ...everyone,
    name: 'ﬁrm licence "B", 10 seats',
    category: null,
    summary: 'Under negotiation.',
    description: null,
    duration: [2, 'year'],
    pricing: 'on_request',
    price: null,
    position: 9,
    state: 'draft',
  },
];
