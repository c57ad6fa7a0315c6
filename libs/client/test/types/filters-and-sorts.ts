import type {
  AvailabilityMode,
  BookingState,
  CategoryType,
  LocationKind,
  MemberState,
  PublicationState,
  SessionState,
  SubscriptionState,
  UnitState,
  UserRole,
  UserState,
} from '@resource-catalogue/contracts';
import type {
  AccreditationId,
  BookingFilters,
  BookingId,
  BookingSort,
  CategoryFilters,
  CategoryId,
  CategorySort,
  EventFilters,
  EventId,
  EventSessionFilters,
  EventSessionId,
  EventSessionSort,
  EventSort,
  FlagFilter,
  GroupId,
  MachineFilters,
  MachineId,
  MachineSort,
  MachineUnitFilters,
  MachineUnitId,
  MachineUnitSort,
  MemberFilters,
  MemberId,
  MemberSort,
  PlaceFilters,
  PlaceId,
  PlaceSort,
  PlaceUnitFilters,
  PlaceUnitId,
  PlaceUnitSort,
  PlanFilters,
  PlanId,
  PlanSort,
  ProjectFilters,
  ProjectId,
  ProjectLicenseFilters,
  ProjectLicenseId,
  ProjectLicenseSort,
  ProjectSort,
  ProjectThematicFilters,
  ProjectThematicId,
  ProjectThematicSort,
  SetFilter,
  SpaceFilters,
  SpaceId,
  SpaceSort,
  SubscriptionFilters,
  SubscriptionId,
  SubscriptionSort,
  TimeFilter,
  TrainingFilters,
  TrainingId,
  TrainingSessionFilters,
  TrainingSessionId,
  TrainingSessionSort,
  TrainingSort,
  UserFilters,
  UserId,
  UserSort,
} from '../../src/index.js';
import { proves } from './equal.js';
import type { Equal } from './equal.js';

// What each collection can be filtered and sorted by, said a second time, from the tables of the interface.

interface Common<Own extends string> {
  readonly id?: SetFilter<Own>;
  readonly created_at?: TimeFilter;
  readonly updated_at?: TimeFilter;
}

/** Filters as one plain object type, to compare. */
type Flat<Filters> = { [Field in keyof Filters]: Filters[Field] };

proves<
  Equal<
    Flat<UserFilters>,
    Flat<
      Common<UserId> & {
        readonly soft_deleted?: FlagFilter;
        readonly role?: SetFilter<UserRole>;
        readonly state?: SetFilter<UserState>;
        readonly email?: SetFilter<string>;
        readonly member_id?: SetFilter<MemberId>;
        readonly space_id?: SetFilter<SpaceId>;
      }
    >
  >
>();
proves<Equal<UserSort, 'created_at' | 'updated_at' | 'last_name' | 'email'>>();

proves<
  Equal<
    Flat<MemberFilters>,
    Flat<
      Common<MemberId> & {
        readonly soft_deleted?: FlagFilter;
        readonly state?: SetFilter<MemberState>;
        readonly group_id?: SetFilter<GroupId>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly user_id?: SetFilter<UserId>;
        readonly email?: SetFilter<string>;
        readonly number?: SetFilter<string>;
        readonly accreditation_id?: SetFilter<AccreditationId>;
      }
    >
  >
>();
proves<Equal<MemberSort, 'created_at' | 'updated_at' | 'last_name' | 'joined_at'>>();

proves<
  Equal<
    Flat<MachineFilters>,
    Flat<
      Common<MachineId> & {
        readonly soft_deleted?: FlagFilter;
        readonly publication_state?: SetFilter<PublicationState>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly category_id?: SetFilter<CategoryId>;
        readonly availability_mode?: SetFilter<AvailabilityMode>;
      }
    >
  >
>();
proves<Equal<MachineSort, 'created_at' | 'updated_at' | 'name'>>();

proves<
  Equal<
    Flat<MachineUnitFilters>,
    Flat<
      Common<MachineUnitId> & {
        readonly soft_deleted?: FlagFilter;
        readonly state?: SetFilter<UnitState>;
        readonly machine_id?: SetFilter<MachineId>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly sku?: SetFilter<string>;
      }
    >
  >
>();
proves<Equal<MachineUnitSort, 'created_at' | 'updated_at' | 'sku'>>();

proves<
  Equal<
    Flat<TrainingFilters>,
    Flat<
      Common<TrainingId> & {
        readonly soft_deleted?: FlagFilter;
        readonly publication_state?: SetFilter<PublicationState>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly category_id?: SetFilter<CategoryId>;
        readonly machine_id?: SetFilter<MachineId>;
      }
    >
  >
>();
proves<Equal<TrainingSort, 'created_at' | 'updated_at' | 'name'>>();

proves<
  Equal<
    Flat<TrainingSessionFilters>,
    Flat<
      Common<TrainingSessionId> & {
        readonly state?: SetFilter<SessionState>;
        readonly training_id?: SetFilter<TrainingId>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly trainer_id?: SetFilter<UserId>;
        readonly starts_at?: TimeFilter;
        readonly ends_at?: TimeFilter;
      }
    >
  >
>();
proves<Equal<TrainingSessionSort, 'created_at' | 'updated_at' | 'starts_at' | 'ends_at'>>();

proves<
  Equal<
    Flat<PlaceFilters>,
    Flat<
      Common<PlaceId> & {
        readonly soft_deleted?: FlagFilter;
        readonly publication_state?: SetFilter<PublicationState>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly category_id?: SetFilter<CategoryId>;
        readonly availability_mode?: SetFilter<AvailabilityMode>;
      }
    >
  >
>();
proves<Equal<PlaceSort, 'created_at' | 'updated_at' | 'name'>>();

proves<
  Equal<
    Flat<PlaceUnitFilters>,
    Flat<
      Common<PlaceUnitId> & {
        readonly soft_deleted?: FlagFilter;
        readonly state?: SetFilter<UnitState>;
        readonly place_id?: SetFilter<PlaceId>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly sku?: SetFilter<string>;
      }
    >
  >
>();
proves<Equal<PlaceUnitSort, 'created_at' | 'updated_at' | 'sku'>>();

proves<
  Equal<
    Flat<PlanFilters>,
    Flat<
      Common<PlanId> & {
        readonly soft_deleted?: FlagFilter;
        readonly publication_state?: SetFilter<PublicationState>;
        readonly category_id?: SetFilter<CategoryId>;
        readonly group_id?: SetFilter<GroupId>;
        readonly space_id?: SetFilter<SpaceId>;
      }
    >
  >
>();
proves<Equal<PlanSort, 'created_at' | 'updated_at' | 'name' | 'position'>>();

proves<
  Equal<
    Flat<EventFilters>,
    Flat<
      Common<EventId> & {
        readonly soft_deleted?: FlagFilter;
        readonly publication_state?: SetFilter<PublicationState>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly category_id?: SetFilter<CategoryId>;
        readonly location_kind?: SetFilter<LocationKind>;
      }
    >
  >
>();
proves<Equal<EventSort, 'created_at' | 'updated_at' | 'name'>>();

proves<
  Equal<
    Flat<EventSessionFilters>,
    Flat<
      Common<EventSessionId> & {
        readonly state?: SetFilter<SessionState>;
        readonly event_id?: SetFilter<EventId>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly host_id?: SetFilter<UserId>;
        readonly starts_at?: TimeFilter;
        readonly ends_at?: TimeFilter;
      }
    >
  >
>();
proves<Equal<EventSessionSort, 'created_at' | 'updated_at' | 'starts_at' | 'ends_at'>>();

proves<
  Equal<
    Flat<ProjectFilters>,
    Flat<
      Common<ProjectId> & {
        readonly soft_deleted?: FlagFilter;
        readonly publication_state?: SetFilter<PublicationState>;
        readonly author_id?: SetFilter<MemberId>;
        readonly collaborator_id?: SetFilter<MemberId>;
        readonly space_id?: SetFilter<SpaceId>;
        readonly license_id?: SetFilter<ProjectLicenseId>;
        readonly thematic_id?: SetFilter<ProjectThematicId>;
        readonly machine_id?: SetFilter<MachineId>;
        readonly published_at?: TimeFilter;
      }
    >
  >
>();
proves<Equal<ProjectSort, 'created_at' | 'updated_at' | 'name'>>();

proves<Equal<Flat<ProjectLicenseFilters>, Flat<Common<ProjectLicenseId> & { readonly code?: SetFilter<string> }>>>();
proves<Equal<ProjectLicenseSort, 'created_at' | 'updated_at' | 'name' | 'position'>>();

proves<Equal<Flat<ProjectThematicFilters>, Flat<Common<ProjectThematicId> & {}>>>();
proves<Equal<ProjectThematicSort, 'created_at' | 'updated_at' | 'name' | 'position'>>();

proves<
  Equal<
    Flat<SubscriptionFilters>,
    Flat<
      Common<SubscriptionId> & {
        readonly state?: SetFilter<SubscriptionState>;
        readonly member_id?: SetFilter<MemberId>;
        readonly plan_id?: SetFilter<PlanId>;
        readonly group_id?: SetFilter<GroupId>;
        readonly starts_at?: TimeFilter;
        readonly ends_at?: TimeFilter;
        readonly canceled_at?: TimeFilter;
      }
    >
  >
>();
proves<Equal<SubscriptionSort, 'created_at' | 'updated_at' | 'starts_at'>>();

proves<
  Equal<
    Flat<BookingFilters>,
    Flat<
      Common<BookingId> & {
        readonly state?: SetFilter<BookingState>;
        readonly member_id?: SetFilter<MemberId>;
        readonly machine_unit_id?: SetFilter<MachineUnitId>;
        readonly place_unit_id?: SetFilter<PlaceUnitId>;
        readonly training_session_id?: SetFilter<TrainingSessionId>;
        readonly event_session_id?: SetFilter<EventSessionId>;
        readonly starts_at?: TimeFilter;
        readonly ends_at?: TimeFilter;
        readonly space_id?: SetFilter<SpaceId>;
        readonly group_id?: SetFilter<GroupId>;
        readonly reserved_by_training_session_id?: SetFilter<TrainingSessionId>;
        readonly reserved_by_event_session_id?: SetFilter<EventSessionId>;
        readonly canceled_at?: TimeFilter;
      }
    >
  >
>();
proves<Equal<BookingSort, 'created_at' | 'updated_at' | 'starts_at' | 'ends_at'>>();

proves<
  Equal<
    Flat<CategoryFilters>,
    Flat<Common<CategoryId> & { readonly soft_deleted?: FlagFilter; readonly type?: SetFilter<CategoryType> }>
  >
>();
proves<Equal<CategorySort, 'created_at' | 'updated_at' | 'name' | 'position'>>();

proves<
  Equal<
    Flat<SpaceFilters>,
    Flat<
      Common<SpaceId> & {
        readonly soft_deleted?: FlagFilter;
        readonly publication_state?: SetFilter<PublicationState>;
        readonly parent_id?: SetFilter<SpaceId>;
      }
    >
  >
>();
proves<Equal<SpaceSort, 'created_at' | 'updated_at' | 'name'>>();
