import type { CollectionName } from '@resource-catalogue/contracts';

/** Where a resource shows a summary, and of which collection. Groups, accreditations and the like have none. */
export interface Reference {
  readonly path: string;
  readonly target: CollectionName;
}

const ref = (path: string, target: CollectionName): Reference => ({ path, target });

const space = ref('space', 'spaces');
const category = ref('category', 'categories');
const plansRequired = ref('required_plans[]', 'plans');
const prices = ref('prices[].category', 'categories');

const references: Readonly<Partial<Record<CollectionName, readonly Reference[]>>> = {
  users: [ref('member', 'members'), ref('spaces[]', 'spaces')],
  members: [
    ref('user', 'users'),
    space,
    ref('current_subscription', 'subscriptions'),
    ref('current_subscription.plan', 'plans'),
  ],
  machines: [space, category, plansRequired],
  machine_units: [space, ref('machine', 'machines')],
  trainings: [space, category, plansRequired, ref('machines[]', 'machines'), prices],
  training_sessions: [space, ref('training', 'trainings'), ref('trainers[]', 'users')],
  places: [space, category, plansRequired],
  place_units: [space, ref('place', 'places')],
  plans: [category, ref('spaces[]', 'spaces')],
  events: [space, category, plansRequired, prices],
  event_sessions: [space, ref('event', 'events'), ref('hosts[]', 'users')],
  projects: [
    space,
    ref('author', 'members'),
    ref('collaborators[]', 'members'),
    ref('license', 'project_licenses'),
    ref('thematics[]', 'project_thematics'),
    ref('machines[]', 'machines'),
  ],
  subscriptions: [ref('member', 'members'), ref('plan', 'plans')],
  bookings: [
    ref('member', 'members'),
    space,
    ref('machine_unit', 'machine_units'),
    ref('place_unit', 'place_units'),
    ref('event_session', 'event_sessions'),
    ref('training_session', 'training_sessions'),
    ref('reserved_by_event_session', 'event_sessions'),
    ref('reserved_by_training_session', 'training_sessions'),
    ref('seats[].price.category', 'categories'),
  ],
  spaces: [ref('parent', 'spaces')],
};

export const referencesOf = (collection: CollectionName): readonly Reference[] => references[collection] ?? [];
