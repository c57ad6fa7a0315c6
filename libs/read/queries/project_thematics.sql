-- GET /api/v1/project_thematics
SELECT
  t.id::text AS id,
  t.name::text AS name,
  t.slug::text AS slug,
  t.position::text AS position,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at
FROM project_thematics t
ORDER BY t.name ASC, t.id ASC
LIMIT 51;

-- GET /api/v1/project_thematics with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
SELECT
  t.id::text AS id,
  t.name::text AS name,
  t.slug::text AS slug,
  t.position::text AS position,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at
FROM project_thematics t
WHERE t.created_at >= $1
  AND t.created_at < $2
  AND t.id IN ($3)
  AND (t.id NOT IN ($4) OR t.id IS NULL)
  AND (t.name, t.id) > ($5, $6)
ORDER BY t.name ASC, t.id ASC
LIMIT 51;
