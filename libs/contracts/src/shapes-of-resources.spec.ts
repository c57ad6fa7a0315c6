import { describe, expect, it } from '@jest/globals';
import { collections } from './collections.js';
import type { CollectionName } from './collections.js';
import { fieldTable } from './field-table.js';

// What version 1 began with, said a second time so that no key is lost (VER-1): `key:kind`, and `?` where it may be null.
// A collection that came later needs no line here.
const timestamps = 'updated_at:datetime created_at:datetime';
const softDelete = 'soft_deleted_at:datetime?';
const publication = 'publication_state:enum published_at:datetime?';
const page = 'slug:text name:text summary:text? description_rendered:text? image:object?';
const buying = `pricing:enum prices_hidden:boolean buying_blocked:boolean buying_cta_kind:enum
  buying_cta_button_label:text? buying_cta_email:text? buying_cta_url:text? buying_cta_text:object?`;
const access = 'accessibility:array accessibility_extra_info:text?';
const requirements = 'required_accreditations:array required_plans:array';

const shapes: Partial<Record<CollectionName, string>> = {
  users: `id:uuid email:text first_name:text last_name:text role:enum state:enum locale:text time_zone:text?
    member:object? spaces:array last_sign_in_at:datetime? ${softDelete} ${timestamps}`,
  members: `id:uuid number:text user:object? group:object? space:object? first_name:text last_name:text email:text?
    phone:text? birthdate:date? job_title:text? organization_name:text? address:object? locale:text image:object?
    state:enum accreditations:array current_subscription:object? joined_at:datetime ${softDelete} ${timestamps}`,
  machines: `id:uuid space:object category:object? ${page} specifications_rendered:text? brand:text? model:text?
    ${publication} ${buying} availability_mode:enum booking_must_be_approved:boolean
    hourly_booking_time_step_in_minutes:integer ${requirements} machine_booking_duration_types:array
    machine_quotas:array machine_booking_minimum_durations:array ${softDelete} ${timestamps}`,
  machine_units: `id:uuid machine:object space:object sku:text name:text? state:enum state_note:text?
    state_changed_at:datetime serial_number:text? commissioned_on:date? ${softDelete} ${timestamps}`,
  trainings: `id:uuid space:object category:object? ${page} prerequisites_rendered:text? ${access} ${publication}
    ${buying} ${requirements} duration_in_minutes:integer seats_per_session:integer minimum_seats:integer?
    auto_cancel_before_in_hours:integer? booking_must_be_approved:boolean granted_accreditations:array
    accreditation_validity_in_months:integer? machines:array prices:array ${softDelete} ${timestamps}`,
  training_sessions: `id:uuid training:object space:object state:enum starts_at:datetime ends_at:datetime slots:array
    seats_total:integer seats_booked:integer seats_available:integer registration_opens_at:datetime?
    registration_closes_at:datetime? trainers:array canceled_at:datetime? ${timestamps}`,
  places: `id:uuid space:object category:object? ${page} ${access} capacity_per_unit:integer? ${publication} ${buying}
    availability_mode:enum booking_must_be_approved:boolean hourly_booking_time_step_in_minutes:integer
    require_people_count_on_booking:boolean equipments:array ${requirements} place_booking_duration_types:array
    place_quotas:array place_booking_minimum_durations:array place_extras:array ${softDelete} ${timestamps}`,
  place_units: `id:uuid place:object space:object sku:text name:text? state:enum state_note:text?
    state_changed_at:datetime floor:text? ${softDelete} ${timestamps}`,
  plans: `id:uuid category:object? ${page} ${publication} ${buying} groups:array spaces:array duration_unit:enum
    duration_count:integer renewal_kind:enum amount_in_cents:integer? currency:text? position:integer
    ${softDelete} ${timestamps}`,
  events: `id:uuid space:object category:object? ${page} ${access} ${publication} ${buying} ${requirements}
    location_kind:enum location_name:text? age_min:integer? age_max:integer? seats_per_session:integer
    maximum_seats_per_booking:integer seat_naming:enum booking_must_be_approved:boolean prices:array
    ${softDelete} ${timestamps}`,
  event_sessions: `id:uuid event:object space:object state:enum starts_at:datetime ends_at:datetime slots:array
    seats_total:integer seats_booked:integer seats_available:integer registration_opens_at:datetime?
    registration_closes_at:datetime? hosts:array canceled_at:datetime? ${timestamps}`,
  projects: `id:uuid space:object? author:object collaborators:array ${page} description:text? license:object?
    thematics:array machines:array tags:array external_url:text? steps:array ${publication} ${softDelete}
    ${timestamps}`,
  project_licenses: `id:uuid name:text code:text url:text? description:text? position:integer ${timestamps}`,
  project_thematics: `id:uuid name:text slug:text position:integer ${timestamps}`,
  subscriptions: `id:uuid member:object group:object? plan:object state:enum starts_at:datetime ends_at:datetime?
    canceled_at:datetime? paused_at:datetime? renews_automatically:boolean ${timestamps}`,
  bookings: `id:uuid member:object? group:object? space:object machine_unit:object? place_unit:object?
    event_session:object? training_session:object? reserved_by_event_session:object?
    reserved_by_training_session:object? state:enum starts_at:datetime ends_at:datetime canceled_at:datetime?
    slots:array seats:array place_extras:array ${timestamps}`,
  categories: `id:uuid type:enum slug:text name:text description:text? position:integer ${softDelete} ${timestamps}`,
  spaces: `id:uuid parent:object? ${page} ${publication} ${access} time_zone:text address:object? latitude:number?
    longitude:number? email:text? phone:text? website_url:text? opening_hours:array ${softDelete} ${timestamps}`,
};

describe('SHAPE-2: the keys of each resource, in wire order', () => {
  it.each(collections.filter(({ name }) => name in shapes))('$name', ({ name, resource }) => {
    const found = [...fieldTable(resource).values()].map(
      ({ name, kind, nullable }) => `${name}:${kind}${nullable ? '?' : ''}`,
    );
    expect(found).toEqual(shapes[name]?.split(/\s+/));
  });

  it('has no key that may be absent', () => {
    const optional = collections.flatMap(({ resource }) =>
      [...fieldTable(resource).values()].filter((field) => field.optional),
    );
    expect(optional).toEqual([]);
  });

  it('has an array null nowhere', () => {
    const arrays = collections.flatMap(({ resource }) =>
      [...fieldTable(resource).values()].filter((field) => field.kind === 'array'),
    );
    expect(arrays.filter((field) => field.nullable)).toEqual([]);
    expect(arrays.length).toBeGreaterThan(30);
  });
});
