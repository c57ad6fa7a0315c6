-- GET /api/v1/bookings/{id}
SELECT
  t.id::text AS id,
  t.member_id::text AS member,
  t.group_id::text AS group,
  t.space_id::text AS space,
  t.machine_unit_id::text AS machine_unit,
  t.place_unit_id::text AS place_unit,
  t.event_session_id::text AS event_session,
  t.training_session_id::text AS training_session,
  t.reserved_by_event_session_id::text AS reserved_by_event_session,
  t.reserved_by_training_session_id::text AS reserved_by_training_session,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.canceled_at::text AS canceled_at,
  t.slots::text AS slots,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"first_name":',
        coalesce(to_json(s.first_name)::text, 'null'), ',"last_name":',
        coalesce(to_json(s.last_name)::text, 'null'), ',"price":',
        coalesce(E'\x010' || s.price_id, 'null'), '}'
      )
      FROM booking_seats s
      WHERE s.booking_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS seats,
  CASE WHEN t.place_unit_id IS NOT NULL THEN array_to_string(
    ARRAY(
      SELECT E'\x010' || j.place_extra_id
      FROM booking_place_extras j
      WHERE j.booking_id = t.id
      ORDER BY j.place_extra_id
    ),
    ','
  ) END AS place_extras,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN (
      'categories', 'event_sessions', 'events', 'groups', 'machine_units', 'machines', 'members',
      'place_extras', 'place_units', 'places', 'prices', 'spaces', 'training_sessions', 'trainings'
    )
  ) AS revisions
FROM bookings t
WHERE t.id = $1::uuid;

-- GET /api/v1/bookings
SELECT
  t.id::text AS id,
  t.member_id::text AS member,
  t.group_id::text AS group,
  t.space_id::text AS space,
  t.machine_unit_id::text AS machine_unit,
  t.place_unit_id::text AS place_unit,
  t.event_session_id::text AS event_session,
  t.training_session_id::text AS training_session,
  t.reserved_by_event_session_id::text AS reserved_by_event_session,
  t.reserved_by_training_session_id::text AS reserved_by_training_session,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.canceled_at::text AS canceled_at,
  t.slots::text AS slots,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"first_name":',
        coalesce(to_json(s.first_name)::text, 'null'), ',"last_name":',
        coalesce(to_json(s.last_name)::text, 'null'), ',"price":',
        coalesce(E'\x010' || s.price_id, 'null'), '}'
      )
      FROM booking_seats s
      WHERE s.booking_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS seats,
  CASE WHEN t.place_unit_id IS NOT NULL THEN array_to_string(
    ARRAY(
      SELECT E'\x010' || j.place_extra_id
      FROM booking_place_extras j
      WHERE j.booking_id = t.id
      ORDER BY j.place_extra_id
    ),
    ','
  ) END AS place_extras,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN (
      'categories', 'event_sessions', 'events', 'groups', 'machine_units', 'machines', 'members',
      'place_extras', 'place_units', 'places', 'prices', 'spaces', 'training_sessions', 'trainings'
    )
  ) AS revisions
FROM bookings t
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;

-- GET /api/v1/bookings with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[machine_id][in]=01890000-0000-7000-8000-000000000001
--   filters[machine_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[member_id][in]=01890000-0000-7000-8000-000000000001
--   filters[member_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[place_id][in]=01890000-0000-7000-8000-000000000001
--   filters[place_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[state][in]=pending,confirmed
--   filters[state][not_in]=pending
SELECT
  t.id::text AS id,
  t.member_id::text AS member,
  t.group_id::text AS group,
  t.space_id::text AS space,
  t.machine_unit_id::text AS machine_unit,
  t.place_unit_id::text AS place_unit,
  t.event_session_id::text AS event_session,
  t.training_session_id::text AS training_session,
  t.reserved_by_event_session_id::text AS reserved_by_event_session,
  t.reserved_by_training_session_id::text AS reserved_by_training_session,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.canceled_at::text AS canceled_at,
  t.slots::text AS slots,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"first_name":',
        coalesce(to_json(s.first_name)::text, 'null'), ',"last_name":',
        coalesce(to_json(s.last_name)::text, 'null'), ',"price":',
        coalesce(E'\x010' || s.price_id, 'null'), '}'
      )
      FROM booking_seats s
      WHERE s.booking_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS seats,
  CASE WHEN t.place_unit_id IS NOT NULL THEN array_to_string(
    ARRAY(
      SELECT E'\x010' || j.place_extra_id
      FROM booking_place_extras j
      WHERE j.booking_id = t.id
      ORDER BY j.place_extra_id
    ),
    ','
  ) END AS place_extras,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN (
      'categories', 'event_sessions', 'events', 'groups', 'machine_units', 'machines', 'members',
      'place_extras', 'place_units', 'places', 'prices', 'spaces', 'training_sessions', 'trainings'
    )
  ) AS revisions
FROM bookings t
WHERE t.created_at >= $1
  AND t.created_at < $2
  AND t.id IN ($3)
  AND (t.id NOT IN ($4) OR t.id IS NULL)
  AND t.machine_unit_id = ANY (ARRAY(SELECT id FROM machine_units WHERE machine_id IN ($5)))
  AND (
    t.machine_unit_id NOT IN (
      SELECT id FROM machine_units WHERE machine_id IN ($6)
    ) OR t.machine_unit_id IS NULL
  )
  AND t.member_id IN ($7)
  AND (t.member_id NOT IN ($8) OR t.member_id IS NULL)
  AND t.place_unit_id = ANY (ARRAY(SELECT id FROM place_units WHERE place_id IN ($9)))
  AND (
    t.place_unit_id NOT IN (
      SELECT id FROM place_units WHERE place_id IN ($10)
    ) OR t.place_unit_id IS NULL
  )
  AND t.state IN ($11, $12)
  AND t.state IN ($13, $14, $15, $16)
  AND (t.created_at, t.id) < ($17, $18)
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;

-- The same for a large table (ADR 22): the counts, a scan, and then the sorted rows of all filters
SELECT
  (
    SELECT count(*)
    FROM (
      (
        SELECT t.id
        FROM bookings t
        WHERE t.created_at >= $1
          AND t.created_at < $2
        ORDER BY t.created_at
      )
      LIMIT 5001
    ) c
  )::text,
  (
    SELECT count(*)
    FROM ((SELECT t.id FROM bookings t WHERE t.id IN ($3) ORDER BY t.id) LIMIT 5001) c
  )::text,
  (
    SELECT count(*)
    FROM (
      (
        SELECT t.id
        FROM bookings t
        WHERE t.machine_unit_id = ANY (ARRAY(SELECT id FROM machine_units WHERE machine_id IN ($4)))
        ORDER BY t.machine_unit_id
      )
      LIMIT 5001
    ) c
  )::text,
  (
    SELECT count(*)
    FROM ((SELECT t.id FROM bookings t WHERE t.member_id IN ($5) ORDER BY t.member_id) LIMIT 5001) c
  )::text,
  (
    SELECT count(*)
    FROM (
      (
        SELECT t.id
        FROM bookings t
        WHERE t.place_unit_id = ANY (ARRAY(SELECT id FROM place_units WHERE place_id IN ($6)))
        ORDER BY t.place_unit_id
      )
      LIMIT 5001
    ) c
  )::text,
  (
    SELECT count(*)
    FROM ((SELECT t.id FROM bookings t WHERE t.state IN ($7, $8) ORDER BY t.state) LIMIT 5001) c
  )::text,
  (
    SELECT count(*)
    FROM (
      (SELECT t.id FROM bookings t WHERE t.state IN ($9, $10, $11, $12) ORDER BY t.state) LIMIT 5001
    ) c
  )::text;

SELECT
  t.id::text AS id,
  t.member_id::text AS member,
  t.group_id::text AS group,
  t.space_id::text AS space,
  t.machine_unit_id::text AS machine_unit,
  t.place_unit_id::text AS place_unit,
  t.event_session_id::text AS event_session,
  t.training_session_id::text AS training_session,
  t.reserved_by_event_session_id::text AS reserved_by_event_session,
  t.reserved_by_training_session_id::text AS reserved_by_training_session,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.canceled_at::text AS canceled_at,
  t.slots::text AS slots,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"first_name":',
        coalesce(to_json(s.first_name)::text, 'null'), ',"last_name":',
        coalesce(to_json(s.last_name)::text, 'null'), ',"price":',
        coalesce(E'\x010' || s.price_id, 'null'), '}'
      )
      FROM booking_seats s
      WHERE s.booking_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS seats,
  CASE WHEN t.place_unit_id IS NOT NULL THEN array_to_string(
    ARRAY(
      SELECT E'\x010' || j.place_extra_id
      FROM booking_place_extras j
      WHERE j.booking_id = t.id
      ORDER BY j.place_extra_id
    ),
    ','
  ) END AS place_extras,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN (
      'categories', 'event_sessions', 'events', 'groups', 'machine_units', 'machines', 'members',
      'place_extras', 'place_units', 'places', 'prices', 'spaces', 'training_sessions', 'trainings'
    )
  ) AS revisions
FROM (
  SELECT t.*
  FROM (
    SELECT t.*
    FROM (
      SELECT d.begins
      FROM booking_days d
      WHERE d.key = 'created_at'
        AND d.greatest_created_at >= $3
        AND d.least_created_at < $4
        AND d.state IN ($5, $6)
        AND d.state IN ($7, $8, $9, $10)
        AND d.begins <= $11
      GROUP BY d.begins
      ORDER BY d.begins DESC
    ) d
    CROSS JOIN LATERAL (
      SELECT t.*
      FROM bookings t
      WHERE t.created_at >= d.begins
        AND t.created_at < d.begins + interval '24 hours'
        AND t.created_at >= $1
        AND t.created_at < $2
        AND (t.created_at, t.id) < (least($12, d.begins + interval '24 hours'), $13)
      ORDER BY t.created_at DESC, t.id DESC
      OFFSET 0
    ) t
    LIMIT 20000
  ) t
  WHERE t.id IN ($14)
    AND (t.id NOT IN ($15) OR t.id IS NULL)
    AND t.machine_unit_id = ANY (ARRAY(SELECT id FROM machine_units WHERE machine_id IN ($16)))
    AND (
      t.machine_unit_id NOT IN (
        SELECT id FROM machine_units WHERE machine_id IN ($17)
      ) OR t.machine_unit_id IS NULL
    )
    AND t.member_id IN ($18)
    AND (t.member_id NOT IN ($19) OR t.member_id IS NULL)
    AND t.place_unit_id = ANY (ARRAY(SELECT id FROM place_units WHERE place_id IN ($20)))
    AND (
      t.place_unit_id NOT IN (
        SELECT id FROM place_units WHERE place_id IN ($21)
      ) OR t.place_unit_id IS NULL
    )
    AND t.state IN ($22, $23)
    AND t.state IN ($24, $25, $26, $27)
  LIMIT 51
) t
ORDER BY t.created_at DESC, t.id DESC;

SELECT
  t.id::text AS id,
  t.member_id::text AS member,
  t.group_id::text AS group,
  t.space_id::text AS space,
  t.machine_unit_id::text AS machine_unit,
  t.place_unit_id::text AS place_unit,
  t.event_session_id::text AS event_session,
  t.training_session_id::text AS training_session,
  t.reserved_by_event_session_id::text AS reserved_by_event_session,
  t.reserved_by_training_session_id::text AS reserved_by_training_session,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.canceled_at::text AS canceled_at,
  t.slots::text AS slots,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"first_name":',
        coalesce(to_json(s.first_name)::text, 'null'), ',"last_name":',
        coalesce(to_json(s.last_name)::text, 'null'), ',"price":',
        coalesce(E'\x010' || s.price_id, 'null'), '}'
      )
      FROM booking_seats s
      WHERE s.booking_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS seats,
  CASE WHEN t.place_unit_id IS NOT NULL THEN array_to_string(
    ARRAY(
      SELECT E'\x010' || j.place_extra_id
      FROM booking_place_extras j
      WHERE j.booking_id = t.id
      ORDER BY j.place_extra_id
    ),
    ','
  ) END AS place_extras,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN (
      'categories', 'event_sessions', 'events', 'groups', 'machine_units', 'machines', 'members',
      'place_extras', 'place_units', 'places', 'prices', 'spaces', 'training_sessions', 'trainings'
    )
  ) AS revisions
FROM (
  SELECT t.id
  FROM (
    SELECT t.*
    FROM bookings t
    WHERE (t.created_at >= $1)
      AND (t.created_at < $2)
      AND (t.id IN ($3))
      AND (t.id NOT IN ($4) OR t.id IS NULL)
      AND (t.machine_unit_id = ANY (ARRAY(SELECT id FROM machine_units WHERE machine_id IN ($5))))
      AND (
        t.machine_unit_id NOT IN (
          SELECT id FROM machine_units WHERE machine_id IN ($6)
        ) OR t.machine_unit_id IS NULL
      )
      AND (t.member_id IN ($7))
      AND (t.member_id NOT IN ($8) OR t.member_id IS NULL)
      AND (t.place_unit_id = ANY (ARRAY(SELECT id FROM place_units WHERE place_id IN ($9))))
      AND (
        t.place_unit_id NOT IN (
          SELECT id FROM place_units WHERE place_id IN ($10)
        ) OR t.place_unit_id IS NULL
      )
      AND (t.state IN ($11, $12))
      AND (t.state IN ($13, $14, $15, $16))
    OFFSET 0
  ) t
  WHERE (t.created_at, t.id) < ($17, $18)
  ORDER BY t.created_at DESC, t.id DESC
  LIMIT 51
) p
JOIN bookings t ON t.id = p.id
ORDER BY t.created_at DESC, t.id DESC;
