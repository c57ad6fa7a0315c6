-- GET /api/v1/places/{id}
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
  t.capacity_per_unit::text AS capacity_per_unit,
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
  t.availability_mode::text AS availability_mode,
  t.booking_must_be_approved::text AS booking_must_be_approved,
  t.hourly_booking_time_step_in_minutes::text AS hourly_booking_time_step_in_minutes,
  t.require_people_count_on_booking::text AS require_people_count_on_booking,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.equipment_id
      FROM place_equipments j
      WHERE j.place_id = t.id
      ORDER BY j.equipment_id
    ),
    ','
  ) AS equipments,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.accreditation_id
      FROM place_required_accreditations j
      WHERE j.place_id = t.id
      ORDER BY j.accreditation_id
    ),
    ','
  ) AS required_accreditations,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.plan_id
      FROM place_required_plans j
      WHERE j.place_id = t.id
      ORDER BY j.plan_id
    ),
    ','
  ) AS required_plans,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"kind":',
        coalesce('"' || s.kind || '"', 'null'), ',"soft_deleted_at":',
        coalesce('"' || to_char(s.soft_deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        ',"custom_duration_type":', coalesce(E'\x010' || s.custom_duration_type_id, 'null'), '}'
      )
      FROM place_booking_duration_types s
      WHERE s.place_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS place_booking_duration_types,
  t.place_quotas::text AS place_quotas,
  t.place_booking_minimum_durations::text AS place_booking_minimum_durations,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
        coalesce(to_json(s.name)::text, 'null'), ',"description":',
        coalesce(to_json(s.description)::text, 'null'), ',"sku":',
        coalesce(to_json(s.sku)::text, 'null'), ',"pricing":',
        coalesce('"' || s.pricing || '"', 'null'), ',"soft_deleted_at":',
        coalesce('"' || to_char(s.soft_deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        '}'
      )
      FROM place_extras s
      WHERE s.place_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS place_extras,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN (
      'accreditations', 'categories', 'custom_duration_types', 'equipments', 'plans', 'spaces'
    )
  ) AS revisions
FROM places t
WHERE t.id = $1::uuid;

-- GET /api/v1/places
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
  t.capacity_per_unit::text AS capacity_per_unit,
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
  t.availability_mode::text AS availability_mode,
  t.booking_must_be_approved::text AS booking_must_be_approved,
  t.hourly_booking_time_step_in_minutes::text AS hourly_booking_time_step_in_minutes,
  t.require_people_count_on_booking::text AS require_people_count_on_booking,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.equipment_id
      FROM place_equipments j
      WHERE j.place_id = t.id
      ORDER BY j.equipment_id
    ),
    ','
  ) AS equipments,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.accreditation_id
      FROM place_required_accreditations j
      WHERE j.place_id = t.id
      ORDER BY j.accreditation_id
    ),
    ','
  ) AS required_accreditations,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.plan_id
      FROM place_required_plans j
      WHERE j.place_id = t.id
      ORDER BY j.plan_id
    ),
    ','
  ) AS required_plans,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"kind":',
        coalesce('"' || s.kind || '"', 'null'), ',"soft_deleted_at":',
        coalesce('"' || to_char(s.soft_deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        ',"custom_duration_type":', coalesce(E'\x010' || s.custom_duration_type_id, 'null'), '}'
      )
      FROM place_booking_duration_types s
      WHERE s.place_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS place_booking_duration_types,
  t.place_quotas::text AS place_quotas,
  t.place_booking_minimum_durations::text AS place_booking_minimum_durations,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
        coalesce(to_json(s.name)::text, 'null'), ',"description":',
        coalesce(to_json(s.description)::text, 'null'), ',"sku":',
        coalesce(to_json(s.sku)::text, 'null'), ',"pricing":',
        coalesce('"' || s.pricing || '"', 'null'), ',"soft_deleted_at":',
        coalesce('"' || to_char(s.soft_deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        '}'
      )
      FROM place_extras s
      WHERE s.place_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS place_extras,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN (
      'accreditations', 'categories', 'custom_duration_types', 'equipments', 'plans', 'spaces'
    )
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
  FROM (SELECT t.* FROM places t ORDER BY t.created_at DESC, t.id DESC LIMIT 51) t
  WINDOW before AS (
    ORDER BY t.created_at DESC, t.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  )
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.created_at DESC, t.id DESC
LIMIT 50;

-- GET /api/v1/places with a cursor and
--   filters[capacity_per_unit][gte]=4
--   filters[capacity_per_unit][lt]=12
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
  t.capacity_per_unit::text AS capacity_per_unit,
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
  t.availability_mode::text AS availability_mode,
  t.booking_must_be_approved::text AS booking_must_be_approved,
  t.hourly_booking_time_step_in_minutes::text AS hourly_booking_time_step_in_minutes,
  t.require_people_count_on_booking::text AS require_people_count_on_booking,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.equipment_id
      FROM place_equipments j
      WHERE j.place_id = t.id
      ORDER BY j.equipment_id
    ),
    ','
  ) AS equipments,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.accreditation_id
      FROM place_required_accreditations j
      WHERE j.place_id = t.id
      ORDER BY j.accreditation_id
    ),
    ','
  ) AS required_accreditations,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.plan_id
      FROM place_required_plans j
      WHERE j.place_id = t.id
      ORDER BY j.plan_id
    ),
    ','
  ) AS required_plans,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"kind":',
        coalesce('"' || s.kind || '"', 'null'), ',"soft_deleted_at":',
        coalesce('"' || to_char(s.soft_deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        ',"custom_duration_type":', coalesce(E'\x010' || s.custom_duration_type_id, 'null'), '}'
      )
      FROM place_booking_duration_types s
      WHERE s.place_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS place_booking_duration_types,
  t.place_quotas::text AS place_quotas,
  t.place_booking_minimum_durations::text AS place_booking_minimum_durations,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
        coalesce(to_json(s.name)::text, 'null'), ',"description":',
        coalesce(to_json(s.description)::text, 'null'), ',"sku":',
        coalesce(to_json(s.sku)::text, 'null'), ',"pricing":',
        coalesce('"' || s.pricing || '"', 'null'), ',"soft_deleted_at":',
        coalesce('"' || to_char(s.soft_deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        '}'
      )
      FROM place_extras s
      WHERE s.place_id = t.id
      ORDER BY s.id
    ),
    ','
  ) AS place_extras,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN (
      'accreditations', 'categories', 'custom_duration_types', 'equipments', 'plans', 'spaces'
    )
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
    FROM places t
    WHERE t.capacity_per_unit >= $1
      AND t.capacity_per_unit < $2
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
