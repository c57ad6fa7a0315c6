-- GET /api/v1/training_sessions/{id}
SELECT
  t.id::text AS id,
  t.training_id::text AS training,
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
    WHERE b.training_session_id = t.id
      AND b.state IN ('pending', 'confirmed', 'no_show')
  ) AS seats_booked,
  NULL AS seats_available,
  t.registration_opens_at::text AS registration_opens_at,
  t.registration_closes_at::text AS registration_closes_at,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.user_id
      FROM training_session_trainers j
      WHERE j.training_session_id = t.id
      ORDER BY j.user_id
    ),
    ','
  ) AS trainers,
  t.canceled_at::text AS canceled_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('spaces', 'trainings', 'users')
  ) AS revisions
FROM training_sessions t
WHERE t.id = $1::uuid;

-- GET /api/v1/training_sessions
SELECT
  t.id::text AS id,
  t.training_id::text AS training,
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
    WHERE b.training_session_id = t.id
      AND b.state IN ('pending', 'confirmed', 'no_show')
  ) AS seats_booked,
  NULL AS seats_available,
  t.registration_opens_at::text AS registration_opens_at,
  t.registration_closes_at::text AS registration_closes_at,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.user_id
      FROM training_session_trainers j
      WHERE j.training_session_id = t.id
      ORDER BY j.user_id
    ),
    ','
  ) AS trainers,
  t.canceled_at::text AS canceled_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('spaces', 'trainings', 'users')
  ) AS revisions
FROM training_sessions t
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;

-- GET /api/v1/training_sessions with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[state][in]=draft,scheduled
--   filters[state][not_in]=draft
--   filters[trainer_id][in]=01890000-0000-7000-8000-000000000001
--   filters[trainer_id][not_in]=01890000-0000-7000-8000-000000000001
SELECT
  t.id::text AS id,
  t.training_id::text AS training,
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
    WHERE b.training_session_id = t.id
      AND b.state IN ('pending', 'confirmed', 'no_show')
  ) AS seats_booked,
  NULL AS seats_available,
  t.registration_opens_at::text AS registration_opens_at,
  t.registration_closes_at::text AS registration_closes_at,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.user_id
      FROM training_session_trainers j
      WHERE j.training_session_id = t.id
      ORDER BY j.user_id
    ),
    ','
  ) AS trainers,
  t.canceled_at::text AS canceled_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('spaces', 'trainings', 'users')
  ) AS revisions
FROM training_sessions t
WHERE t.created_at >= $1
  AND t.created_at < $2
  AND t.id IN ($3)
  AND (t.id NOT IN ($4) OR t.id IS NULL)
  AND t.state IN ($5, $6)
  AND t.state IN ($7, $8, $9)
  AND EXISTS (
    SELECT 1
    FROM training_session_trainers j
    WHERE j.training_session_id = t.id
      AND j.user_id IN ($10)
  )
  AND NOT EXISTS (
    SELECT 1
    FROM training_session_trainers j
    WHERE j.training_session_id = t.id
      AND j.user_id IN ($11)
  )
  AND (t.created_at, t.id) < ($12, $13)
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;
