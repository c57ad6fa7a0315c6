-- GET /api/v1/plans/{id}
SELECT
  t.id::text AS id,
  t.category_id::text AS category,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
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
      SELECT E'\x010' || j.group_id FROM plan_groups j WHERE j.plan_id = t.id ORDER BY j.group_id
    ),
    ','
  ) AS groups,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.space_id FROM plan_spaces j WHERE j.plan_id = t.id ORDER BY j.space_id
    ),
    ','
  ) AS spaces,
  t.duration_unit::text AS duration_unit,
  t.duration_count::text AS duration_count,
  t.renewal_kind::text AS renewal_kind,
  t.amount_in_cents::text AS amount_in_cents,
  t.currency::text AS currency,
  t.position::text AS position,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('categories', 'groups', 'spaces')
  ) AS revisions
FROM plans t
WHERE t.id = $1::uuid;

-- GET /api/v1/plans
SELECT
  t.id::text AS id,
  t.category_id::text AS category,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
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
      SELECT E'\x010' || j.group_id FROM plan_groups j WHERE j.plan_id = t.id ORDER BY j.group_id
    ),
    ','
  ) AS groups,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.space_id FROM plan_spaces j WHERE j.plan_id = t.id ORDER BY j.space_id
    ),
    ','
  ) AS spaces,
  t.duration_unit::text AS duration_unit,
  t.duration_count::text AS duration_count,
  t.renewal_kind::text AS renewal_kind,
  t.amount_in_cents::text AS amount_in_cents,
  t.currency::text AS currency,
  t.position::text AS position,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('categories', 'groups', 'spaces')
  ) AS revisions,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(
      coalesce(octet_length(t.summary), 0) + coalesce(octet_length(t.description_rendered), 0)
    ) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (SELECT t.* FROM plans t ORDER BY t.created_at DESC, t.id DESC LIMIT 51) t
  WINDOW before AS (
    ORDER BY t.created_at DESC, t.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  )
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.created_at DESC, t.id DESC
LIMIT 50;

-- GET /api/v1/plans with a cursor and
--   filters[category_id][in]=01890000-0000-7000-8000-000000000001
--   filters[category_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[group_id][in]=01890000-0000-7000-8000-000000000001
--   filters[group_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[publication_state][in]=draft,published
--   filters[publication_state][not_in]=draft
--   filters[slug][in]=M
--   filters[slug][not_in]=M
--   filters[soft_deleted][eq]=false
--   filters[space_id][in]=01890000-0000-7000-8000-000000000001
--   filters[space_id][not_in]=01890000-0000-7000-8000-000000000001
SELECT
  t.id::text AS id,
  t.category_id::text AS category,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
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
      SELECT E'\x010' || j.group_id FROM plan_groups j WHERE j.plan_id = t.id ORDER BY j.group_id
    ),
    ','
  ) AS groups,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.space_id FROM plan_spaces j WHERE j.plan_id = t.id ORDER BY j.space_id
    ),
    ','
  ) AS spaces,
  t.duration_unit::text AS duration_unit,
  t.duration_count::text AS duration_count,
  t.renewal_kind::text AS renewal_kind,
  t.amount_in_cents::text AS amount_in_cents,
  t.currency::text AS currency,
  t.position::text AS position,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('categories', 'groups', 'spaces')
  ) AS revisions,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(
      coalesce(octet_length(t.summary), 0) + coalesce(octet_length(t.description_rendered), 0)
    ) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (
    SELECT t.*
    FROM plans t
    WHERE t.category_id IN ($1)
      AND (t.category_id NOT IN ($2) OR t.category_id IS NULL)
      AND t.created_at >= $3
      AND t.created_at < $4
      AND EXISTS (SELECT 1 FROM plan_groups j WHERE j.plan_id = t.id AND j.group_id IN ($5))
      AND NOT EXISTS (SELECT 1 FROM plan_groups j WHERE j.plan_id = t.id AND j.group_id IN ($6))
      AND t.id IN ($7)
      AND (t.id NOT IN ($8) OR t.id IS NULL)
      AND t.publication_state IN ($9, $10)
      AND t.publication_state IN ($11, $12)
      AND t.slug IN ($13)
      AND (t.slug NOT IN ($14) OR t.slug IS NULL)
      AND t.soft_deleted_at IS NULL
      AND EXISTS (SELECT 1 FROM plan_spaces j WHERE j.plan_id = t.id AND j.space_id IN ($15))
      AND NOT EXISTS (SELECT 1 FROM plan_spaces j WHERE j.plan_id = t.id AND j.space_id IN ($16))
      AND (t.created_at, t.id) < ($17, $18)
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
