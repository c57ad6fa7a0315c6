import type { BookingState, PublicationState, UserRole, UserState } from '@resource-catalogue/contracts';
import type * as client from '../../src/index.js';
import { type Equal, proves } from './equal.js';

// What three collections, which have every kind of filter and reference, can be filtered by, said a second time. That all
// of them follow their contracts is in lists.ts.

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
