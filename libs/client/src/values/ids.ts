declare const idOf: unique symbol;

/**
 * The id of one sort of entity. Any text may stand for one, so ids from URLs and files need no cast; the id of another
 * sort of entity does not compile.
 *
 * @example
 * const booking = await client.bookings.get('0198c1bb-b4b8-73bd-840b-d683a4c7f2e1');
 * await client.machines.get(booking.data.id); // does not compile: a BookingId is no MachineId
 */
export type Id<Entity extends string> = string & { readonly [idOf]?: Entity };

/** Identifies an accreditation; no collection lists these. */
export type AccreditationId = Id<'accreditation'>;
/** Identifies a booking. */
export type BookingId = Id<'booking'>;
/** Identifies a category, a price category included. */
export type CategoryId = Id<'category'>;
/** Identifies an equipment; no collection lists these. */
export type EquipmentId = Id<'equipment'>;
/** Identifies an event. */
export type EventId = Id<'event'>;
/** Identifies one date of an event. */
export type EventSessionId = Id<'event_session'>;
/** Identifies a tariff group; no collection lists these. */
export type GroupId = Id<'group'>;
/** Identifies a machine: the kind, not the piece that stands in the workshop. */
export type MachineId = Id<'machine'>;
/** Identifies one physical machine. */
export type MachineUnitId = Id<'machine_unit'>;
/** Identifies a member. */
export type MemberId = Id<'member'>;
/** Identifies a place. */
export type PlaceId = Id<'place'>;
/** Identifies one room or area of a place. */
export type PlaceUnitId = Id<'place_unit'>;
/** Identifies a plan. */
export type PlanId = Id<'plan'>;
/** Identifies a project. */
export type ProjectId = Id<'project'>;
/** Identifies a licence for projects. */
export type ProjectLicenseId = Id<'project_license'>;
/** Identifies a subject of projects. */
export type ProjectThematicId = Id<'project_thematic'>;
/** Identifies a space. */
export type SpaceId = Id<'space'>;
/** Identifies a subscription. */
export type SubscriptionId = Id<'subscription'>;
/** Identifies a training. */
export type TrainingId = Id<'training'>;
/** Identifies one date of a training. */
export type TrainingSessionId = Id<'training_session'>;
/** Identifies a user account. */
export type UserId = Id<'user'>;

/** What the ids of a reference identify, by the singular name that fields, filters and bodies share. */
export interface ReferenceIds {
  accreditation: AccreditationId;
  author: MemberId;
  category: CategoryId;
  collaborator: MemberId;
  equipment: EquipmentId;
  event: EventId;
  event_session: EventSessionId;
  group: GroupId;
  host: UserId;
  license: ProjectLicenseId;
  machine: MachineId;
  machine_unit: MachineUnitId;
  member: MemberId;
  parent: SpaceId;
  place: PlaceId;
  place_unit: PlaceUnitId;
  plan: PlanId;
  space: SpaceId;
  thematic: ProjectThematicId;
  trainer: UserId;
  training: TrainingId;
  training_session: TrainingSessionId;
  user: UserId;
}

/** The singular of a key, without what only says why the reference is there. */
type Singular<Key> = Key extends keyof ReferenceIds
  ? Key
  : Key extends
        `reserved_by_${infer Rest}` | `required_${infer Rest}` | `granted_${infer Rest}` | `current_${infer Rest}`
    ? Singular<Rest>
    : Key extends `${infer One}s`
      ? Singular<One>
      : never;

/** The id behind a key such as `member`, `machines` or `required_plans`; any text if the key names no entity. */
export type IdBehind<Key> = Key extends 'current_subscription'
  ? SubscriptionId
  : [Singular<Key>] extends [never]
    ? string
    : ReferenceIds[Singular<Key> & keyof ReferenceIds];
