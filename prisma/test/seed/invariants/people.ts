import { at, grouped } from '../default-seed.js';
import { type Invariant, broken, isSet, isZone } from '../invariant.js';

/** What holds for users and members. */
export const people: readonly Invariant[] = [
  [
    'User: the addresses of live users differ, however they are written',
    (seed) =>
      [
        ...grouped(
          seed.rows('users').filter((row) => !isSet(row, 'soft_deleted_at')),
          (row) => row.text('email').toLowerCase(),
        ),
      ]
        .filter(([, rows]) => rows.length > 1)
        .map(([email]) => email),
  ],
  [
    'User: a member has at most one account',
    (seed) => [...seed.by('users', 'member_id')].filter(([id, rows]) => id !== null && rows.length > 1),
  ],
  [
    'User: an account has the name of its member',
    broken(
      'users',
      (row, seed) =>
        isSet(row, 'member_id') &&
        row.value('last_name') !== seed.find('members', row.text('member_id')).value('last_name'),
    ),
  ],
  [
    'User: who was only invited never signed in',
    broken('users', (row) => row.value('state') === 'invited' && isSet(row, 'last_sign_in_at')),
  ],
  [
    'User: locale is a BCP 47 tag, time_zone an IANA name',
    broken(
      'users',
      (row) =>
        Intl.getCanonicalLocales(row.text('locale'))[0] !== row.text('locale') ||
        (isSet(row, 'time_zone') && !isZone(row.text('time_zone'))),
    ),
  ],
  [
    'Member: accreditations expire after they were obtained, which is no later than the last change',
    broken(
      'member_accreditations',
      (row, seed) =>
        row.text('obtained_at') > seed.find('members', row.text('member_id')).text('updated_at') ||
        (isSet(row, 'expires_at') && row.text('expires_at') <= row.text('obtained_at')),
    ),
  ],
  [
    'User: most accounts, but not all, have the address of their member',
    (seed) => {
      const accounts = seed.rows('users').filter((row) => isSet(row, 'member_id'));
      const same = accounts.filter(
        (row) => row.value('email') === seed.find('members', row.text('member_id')).value('email'),
      );
      const share = same.length / accounts.length;
      return share > 0.8 && share < 1 ? [] : [`${same.length} of ${accounts.length}`];
    },
  ],
  ['Member: nobody joined after the instant of the seed', broken('members', (row) => row.text('joined_at') > at)],
];
