import { at } from '../default-seed.js';
import { type Invariant, broken, lines } from '../invariant.js';

const now = Date.parse(at);

/** What holds for the sessions of trainings and events. */
export const sessions: readonly Invariant[] = ['training', 'event'].flatMap((kind): Invariant[] => [
  [
    `${kind} session: a completed one is over, a draft is still to come, and none that is over is still scheduled`,
    broken(`${kind}_sessions`, (row) => {
      const over = row.time('ends_at') <= now;
      const state = row.text('state');
      return state === 'completed'
        ? !over
        : state === 'scheduled'
          ? over
          : state === 'draft' && row.time('starts_at') <= now;
    }),
  ],
  [
    `${kind} session: registration opens after it was planned, and closes after it opens and before it begins`,
    broken(`${kind}_sessions`, (row) => {
      const opens = row.optional('registration_opens_at') ?? row.text('created_at');
      const closes = row.optional('registration_closes_at') ?? row.text('starts_at');
      return opens < row.text('created_at') || opens > closes || closes > row.text('starts_at');
    }),
  ],
  [
    `${kind} session: only staff who are there stand before it`,
    (seed) => {
      const table = kind === 'training' ? 'training_session_trainers' : 'event_session_hosts';
      return lines(
        seed
          .rows(table)
          .filter((row) => !['trainer', 'manager'].includes(seed.find('users', row.text('user_id')).text('role'))),
      );
    },
  ],
]);
