-- GET /api/v1/event_sessions/{id}
SELECT
  t.id::text AS id,
  t.event_id::text AS event,
  t.space_id::text AS space,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.slots::text AS slots,
  t.seats_total::text AS seats_total,
  (
    SELECT count(*)::text
    FROM bookings b
    JOIN booking_seats s ON s.booking_id = b.id
    WHERE b.event_session_id = t.id
      AND b.state IN ('pending', 'confirmed', 'no_show')
  ) AS seats_booked,
  NULL AS seats_available,
  t.registration_opens_at::text AS registration_opens_at,
  t.registration_closes_at::text AS registration_closes_at,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.user_id
      FROM event_session_hosts j
      WHERE j.event_session_id = t.id
      ORDER BY j.user_id
    ),
    ','
  ) AS hosts,
  t.canceled_at::text AS canceled_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('events', 'spaces', 'users')
  ) AS revisions
FROM event_sessions t
WHERE t.id = $1::uuid;

-- GET /api/v1/event_sessions
SELECT
  t.id::text AS id,
  t.event_id::text AS event,
  t.space_id::text AS space,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.slots::text AS slots,
  t.seats_total::text AS seats_total,
  (
    SELECT count(*)::text
    FROM bookings b
    JOIN booking_seats s ON s.booking_id = b.id
    WHERE b.event_session_id = t.id
      AND b.state IN ('pending', 'confirmed', 'no_show')
  ) AS seats_booked,
  NULL AS seats_available,
  t.registration_opens_at::text AS registration_opens_at,
  t.registration_closes_at::text AS registration_closes_at,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.user_id
      FROM event_session_hosts j
      WHERE j.event_session_id = t.id
      ORDER BY j.user_id
    ),
    ','
  ) AS hosts,
  t.canceled_at::text AS canceled_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('events', 'spaces', 'users')
  ) AS revisions
FROM event_sessions t
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;

-- GET /api/v1/event_sessions with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[host_id][in]=01890000-0000-7000-8000-000000000001
--   filters[host_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[state][in]=draft,scheduled
--   filters[state][not_in]=draft
SELECT
  t.id::text AS id,
  t.event_id::text AS event,
  t.space_id::text AS space,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.slots::text AS slots,
  t.seats_total::text AS seats_total,
  (
    SELECT count(*)::text
    FROM bookings b
    JOIN booking_seats s ON s.booking_id = b.id
    WHERE b.event_session_id = t.id
      AND b.state IN ('pending', 'confirmed', 'no_show')
  ) AS seats_booked,
  NULL AS seats_available,
  t.registration_opens_at::text AS registration_opens_at,
  t.registration_closes_at::text AS registration_closes_at,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.user_id
      FROM event_session_hosts j
      WHERE j.event_session_id = t.id
      ORDER BY j.user_id
    ),
    ','
  ) AS hosts,
  t.canceled_at::text AS canceled_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('events', 'spaces', 'users')
  ) AS revisions
FROM event_sessions t
WHERE t.created_at >= $1
  AND t.created_at < $2
  AND EXISTS (
    SELECT 1 FROM event_session_hosts j WHERE j.event_session_id = t.id AND j.user_id IN ($3)
  )
  AND NOT EXISTS (
    SELECT 1 FROM event_session_hosts j WHERE j.event_session_id = t.id AND j.user_id IN ($4)
  )
  AND t.id IN ($5)
  AND (t.id NOT IN ($6) OR t.id IS NULL)
  AND t.state IN ($7, $8)
  AND t.state IN ($9, $10, $11)
  AND (t.created_at, t.id) < ($12, $13)
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;
