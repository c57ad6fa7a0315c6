-- GET /api/v1/spaces/{id}
SELECT
  t.id::text AS id,
  t.parent_id::text AS parent,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.accessibility::text AS accessibility,
  t.accessibility_extra_info::text AS accessibility_extra_info,
  t.time_zone::text AS time_zone,
  t.address::text AS address,
  t.latitude::text AS latitude,
  t.longitude::text AS longitude,
  t.email::text AS email,
  t.phone::text AS phone,
  t.website_url::text AS website_url,
  t.opening_hours::text AS opening_hours,
  t.opening_exceptions::text AS opening_exceptions,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('spaces')
  ) AS revisions
FROM spaces t
WHERE t.id = $1::uuid;

-- GET /api/v1/spaces
SELECT
  t.id::text AS id,
  t.parent_id::text AS parent,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.accessibility::text AS accessibility,
  t.accessibility_extra_info::text AS accessibility_extra_info,
  t.time_zone::text AS time_zone,
  t.address::text AS address,
  t.latitude::text AS latitude,
  t.longitude::text AS longitude,
  t.email::text AS email,
  t.phone::text AS phone,
  t.website_url::text AS website_url,
  t.opening_hours::text AS opening_hours,
  t.opening_exceptions::text AS opening_exceptions,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('spaces')
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
  FROM (SELECT t.* FROM spaces t ORDER BY t.name ASC, t.id ASC LIMIT 51) t
  WINDOW before AS (ORDER BY t.name ASC, t.id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.name ASC, t.id ASC
LIMIT 50;

-- GET /api/v1/spaces with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[parent_id][in]=01890000-0000-7000-8000-000000000001
--   filters[parent_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[publication_state][in]=draft,published
--   filters[publication_state][not_in]=draft
--   filters[slug][in]=M
--   filters[slug][not_in]=M
--   filters[soft_deleted][eq]=false
SELECT
  t.id::text AS id,
  t.parent_id::text AS parent,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.accessibility::text AS accessibility,
  t.accessibility_extra_info::text AS accessibility_extra_info,
  t.time_zone::text AS time_zone,
  t.address::text AS address,
  t.latitude::text AS latitude,
  t.longitude::text AS longitude,
  t.email::text AS email,
  t.phone::text AS phone,
  t.website_url::text AS website_url,
  t.opening_hours::text AS opening_hours,
  t.opening_exceptions::text AS opening_exceptions,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('spaces')
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
    FROM spaces t
    WHERE t.created_at >= $1
      AND t.created_at < $2
      AND t.id IN ($3)
      AND (t.id NOT IN ($4) OR t.id IS NULL)
      AND t.parent_id IN ($5)
      AND (t.parent_id NOT IN ($6) OR t.parent_id IS NULL)
      AND t.publication_state IN ($7, $8)
      AND t.publication_state IN ($9, $10)
      AND t.slug IN ($11)
      AND (t.slug NOT IN ($12) OR t.slug IS NULL)
      AND t.soft_deleted_at IS NULL
      AND (t.name, t.id) > ($13, $14)
    ORDER BY t.name ASC, t.id ASC
    LIMIT 51
  ) t
  WINDOW before AS (ORDER BY t.name ASC, t.id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.name ASC, t.id ASC
LIMIT 50;
