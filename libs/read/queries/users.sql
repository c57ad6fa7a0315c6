-- GET /api/v1/users/{id}
SELECT
  t.id::text AS id,
  t.email::text AS email,
  t.first_name::text AS first_name,
  t.last_name::text AS last_name,
  t.role::text AS role,
  t.state::text AS state,
  t.locale::text AS locale,
  t.time_zone::text AS time_zone,
  t.member_id::text AS member,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.space_id FROM user_spaces j WHERE j.user_id = t.id ORDER BY j.space_id
    ),
    ','
  ) AS spaces,
  t.last_sign_in_at::text AS last_sign_in_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('members', 'spaces')
  ) AS revisions
FROM users t
WHERE t.id = $1::uuid;

-- GET /api/v1/users
SELECT
  t.id::text AS id,
  t.email::text AS email,
  t.first_name::text AS first_name,
  t.last_name::text AS last_name,
  t.role::text AS role,
  t.state::text AS state,
  t.locale::text AS locale,
  t.time_zone::text AS time_zone,
  t.member_id::text AS member,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.space_id FROM user_spaces j WHERE j.user_id = t.id ORDER BY j.space_id
    ),
    ','
  ) AS spaces,
  t.last_sign_in_at::text AS last_sign_in_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('members', 'spaces')
  ) AS revisions
FROM users t
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;

-- GET /api/v1/users with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[email][in]=M
--   filters[email][not_in]=M
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[member_id][in]=01890000-0000-7000-8000-000000000001
--   filters[member_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[role][in]=admin,manager
--   filters[role][not_in]=admin
--   filters[soft_deleted][eq]=false
--   filters[space_id][in]=01890000-0000-7000-8000-000000000001
--   filters[space_id][not_in]=01890000-0000-7000-8000-000000000001
SELECT
  t.id::text AS id,
  t.email::text AS email,
  t.first_name::text AS first_name,
  t.last_name::text AS last_name,
  t.role::text AS role,
  t.state::text AS state,
  t.locale::text AS locale,
  t.time_zone::text AS time_zone,
  t.member_id::text AS member,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.space_id FROM user_spaces j WHERE j.user_id = t.id ORDER BY j.space_id
    ),
    ','
  ) AS spaces,
  t.last_sign_in_at::text AS last_sign_in_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('members', 'spaces')
  ) AS revisions
FROM users t
WHERE t.created_at >= $1
  AND t.created_at < $2
  AND t.email IN ($3)
  AND (t.email NOT IN ($4) OR t.email IS NULL)
  AND t.id IN ($5)
  AND (t.id NOT IN ($6) OR t.id IS NULL)
  AND t.member_id IN ($7)
  AND (t.member_id NOT IN ($8) OR t.member_id IS NULL)
  AND t.role IN ($9, $10)
  AND t.role IN ($11, $12, $13, $14)
  AND t.soft_deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM user_spaces j WHERE j.user_id = t.id AND j.space_id IN ($15))
  AND NOT EXISTS (SELECT 1 FROM user_spaces j WHERE j.user_id = t.id AND j.space_id IN ($16))
  AND (t.created_at, t.id) < ($17, $18)
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;
