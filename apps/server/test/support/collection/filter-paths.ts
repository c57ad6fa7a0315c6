import { type AnyCollectionContract, type CollectionName, fieldTable } from '@resource-catalogue/contracts';

/** What each filter reads in a row as the list shows it, where that is no key of the filter's own name. Written by hand. */
const paths: Readonly<Record<CollectionName, Readonly<Record<string, string>>>> = {
  bookings: {
    member_id: 'member.id',
    group_id: 'group.id',
    space_id: 'space.id',
    machine_unit_id: 'machine_unit.id',
    place_unit_id: 'place_unit.id',
    event_session_id: 'event_session.id',
    training_session_id: 'training_session.id',
    reserved_by_event_session_id: 'reserved_by_event_session.id',
    reserved_by_training_session_id: 'reserved_by_training_session.id',
  },
  categories: { soft_deleted: 'soft_deleted_at' },
  event_sessions: { event_id: 'event.id', space_id: 'space.id', host_id: 'hosts[].id' },
  events: { space_id: 'space.id', category_id: 'category.id', soft_deleted: 'soft_deleted_at' },
  machine_units: { machine_id: 'machine.id', space_id: 'space.id', soft_deleted: 'soft_deleted_at' },
  machines: { space_id: 'space.id', category_id: 'category.id', soft_deleted: 'soft_deleted_at' },
  members: {
    group_id: 'group.id',
    space_id: 'space.id',
    user_id: 'user.id',
    accreditation_id: 'accreditations[].id',
    soft_deleted: 'soft_deleted_at',
  },
  place_units: { place_id: 'place.id', space_id: 'space.id', soft_deleted: 'soft_deleted_at' },
  places: { space_id: 'space.id', category_id: 'category.id', soft_deleted: 'soft_deleted_at' },
  plans: {
    category_id: 'category.id',
    group_id: 'groups[].id',
    space_id: 'spaces[].id',
    soft_deleted: 'soft_deleted_at',
  },
  project_licenses: {},
  project_thematics: {},
  projects: {
    author_id: 'author.id',
    collaborator_id: 'collaborators[].id',
    space_id: 'space.id',
    license_id: 'license.id',
    thematic_id: 'thematics[].id',
    machine_id: 'machines[].id',
    soft_deleted: 'soft_deleted_at',
  },
  spaces: { parent_id: 'parent.id', soft_deleted: 'soft_deleted_at' },
  subscriptions: { member_id: 'member.id', plan_id: 'plan.id', group_id: 'group.id' },
  training_sessions: { training_id: 'training.id', space_id: 'space.id', trainer_id: 'trainers[].id' },
  trainings: {
    space_id: 'space.id',
    category_id: 'category.id',
    machine_id: 'machines[].id',
    soft_deleted: 'soft_deleted_at',
  },
  users: { member_id: 'member.id', space_id: 'spaces[].id', soft_deleted: 'soft_deleted_at' },
};

export function filterPath(contract: AnyCollectionContract, field: string): string {
  const path = paths[contract.name][field] ?? field;
  const key = path.replace(/[[.].*$/, '');
  if (fieldTable(contract.resource).has(key)) return path;
  throw new Error(`No key shows what the filter ${field} of ${contract.name} reads: say it in filter-paths.ts.`);
}
