-- GET /api/v1/project_licenses
SELECT
  t.id::text AS id,
  t.name::text AS name,
  t.code::text AS code,
  t.url::text AS url,
  t.description::text AS description,
  t.position::text AS position,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(coalesce(octet_length(t.description), 0)) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (SELECT t.* FROM project_licenses t ORDER BY t.name ASC, t.id ASC LIMIT 51) t
  WINDOW before AS (ORDER BY t.name ASC, t.id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.name ASC, t.id ASC
LIMIT 50;

-- GET /api/v1/project_licenses with a cursor and
--   filters[code][in]=M
--   filters[code][not_in]=M
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
SELECT
  t.id::text AS id,
  t.name::text AS name,
  t.code::text AS code,
  t.url::text AS url,
  t.description::text AS description,
  t.position::text AS position,
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
    FROM project_licenses t
    WHERE t.code IN ($1)
      AND (t.code NOT IN ($2) OR t.code IS NULL)
      AND t.created_at >= $3
      AND t.created_at < $4
      AND t.id IN ($5)
      AND (t.id NOT IN ($6) OR t.id IS NULL)
      AND (t.name, t.id) > ($7, $8)
    ORDER BY t.name ASC, t.id ASC
    LIMIT 51
  ) t
  WINDOW before AS (ORDER BY t.name ASC, t.id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.name ASC, t.id ASC
LIMIT 50;
