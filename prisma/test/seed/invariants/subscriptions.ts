import { at, grouped } from '../default-seed.js';
import { type Invariant, broken, isSet, lines } from '../invariant.js';

/** What holds for plans, prices and subscriptions. */
export const subscriptions: readonly Invariant[] = [
  [
    'Price: it belongs to one training or one event, and its category has type price',
    broken(
      'prices',
      (row, seed) =>
        isSet(row, 'training_id') === isSet(row, 'event_id') ||
        seed.find('categories', row.text('category_id')).text('type') !== 'price',
    ),
  ],
  [
    'SHAPE-5: amounts are whole cents of a currency',
    broken(
      'prices',
      (row) =>
        !Number.isInteger(row.number('amount_in_cents')) ||
        row.number('amount_in_cents') < 0 ||
        !/^[A-Z]{3}$/.test(row.text('currency')),
    ),
  ],
  [
    'Subscription: it ends after it starts, and has no end only when it renews itself',
    broken('subscriptions', (row) =>
      isSet(row, 'ends_at') ? row.text('ends_at') <= row.text('starts_at') : row.value('renews_automatically') !== true,
    ),
  ],
  [
    'Subscription: the state fits the times',
    broken('subscriptions', (row) => {
      const [started, ended] = [row.text('starts_at') <= at, isSet(row, 'ends_at') && row.text('ends_at') <= at];
      const state = row.text('state');
      return state === 'pending' ? started : state === 'expired' ? !ended : !started || (ended && state !== 'canceled');
    }),
  ],
  [
    'Member: it has at most one subscription in state active',
    (seed) =>
      [
        ...grouped(
          seed.rows('subscriptions').filter((row) => row.value('state') === 'active'),
          (row) => row.value('member_id'),
        ).values(),
      ].filter((rows) => rows.length > 1),
  ],
  [
    'Subscription: its plan is for everyone or for the group of the member',
    (seed) =>
      lines(
        seed.rows('subscriptions').filter((row) => {
          const groups = (seed.by('plan_groups', 'plan_id').get(row.text('plan_id')) ?? []).map((join) =>
            join.value('group_id'),
          );
          return groups.length > 0 && !groups.includes(seed.find('members', row.text('member_id')).value('group_id'));
        }),
      ),
  ],
];
