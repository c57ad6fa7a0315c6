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
import type * as client from '../../src/index.js';
import { proves } from './equal.js';
import type { Equal } from './equal.js';

// What each collection can be filtered by, said a second time, from the tables of the interface.

interface Common<Own extends string> {
  readonly id?: client.SetFilter<Own>;
  readonly created_at?: client.TimeFilter;
  readonly updated_at?: client.TimeFilter;
}

/** Filters as one plain object type, to compare. */
type Flat<Filters> = { [Field in keyof Filters]: Filters[Field] };

proves<
  Equal<
    Flat<client.UserFilters>,
    Flat<
      Common<client.UserId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly role?: client.SetFilter<UserRole>;
        readonly state?: client.SetFilter<UserState>;
        readonly email?: client.SetFilter<string>;
        readonly member_id?: client.SetFilter<client.MemberId>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.MemberFilters>,
    Flat<
      Common<client.MemberId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly state?: client.SetFilter<MemberState>;
        readonly group_id?: client.SetFilter<client.GroupId>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly user_id?: client.SetFilter<client.UserId>;
        readonly email?: client.SetFilter<string>;
        readonly number?: client.SetFilter<string>;
        readonly accreditation_id?: client.SetFilter<client.AccreditationId>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.MachineFilters>,
    Flat<
      Common<client.MachineId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly publication_state?: client.SetFilter<PublicationState>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly category_id?: client.SetFilter<client.CategoryId>;
        readonly availability_mode?: client.SetFilter<AvailabilityMode>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.MachineUnitFilters>,
    Flat<
      Common<client.MachineUnitId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly state?: client.SetFilter<UnitState>;
        readonly machine_id?: client.SetFilter<client.MachineId>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly sku?: client.SetFilter<string>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.TrainingFilters>,
    Flat<
      Common<client.TrainingId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly publication_state?: client.SetFilter<PublicationState>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly category_id?: client.SetFilter<client.CategoryId>;
        readonly machine_id?: client.SetFilter<client.MachineId>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.TrainingSessionFilters>,
    Flat<
      Common<client.TrainingSessionId> & {
        readonly state?: client.SetFilter<SessionState>;
        readonly training_id?: client.SetFilter<client.TrainingId>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly trainer_id?: client.SetFilter<client.UserId>;
        readonly starts_at?: client.TimeFilter;
        readonly ends_at?: client.TimeFilter;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.PlaceFilters>,
    Flat<
      Common<client.PlaceId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly publication_state?: client.SetFilter<PublicationState>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly category_id?: client.SetFilter<client.CategoryId>;
        readonly availability_mode?: client.SetFilter<AvailabilityMode>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.PlaceUnitFilters>,
    Flat<
      Common<client.PlaceUnitId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly state?: client.SetFilter<UnitState>;
        readonly place_id?: client.SetFilter<client.PlaceId>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly sku?: client.SetFilter<string>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.PlanFilters>,
    Flat<
      Common<client.PlanId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly publication_state?: client.SetFilter<PublicationState>;
        readonly category_id?: client.SetFilter<client.CategoryId>;
        readonly group_id?: client.SetFilter<client.GroupId>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.EventFilters>,
    Flat<
      Common<client.EventId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly publication_state?: client.SetFilter<PublicationState>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly category_id?: client.SetFilter<client.CategoryId>;
        readonly location_kind?: client.SetFilter<LocationKind>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.EventSessionFilters>,
    Flat<
      Common<client.EventSessionId> & {
        readonly state?: client.SetFilter<SessionState>;
        readonly event_id?: client.SetFilter<client.EventId>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly host_id?: client.SetFilter<client.UserId>;
        readonly starts_at?: client.TimeFilter;
        readonly ends_at?: client.TimeFilter;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.ProjectFilters>,
    Flat<
      Common<client.ProjectId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly publication_state?: client.SetFilter<PublicationState>;
        readonly author_id?: client.SetFilter<client.MemberId>;
        readonly collaborator_id?: client.SetFilter<client.MemberId>;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly license_id?: client.SetFilter<client.ProjectLicenseId>;
        readonly thematic_id?: client.SetFilter<client.ProjectThematicId>;
        readonly machine_id?: client.SetFilter<client.MachineId>;
        readonly published_at?: client.TimeFilter;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.ProjectLicenseFilters>,
    Flat<Common<client.ProjectLicenseId> & { readonly code?: client.SetFilter<string> }>
  >
>();

proves<Equal<Flat<client.ProjectThematicFilters>, Flat<Common<client.ProjectThematicId> & {}>>>();

proves<
  Equal<
    Flat<client.SubscriptionFilters>,
    Flat<
      Common<client.SubscriptionId> & {
        readonly state?: client.SetFilter<SubscriptionState>;
        readonly member_id?: client.SetFilter<client.MemberId>;
        readonly plan_id?: client.SetFilter<client.PlanId>;
        readonly group_id?: client.SetFilter<client.GroupId>;
        readonly starts_at?: client.TimeFilter;
        readonly ends_at?: client.TimeFilter;
        readonly canceled_at?: client.TimeFilter;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.BookingFilters>,
    Flat<
      Common<client.BookingId> & {
        readonly state?: client.SetFilter<BookingState>;
        readonly member_id?: client.SetFilter<client.MemberId>;
        readonly machine_unit_id?: client.SetFilter<client.MachineUnitId>;
        readonly place_unit_id?: client.SetFilter<client.PlaceUnitId>;
        readonly training_session_id?: client.SetFilter<client.TrainingSessionId>;
        readonly event_session_id?: client.SetFilter<client.EventSessionId>;
        readonly starts_at?: client.TimeFilter;
        readonly ends_at?: client.TimeFilter;
        readonly space_id?: client.SetFilter<client.SpaceId>;
        readonly group_id?: client.SetFilter<client.GroupId>;
        readonly reserved_by_training_session_id?: client.SetFilter<client.TrainingSessionId>;
        readonly reserved_by_event_session_id?: client.SetFilter<client.EventSessionId>;
        readonly canceled_at?: client.TimeFilter;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.CategoryFilters>,
    Flat<
      Common<client.CategoryId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly type?: client.SetFilter<CategoryType>;
      }
    >
  >
>();

proves<
  Equal<
    Flat<client.SpaceFilters>,
    Flat<
      Common<client.SpaceId> & {
        readonly soft_deleted?: client.FlagFilter;
        readonly publication_state?: client.SetFilter<PublicationState>;
        readonly parent_id?: client.SetFilter<client.SpaceId>;
      }
    >
  >
>();
