import type { ProjectCreateDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import type { IdIn } from './ids.js';
import type { FiltersOf, ItemOf, ResourceOf, SortOf } from './resource.js';
import type { RequestBody } from './shapes.js';

// Every collection: four types, which follow from its contract, and a constant. Nothing else is exported: a client has them all.

/** Identifies a user account. */
export type UserId = IdIn<'users'>;
/** A user account. */
export type User = ItemOf<'users'>;
/** The filters of the list of users. */
export type UserFilters = FiltersOf<'users'>;
/** The fields that the list of users can be sorted by. */
export type UserSort = SortOf<'users'>;
/** The collection `users`.
 * @example for await (const { email } of client.users.list({ filters: { soft_deleted: { eq: false } } })) invite(email); */
export const users: ResourceOf<'users'> = { name: 'users', get: true };

/** Identifies a member. */
export type MemberId = IdIn<'members'>;
/** A person who is, was or wants to be a member. */
export type Member = ItemOf<'members'>;
/** The filters of the list of members. */
export type MemberFilters = FiltersOf<'members'>;
/** The fields that the list of members can be sorted by. */
export type MemberSort = SortOf<'members'>;
/** The collection `members`.
 * @example const [noor] = (await client.members.list({ filters: { email: { in: ['noor@example.org'] } } })).data; */
export const members: ResourceOf<'members'> = { name: 'members', get: true };

/** Identifies a machine: the kind, not the physical machine. */
export type MachineId = IdIn<'machines'>;
/** A kind of machine; the physical machines are machine units. */
export type Machine = ItemOf<'machines'>;
/** The filters of the list of machines. */
export type MachineFilters = FiltersOf<'machines'>;
/** The fields that the list of machines can be sorted by. */
export type MachineSort = SortOf<'machines'>;
/** The collection `machines`.
 * @example const page = await client.machines.list({ filters: { publication_state: { in: ['published'] } }, sort: 'name' }); */
export const machines: ResourceOf<'machines'> = { name: 'machines', get: true };

/** Identifies one physical machine. */
export type MachineUnitId = IdIn<'machine_units'>;
/** One physical machine. */
export type MachineUnit = ItemOf<'machine_units'>;
/** The filters of the list of machine units. */
export type MachineUnitFilters = FiltersOf<'machine_units'>;
/** The fields that the list of machine units can be sorted by. */
export type MachineUnitSort = SortOf<'machine_units'>;
/** The collection `machine_units`.
 * @example const free = client.machineUnits.list({ filters: { machine_id: { in: [machine.id] }, state: { in: ['available'] } } }); */
export const machineUnits: ResourceOf<'machine_units'> = { name: 'machine_units', get: true };

/** Identifies a training. */
export type TrainingId = IdIn<'trainings'>;
/** A course that a space offers. */
export type Training = ItemOf<'trainings'>;
/** The filters of the list of trainings. */
export type TrainingFilters = FiltersOf<'trainings'>;
/** The fields that the list of trainings can be sorted by. */
export type TrainingSort = SortOf<'trainings'>;
/** The collection `trainings`.
 * @example const page = await client.trainings.list({ filters: { machine_id: { in: [machine.id] } } }); */
export const trainings: ResourceOf<'trainings'> = { name: 'trainings', get: true };

/** Identifies one session of a training. */
export type TrainingSessionId = IdIn<'training_sessions'>;
/** One session of a training. */
export type TrainingSession = ItemOf<'training_sessions'>;
/** The filters of the list of training sessions. */
export type TrainingSessionFilters = FiltersOf<'training_sessions'>;
/** The fields that the list of training sessions can be sorted by. */
export type TrainingSessionSort = SortOf<'training_sessions'>;
/** The collection `training_sessions`.
 * @example const coming = client.trainingSessions.list({ filters: { starts_at: { gte: new Date() } }, sort: 'starts_at' }); */
export const trainingSessions: ResourceOf<'training_sessions'> = { name: 'training_sessions', get: true };

/** Identifies a place. */
export type PlaceId = IdIn<'places'>;
/** A place that can be booked; its rooms are place units. */
export type Place = ItemOf<'places'>;
/** The filters of the list of places. */
export type PlaceFilters = FiltersOf<'places'>;
/** The fields that the list of places can be sorted by. */
export type PlaceSort = SortOf<'places'>;
/** The collection `places`.
 * @example const places = await client.places.list({ filters: { space_id: { in: [space.id] } } }).toArray({ max: 100 }); */
export const places: ResourceOf<'places'> = { name: 'places', get: true };

/** Identifies one room or area of a place. */
export type PlaceUnitId = IdIn<'place_units'>;
/** One room or area of a place. */
export type PlaceUnit = ItemOf<'place_units'>;
/** The filters of the list of place units. */
export type PlaceUnitFilters = FiltersOf<'place_units'>;
/** The fields that the list of place units can be sorted by. */
export type PlaceUnitSort = SortOf<'place_units'>;
/** The collection `place_units`.
 * @example const page = await client.placeUnits.list({ filters: { sku: { in: ['WOOD-01'] } } }); */
export const placeUnits: ResourceOf<'place_units'> = { name: 'place_units', get: true };

/** Identifies a plan. */
export type PlanId = IdIn<'plans'>;
/** A membership that members can subscribe to. */
export type Plan = ItemOf<'plans'>;
/** The filters of the list of plans. */
export type PlanFilters = FiltersOf<'plans'>;
/** The fields that the list of plans can be sorted by. */
export type PlanSort = SortOf<'plans'>;
/** The collection `plans`.
 * @example const page = await client.plans.list({ filters: { publication_state: { in: ['published'] } }, sort: 'position' }); */
export const plans: ResourceOf<'plans'> = { name: 'plans', get: true };

/** Identifies an event. */
export type EventId = IdIn<'events'>;
/** An event of a space. */
export type Event = ItemOf<'events'>;
/** The filters of the list of events. */
export type EventFilters = FiltersOf<'events'>;
/** The fields that the list of events can be sorted by. */
export type EventSort = SortOf<'events'>;
/** The collection `events`.
 * @example const page = await client.events.list({ filters: { soft_deleted: { eq: false } }, sort: 'name' }); */
export const events: ResourceOf<'events'> = { name: 'events', get: true };

/** Identifies one session of an event. */
export type EventSessionId = IdIn<'event_sessions'>;
/** One session of an event. */
export type EventSession = ItemOf<'event_sessions'>;
/** The filters of the list of event sessions. */
export type EventSessionFilters = FiltersOf<'event_sessions'>;
/** The fields that the list of event sessions can be sorted by. */
export type EventSessionSort = SortOf<'event_sessions'>;
/** The collection `event_sessions`.
 * @example const page = await client.eventSessions.list({ filters: { event_id: { in: [event.id] } }, sort: 'starts_at' }); */
export const eventSessions: ResourceOf<'event_sessions'> = { name: 'event_sessions', get: true };

/** Identifies a project. */
export type ProjectId = IdIn<'projects'>;
/** A project that members have made, with instructions. */
export type Project = ItemOf<'projects'>;
/** The filters of the list of projects. */
export type ProjectFilters = FiltersOf<'projects'>;
/** The fields that the list of projects can be sorted by. */
export type ProjectSort = SortOf<'projects'>;
/** The body that creates a project; an absent field has its default (section 9 of interface.md). */
export type ProjectCreate = RequestBody<ProjectCreateDto>;
/** The merge patch that changes a project: absent keeps a field, `null` clears it, an array replaces the whole array (WRITE-2). */
export type ProjectUpdate = RequestBody<ProjectUpdateDto>;
/** The collection `projects`.
 * @example const page = await client.projects.list({ filters: { author_id: { in: [member.id] } }, sort: '-updated_at' }); */
export const projects: ResourceOf<'projects'> = { name: 'projects', get: true };

/** Identifies a licence for projects. */
export type ProjectLicenseId = IdIn<'project_licenses'>;
/** A licence under which projects are shared. */
export type ProjectLicense = ItemOf<'project_licenses'>;
/** The filters of the list of project licenses. */
export type ProjectLicenseFilters = FiltersOf<'project_licenses'>;
/** The fields that the list of project licenses can be sorted by. */
export type ProjectLicenseSort = SortOf<'project_licenses'>;
/** The collection `project_licenses`, which can be listed only.
 * @example const licences = await client.projectLicenses.list({ sort: 'position' }).toArray({ max: 100 }); */
export const projectLicenses: ResourceOf<'project_licenses'> = { name: 'project_licenses' };

/** Identifies a subject of projects. */
export type ProjectThematicId = IdIn<'project_thematics'>;
/** A subject that projects are about. */
export type ProjectThematic = ItemOf<'project_thematics'>;
/** The filters of the list of project thematics. */
export type ProjectThematicFilters = FiltersOf<'project_thematics'>;
/** The fields that the list of project thematics can be sorted by. */
export type ProjectThematicSort = SortOf<'project_thematics'>;
/** The collection `project_thematics`, which can be listed only.
 * @example const thematics = await client.projectThematics.list({ sort: 'position' }).toArray({ max: 100 }); */
export const projectThematics: ResourceOf<'project_thematics'> = { name: 'project_thematics' };

/** Identifies a subscription. */
export type SubscriptionId = IdIn<'subscriptions'>;
/** A member's subscription to a plan. */
export type Subscription = ItemOf<'subscriptions'>;
/** The filters of the list of subscriptions. */
export type SubscriptionFilters = FiltersOf<'subscriptions'>;
/** The fields that the list of subscriptions can be sorted by. */
export type SubscriptionSort = SortOf<'subscriptions'>;
/** The collection `subscriptions`.
 * @example const page = await client.subscriptions.list({ filters: { member_id: { in: [member.id] } }, sort: '-starts_at' }); */
export const subscriptions: ResourceOf<'subscriptions'> = { name: 'subscriptions', get: true };

/** Identifies a booking. */
export type BookingId = IdIn<'bookings'>;
/** A booking of one machine unit, place unit, event session or training session; the other three are null. */
export type Booking = ItemOf<'bookings'>;
/** The filters of the list of bookings. */
export type BookingFilters = FiltersOf<'bookings'>;
/** The fields that the list of bookings can be sorted by. */
export type BookingSort = SortOf<'bookings'>;
/** The collection `bookings`.
 * @example const page = await client.bookings.list({ filters: { state: { in: ['confirmed'] } }, sort: 'starts_at' }); */
export const bookings: ResourceOf<'bookings'> = { name: 'bookings', get: true };

/** Identifies a category, a price category included. */
export type CategoryId = IdIn<'categories'>;
/** A category of resources or prices. */
export type Category = ItemOf<'categories'>;
/** The filters of the list of categories. */
export type CategoryFilters = FiltersOf<'categories'>;
/** The fields that the list of categories can be sorted by. */
export type CategorySort = SortOf<'categories'>;
/** The collection `categories`.
 * @example const page = await client.categories.list({ filters: { type: { in: ['machine'] } } }); */
export const categories: ResourceOf<'categories'> = { name: 'categories', get: true };

/** Identifies a space. */
export type SpaceId = IdIn<'spaces'>;
/** A workshop, or a part of one. */
export type Space = ItemOf<'spaces'>;
/** The filters of the list of spaces. */
export type SpaceFilters = FiltersOf<'spaces'>;
/** The fields that the list of spaces can be sorted by. */
export type SpaceSort = SortOf<'spaces'>;
/** The collection `spaces`.
 * @example const top = (await client.spaces.list()).data.filter(({ parent }) => parent === null); */
export const spaces: ResourceOf<'spaces'> = { name: 'spaces', get: true };
