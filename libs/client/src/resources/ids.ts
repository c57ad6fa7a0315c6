import type { CollectionName, Roles } from '@resource-catalogue/contracts';

declare const idOf: unique symbol;

/**
 * The id of one kind of entity. Any text can stand for one, so ids from URLs and files need no cast; the id of another
 * kind of entity does not compile.
 *
 * @example
 * const booking = await client.bookings.get('0198c1bb-b4b8-73bd-840b-d683a4c7f2e1');
 * await client.machines.get(booking.data.id); // does not compile: a BookingId is not a MachineId
 */
export type Id<Entity extends string> = string & { readonly [idOf]?: Entity };

/** Identifies an accreditation; no collection lists these. */
export type AccreditationId = Id<'accreditation'>;
/** Identifies a piece of equipment; no collection lists these. */
export type EquipmentId = Id<'equipment'>;
/** Identifies a tariff group; no collection lists these. */
export type GroupId = Id<'group'>;

/** The id of an entity of a collection: `Id<'booking'>` for `bookings`. */
export type IdIn<Name extends CollectionName> = Id<Singular<Name>>;

/** Every entity with its own id type: those of the collections, and three without a collection. */
type Entity = Singular<CollectionName> | 'accreditation' | 'equipment' | 'group';

/** The entity behind the key of a reference: `machine`, `machines`, `required_plans`, `reserved_by_event_session`. */
type EntityBehind<Key> = Key extends Entity
  ? Key
  : Key extends keyof Roles
    ? Roles[Key]
    : Key extends
          | `reserved_by_${infer Rest}`
          | `required_${infer Rest}`
          | `granted_${infer Rest}`
          | `current_${infer Rest}`
      ? EntityBehind<Rest>
      : Key extends `${string}s`
        ? EntityBehind<Singular<Key>>
        : never;

/** The id behind the key of a reference; any text if the key refers to no entity, as `seats` does. */
export type IdBehind<Key> = [EntityBehind<Key>] extends [never] ? string : Id<EntityBehind<Key> & string>;

/** The singular of an English noun, as far as collections need it: `categories`, `boxes`, `spaces`. */
type Singular<Noun extends string> = Noun extends `${infer Stem}ies`
  ? `${Stem}y`
  : Noun extends `${infer Stem}es`
    ? Stem extends `${string}${'ch' | 'sh' | 'ss' | 'x'}`
      ? Stem
      : `${Stem}e`
    : Noun extends `${infer Stem}s`
      ? Stem
      : Noun;
