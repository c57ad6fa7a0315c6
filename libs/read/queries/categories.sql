-- GET /api/v1/categories/{id}
SELECT
  t.id::text AS id,
  t.type::text AS type,
  t.slug::text AS slug,
  t.name::text AS name,
  t.description::text AS description,
  t.position::text AS position,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at
FROM categories t
WHERE t.id = $1::uuid;

-- GET /api/v1/categories
SELECT
  t.id::text AS id,
  t.type::text AS type,
  t.slug::text AS slug,
  t.name::text AS name,
  t.description::text AS description,
  t.position::text AS position,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(coalesce(octet_length(t.description), 0)) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (SELECT t.* FROM categories t ORDER BY t.name ASC, t.id ASC LIMIT 51) t
  WINDOW before AS (ORDER BY t.name ASC, t.id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.name ASC, t.id ASC
LIMIT 50;

-- GET /api/v1/categories with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[slug][in]=M
--   filters[slug][not_in]=M
--   filters[soft_deleted][eq]=false
--   filters[type][in]=machine,place
--   filters[type][not_in]=machine
SELECT
  t.id::text AS id,
  t.type::text AS type,
  t.slug::text AS slug,
  t.name::text AS name,
  t.description::text AS description,
  t.position::text AS position,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(coalesce(octet_length(t.description), 0)) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (
    SELECT t.*
    FROM categories t
    WHERE t.created_at >= $1
      AND t.created_at < $2
      AND t.id IN ($3)
      AND (t.id NOT IN ($4) OR t.id IS NULL)
      AND t.slug IN ($5)
      AND (t.slug NOT IN ($6) OR t.slug IS NULL)
      AND t.soft_deleted_at IS NULL
      AND t.type IN ($7, $8)
      AND t.type IN ($9, $10, $11, $12, $13)
      AND (t.name, t.id) > ($14, $15)
    ORDER BY t.name ASC, t.id ASC
    LIMIT 51
  ) t
  WINDOW before AS (ORDER BY t.name ASC, t.id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.name ASC, t.id ASC
LIMIT 50;
