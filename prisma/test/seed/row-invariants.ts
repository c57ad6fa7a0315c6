import { at } from './default-seed.js';
import { holds, type Invariant } from './invariant.js';

const times = ['published_at', 'soft_deleted_at', 'canceled_at', 'paused_at', 'state_changed_at', 'last_sign_in_at'];

const ofEveryTable: readonly Invariant[] = [
  [
    'SHAPE-3: an id is a lower-case UUID of version 7 with the time of its row',
    (seed) =>
      seed.tables.flatMap((table) =>
        seed.rows(table).filter((row) => {
          if (row.values['id'] === undefined) return false;
          const made = parseInt(row.id.replace('-', '').slice(0, 12), 16);
          const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(row.id);
          return !isUuid || (row.values['created_at'] !== undefined && made !== Date.parse(row.text('created_at')));
        }),
      ),
  ],
  [
    'SHAPE-7: a row is created before its other times, and none is later than its last change or in the future',
    (seed) =>
      seed.tables.flatMap((table) =>
        seed.rows(table).filter(({ values }) => {
          const { created_at: made = '', updated_at: changed = '' } = values;
          const others = times.map((column) => values[column] ?? made);
          return (
            changed !== '' &&
            !others.every(
              (time) => String(made) <= String(time) && String(time) <= String(changed) && String(changed) <= at,
            )
          );
        }),
      ),
  ],
];

const ofRows: readonly Invariant[] = [
  holds('section 9: tags are trimmed and unique, ignoring case', 'projects', (row) => {
    const tags = row.items<string>('tags').map((tag) => tag.toLowerCase());
    return tags.every((tag, index) => tag.trim() === tag && tags.indexOf(tag) === index);
  }),
  holds(
    'User: invited users have never signed in',
    'users',
    (row) => row.value('state') !== 'invited' || !row.isSet('last_sign_in_at'),
  ),
  holds(
    'User: the locale is a BCP 47 tag',
    'users',
    (row) => Intl.getCanonicalLocales(row.text('locale'))[0] === row.value('locale'),
  ),
  holds(
    'Member: accreditations are obtained before they expire and before the last change',
    'member_accreditations',
    (row, seed) =>
      row.text('obtained_at') <= seed.find('members', row.text('member_id')).text('updated_at') &&
      (row.optional('expires_at') ?? '9') > row.text('obtained_at'),
  ),
  holds('Member: none joins in the future', 'members', (row) => row.text('joined_at') <= at),
  holds('Subscription: the state matches the times', 'subscriptions', (row) => {
    const [started, ended] = [row.text('starts_at') <= at, (row.optional('ends_at') ?? '9') <= at];
    const state = row.text('state');
    return state === 'pending' ? !started : started && (state === 'canceled' || ended === (state === 'expired'));
  }),
  holds("Subscription: the plan is for everyone or for the member's group", 'subscriptions', (row, seed) => {
    const groups = (seed.by('plan_groups', 'plan_id').get(row.text('plan_id')) ?? []).map((join) =>
      join.value('group_id'),
    );
    return groups.length === 0 || groups.includes(seed.find('members', row.text('member_id')).value('group_id'));
  }),
];

const ofSessions = ['training', 'event'].flatMap((kind) => [
  holds(
    `${kind} session: completed ones are over, drafts lie ahead, and scheduled ones are not over`,
    `${kind}_sessions`,
    (row) => {
      const over = row.text('ends_at') <= at;
      const state = row.text('state');
      if (state === 'draft') return row.text('starts_at') > at;
      return state === 'canceled' || over === (state === 'completed');
    },
  ),
  holds(
    `${kind} session: registration opens after the session is created and closes before it begins`,
    `${kind}_sessions`,
    (row) => {
      const opens = row.optional('registration_opens_at') ?? row.text('created_at');
      const closes = row.optional('registration_closes_at') ?? row.text('starts_at');
      return row.text('created_at') <= opens && opens <= closes && closes <= row.text('starts_at');
    },
  ),
  holds(
    `${kind} session: only trainers and managers lead it`,
    kind === 'training' ? 'training_session_trainers' : 'event_session_hosts',
    (row, seed) => ['trainer', 'manager'].includes(seed.find('users', row.text('user_id')).text('role')),
  ),
]);

/**
 * Invariants that neither the database nor the conformance suite checks: they span rows or depend on the time of the
 * seed.
 */
export const rowInvariants = [...ofEveryTable, ...ofRows, ...ofSessions];
