-- GET /api/v1/events/{id}
SELECT
  t.id::text AS id,
  t.space_id::text AS space,
  t.category_id::text AS category,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.accessibility::text AS accessibility,
  t.accessibility_extra_info::text AS accessibility_extra_info,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.pricing::text AS pricing,
  t.prices_hidden::text AS prices_hidden,
  t.buying_blocked::text AS buying_blocked,
  t.buying_cta_kind::text AS buying_cta_kind,
  t.buying_cta_button_label::text AS buying_cta_button_label,
  t.buying_cta_email::text AS buying_cta_email,
  t.buying_cta_url::text AS buying_cta_url,
  t.buying_cta_text::text AS buying_cta_text,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.accreditation_id
      FROM event_required_accreditations j
      WHERE j.event_id = t.id
      ORDER BY j.accreditation_id
    ),
    ','
  ) AS required_accreditations,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.plan_id
      FROM event_required_plans j
      WHERE j.event_id = t.id
      ORDER BY j.plan_id
    ),
    ','
  ) AS required_plans,
  t.location_kind::text AS location_kind,
  t.location_name::text AS location_name,
  t.age_min::text AS age_min,
  t.age_max::text AS age_max,
  t.seats_per_session::text AS seats_per_session,
  t.maximum_seats_per_booking::text AS maximum_seats_per_booking,
  t.seat_naming::text AS seat_naming,
  t.booking_must_be_approved::text AS booking_must_be_approved,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"category":',
        coalesce(E'\x010' || s.category_id, 'null'), ',"amount_in_cents":',
        coalesce(s.amount_in_cents::text, 'null'), ',"currency":',
        coalesce(to_json(s.currency)::text, 'null'), '}'
      )
      FROM prices s
      WHERE s.event_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS prices,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('accreditations', 'categories', 'plans', 'spaces')
  ) AS revisions
FROM events t
WHERE t.id = $1::uuid;

-- GET /api/v1/events
SELECT
  t.id::text AS id,
  t.space_id::text AS space,
  t.category_id::text AS category,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.accessibility::text AS accessibility,
  t.accessibility_extra_info::text AS accessibility_extra_info,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.pricing::text AS pricing,
  t.prices_hidden::text AS prices_hidden,
  t.buying_blocked::text AS buying_blocked,
  t.buying_cta_kind::text AS buying_cta_kind,
  t.buying_cta_button_label::text AS buying_cta_button_label,
  t.buying_cta_email::text AS buying_cta_email,
  t.buying_cta_url::text AS buying_cta_url,
  t.buying_cta_text::text AS buying_cta_text,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.accreditation_id
      FROM event_required_accreditations j
      WHERE j.event_id = t.id
      ORDER BY j.accreditation_id
    ),
    ','
  ) AS required_accreditations,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.plan_id
      FROM event_required_plans j
      WHERE j.event_id = t.id
      ORDER BY j.plan_id
    ),
    ','
  ) AS required_plans,
  t.location_kind::text AS location_kind,
  t.location_name::text AS location_name,
  t.age_min::text AS age_min,
  t.age_max::text AS age_max,
  t.seats_per_session::text AS seats_per_session,
  t.maximum_seats_per_booking::text AS maximum_seats_per_booking,
  t.seat_naming::text AS seat_naming,
  t.booking_must_be_approved::text AS booking_must_be_approved,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"category":',
        coalesce(E'\x010' || s.category_id, 'null'), ',"amount_in_cents":',
        coalesce(s.amount_in_cents::text, 'null'), ',"currency":',
        coalesce(to_json(s.currency)::text, 'null'), '}'
      )
      FROM prices s
      WHERE s.event_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS prices,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('accreditations', 'categories', 'plans', 'spaces')
  ) AS revisions,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(
      coalesce(octet_length(t.summary), 0) + coalesce(octet_length(t.description_rendered), 0) + coalesce(
        octet_length(t.accessibility_extra_info), 0
      )
    ) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (SELECT t.* FROM events t ORDER BY t.created_at DESC, t.id DESC LIMIT 51) t
  WINDOW before AS (
    ORDER BY t.created_at DESC, t.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  )
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.created_at DESC, t.id DESC
LIMIT 50;

-- GET /api/v1/events with a cursor and
--   filters[age_min][gte]=4
--   filters[age_min][lt]=12
--   filters[category_id][in]=01890000-0000-7000-8000-000000000001
--   filters[category_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[publication_state][in]=draft,published
--   filters[publication_state][not_in]=draft
--   filters[slug][in]=M
--   filters[slug][not_in]=M
--   filters[soft_deleted][eq]=false
SELECT
  t.id::text AS id,
  t.space_id::text AS space,
  t.category_id::text AS category,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.accessibility::text AS accessibility,
  t.accessibility_extra_info::text AS accessibility_extra_info,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.pricing::text AS pricing,
  t.prices_hidden::text AS prices_hidden,
  t.buying_blocked::text AS buying_blocked,
  t.buying_cta_kind::text AS buying_cta_kind,
  t.buying_cta_button_label::text AS buying_cta_button_label,
  t.buying_cta_email::text AS buying_cta_email,
  t.buying_cta_url::text AS buying_cta_url,
  t.buying_cta_text::text AS buying_cta_text,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.accreditation_id
      FROM event_required_accreditations j
      WHERE j.event_id = t.id
      ORDER BY j.accreditation_id
    ),
    ','
  ) AS required_accreditations,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.plan_id
      FROM event_required_plans j
      WHERE j.event_id = t.id
      ORDER BY j.plan_id
    ),
    ','
  ) AS required_plans,
  t.location_kind::text AS location_kind,
  t.location_name::text AS location_name,
  t.age_min::text AS age_min,
  t.age_max::text AS age_max,
  t.seats_per_session::text AS seats_per_session,
  t.maximum_seats_per_booking::text AS maximum_seats_per_booking,
  t.seat_naming::text AS seat_naming,
  t.booking_must_be_approved::text AS booking_must_be_approved,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"category":',
        coalesce(E'\x010' || s.category_id, 'null'), ',"amount_in_cents":',
        coalesce(s.amount_in_cents::text, 'null'), ',"currency":',
        coalesce(to_json(s.currency)::text, 'null'), '}'
      )
      FROM prices s
      WHERE s.event_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS prices,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('accreditations', 'categories', 'plans', 'spaces')
  ) AS revisions,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(
      coalesce(octet_length(t.summary), 0) + coalesce(octet_length(t.description_rendered), 0) + coalesce(
        octet_length(t.accessibility_extra_info), 0
      )
    ) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (
    SELECT t.*
    FROM events t
    WHERE t.age_min >= $1
      AND t.age_min < $2
      AND t.category_id IN ($3)
      AND (t.category_id NOT IN ($4) OR t.category_id IS NULL)
      AND t.created_at >= $5
      AND t.created_at < $6
      AND t.id IN ($7)
      AND (t.id NOT IN ($8) OR t.id IS NULL)
      AND t.publication_state IN ($9, $10)
      AND t.publication_state IN ($11, $12)
      AND t.slug IN ($13)
      AND (t.slug NOT IN ($14) OR t.slug IS NULL)
      AND t.soft_deleted_at IS NULL
      AND (t.created_at, t.id) < ($15, $16)
    ORDER BY t.created_at DESC, t.id DESC
    LIMIT 51
  ) t
  WINDOW before AS (
    ORDER BY t.created_at DESC, t.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  )
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.created_at DESC, t.id DESC
LIMIT 50;
