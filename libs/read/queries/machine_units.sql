-- GET /api/v1/machine_units/{id}
SELECT
  t.id::text AS id,
  t.machine_id::text AS machine,
  t.space_id::text AS space,
  t.sku::text AS sku,
  t.name::text AS name,
  t.state::text AS state,
  t.state_note::text AS state_note,
  t.state_changed_at::text AS state_changed_at,
  t.serial_number::text AS serial_number,
  t.commissioned_on::text AS commissioned_on,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('machines', 'spaces')
  ) AS revisions
FROM machine_units t
WHERE t.id = $1::uuid;

-- GET /api/v1/machine_units
SELECT
  t.id::text AS id,
  t.machine_id::text AS machine,
  t.space_id::text AS space,
  t.sku::text AS sku,
  t.name::text AS name,
  t.state::text AS state,
  t.state_note::text AS state_note,
  t.state_changed_at::text AS state_changed_at,
  t.serial_number::text AS serial_number,
  t.commissioned_on::text AS commissioned_on,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('machines', 'spaces')
  ) AS revisions,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(coalesce(octet_length(t.state_note), 0)) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (SELECT t.* FROM machine_units t ORDER BY t.created_at DESC, t.id DESC LIMIT 51) t
  WINDOW before AS (
    ORDER BY t.created_at DESC, t.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  )
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.created_at DESC, t.id DESC
LIMIT 50;

-- GET /api/v1/machine_units with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[sku][in]=M
--   filters[sku][not_in]=M
--   filters[soft_deleted][eq]=false
--   filters[state][in]=available,unavailable
--   filters[state][not_in]=available
SELECT
  t.id::text AS id,
  t.machine_id::text AS machine,
  t.space_id::text AS space,
  t.sku::text AS sku,
  t.name::text AS name,
  t.state::text AS state,
  t.state_note::text AS state_note,
  t.state_changed_at::text AS state_changed_at,
  t.serial_number::text AS serial_number,
  t.commissioned_on::text AS commissioned_on,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('machines', 'spaces')
  ) AS revisions,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(coalesce(octet_length(t.state_note), 0)) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (
    SELECT t.*
    FROM machine_units t
    WHERE t.created_at >= $1
      AND t.created_at < $2
      AND t.id IN ($3)
      AND (t.id NOT IN ($4) OR t.id IS NULL)
      AND t.sku IN ($5)
      AND (t.sku NOT IN ($6) OR t.sku IS NULL)
      AND t.soft_deleted_at IS NULL
      AND t.state IN ($7, $8)
      AND t.state IN ($9, $10, $11, $12)
      AND (t.created_at, t.id) < ($13, $14)
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
