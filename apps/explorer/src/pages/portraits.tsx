import { asList } from '../api/json.js';
import { bookingWords, NextCourse, NextFree, Units, weekOfBooking } from './bookable.js';
import {
  accreditations,
  address,
  count,
  duration,
  type Fact,
  link,
  moment,
  nextSpecialDays,
  openingHours,
  planPrice,
  price,
  seats,
  tags,
  text,
  UnitState,
  when,
} from './facts.js';
import { NextBookings, NextDates, Steps } from './lists.js';
import type { Portrait } from './portrait-page.js';
import { WeekView } from './week.js';

const space: Fact = ['In', link('space')];
const plans: Fact = ['With one of the plans', tags('required_plans')];
const needed: Fact = ['You need', tags('required_accreditations')];
const made: Fact = ['Made by', (row) => [text('brand')(row), text('model')(row)].join(' ').trim()];

const bookable: Portrait = {
  facts: [
    needed,
    ['Next course', (row) => <NextCourse row={row} />],
    plans,
    ['Price', price],
    ['Booking', bookingWords],
    ['Capacity', count('capacity_per_unit', 'people')],
    ['Equipment', tags('equipments')],
    made,
    space,
    ['Units', (row) => <Units row={row} />],
  ],
  Lead: NextFree,
  More: WeekView,
};

const unit: Portrait = {
  facts: [
    ['State', (row) => <UnitState unit={row} />],
    ['Note', text('state_note')],
    ['Machine', link('machine')],
    ['Room', link('place')],
    space,
    ['Floor', text('floor')],
    ['In use since', text('commissioned_on')],
  ],
  More: WeekView,
};

const learning: Portrait = {
  facts: [
    ['Price', price],
    ['Takes', duration],
    ['Seats', count('seats_per_session', 'per date')],
    ['Where', (row) => text('location_name')(row) || text('location_kind')(row)],
    ['You get', tags('granted_accreditations')],
    needed,
    plans,
    ['At', tags('machines')],
    space,
  ],
  More: NextDates,
};

const session: Portrait = {
  facts: [
    ['When', when],
    ['State', text('state')],
    ['Course', link('training')],
    ['Event', link('event')],
    ['Seats', seats],
    ['With', tags('trainers', 'hosts')],
    space,
  ],
};

/** Collections whose rows have a page for people above their fields. */
export const portraits: Readonly<Record<string, Portrait>> = {
  bookings: {
    facts: [
      ['When', when],
      ['State', text('state')],
      ['What', tags('machine_unit', 'place_unit', 'training_session', 'event_session')],
      ['Who', link('member')],
      ['Reserved for', tags('reserved_by_training_session', 'reserved_by_event_session')],
      ['Seats', ({ seats: taken }) => asList(taken).length || ''],
      space,
      ['Week', weekOfBooking],
    ],
  },
  event_sessions: session,
  events: learning,
  machine_units: unit,
  machines: bookable,
  members: {
    facts: [
      ['Membership', (row) => [text('state')(row), text('number')(row)].filter(Boolean).join(', ')],
      ['Plan', link('current_subscription')],
      ['Group', link('group')],
      ['Home space', link('space')],
      ['Accreditations', accreditations],
    ],
    More: NextBookings,
  },
  place_units: unit,
  places: bookable,
  plans: {
    facts: [
      ['Price', planPrice],
      ['Renewal', ({ renewal_kind: kind }) => (kind === 'automatic' ? 'renews automatically' : 'ends automatically')],
      ['For', tags('groups')],
      ['In', tags('spaces')],
    ],
  },
  projects: {
    facts: [
      ['By', tags('author', 'collaborators')],
      ['Made with', tags('machines')],
      ['Tags', ({ tags: words }) => asList(words).join(', ')],
      ['Licence', link('license')],
      ['Changed', moment('updated_at')],
    ],
    More: Steps,
  },
  spaces: {
    facts: [
      ['Address', address],
      ['Open', openingHours],
      ['Special days', nextSpecialDays],
      ['E-mail', text('email')],
      ['Telephone', text('phone')],
      ['Part of', link('parent')],
    ],
  },
  training_sessions: session,
  trainings: learning,
};
