-- GET /api/v1/members/{id}
SELECT
  t.id::text AS id,
  t.number::text AS number,
  (SELECT r.id::text FROM users r WHERE r.member_id = t.id) AS user,
  t.group_id::text AS group,
  t.space_id::text AS space,
  t.first_name::text AS first_name,
  t.last_name::text AS last_name,
  t.email::text AS email,
  t.phone::text AS phone,
  t.birthdate::text AS birthdate,
  t.job_title::text AS job_title,
  t.organization_name::text AS organization_name,
  t.address::text AS address,
  t.locale::text AS locale,
  t.image::text AS image,
  t.state::text AS state,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.accreditation_id || '"', 'null'), ',"name":',
        coalesce(to_json(s_1.name)::text, 'null'), ',"obtained_at":',
        coalesce('"' || to_char(s.obtained_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        ',"expires_at":',
        coalesce('"' || to_char(s.expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'), '}'
      )
      FROM member_accreditations s
      LEFT JOIN accreditations s_1 ON s_1.id = s.accreditation_id
      WHERE s.member_id = t.id
      ORDER BY s.accreditation_id
    ),
    ','
  ) AS accreditations,
  (
    SELECT r.id::text FROM subscriptions r WHERE r.member_id = t.id AND r.state = 'active'
  ) AS current_subscription,
  t.joined_at::text AS joined_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('groups', 'plans', 'spaces', 'subscriptions', 'users')
  ) AS revisions
FROM members t
WHERE t.id = $1::uuid;

-- GET /api/v1/members
SELECT
  t.id::text AS id,
  t.number::text AS number,
  (SELECT r.id::text FROM users r WHERE r.member_id = t.id) AS user,
  t.group_id::text AS group,
  t.space_id::text AS space,
  t.first_name::text AS first_name,
  t.last_name::text AS last_name,
  t.email::text AS email,
  t.phone::text AS phone,
  t.birthdate::text AS birthdate,
  t.job_title::text AS job_title,
  t.organization_name::text AS organization_name,
  t.address::text AS address,
  t.locale::text AS locale,
  t.image::text AS image,
  t.state::text AS state,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.accreditation_id || '"', 'null'), ',"name":',
        coalesce(to_json(s_1.name)::text, 'null'), ',"obtained_at":',
        coalesce('"' || to_char(s.obtained_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        ',"expires_at":',
        coalesce('"' || to_char(s.expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'), '}'
      )
      FROM member_accreditations s
      LEFT JOIN accreditations s_1 ON s_1.id = s.accreditation_id
      WHERE s.member_id = t.id
      ORDER BY s.accreditation_id
    ),
    ','
  ) AS accreditations,
  (
    SELECT r.id::text FROM subscriptions r WHERE r.member_id = t.id AND r.state = 'active'
  ) AS current_subscription,
  t.joined_at::text AS joined_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('groups', 'plans', 'spaces', 'subscriptions', 'users')
  ) AS revisions
FROM members t
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;

-- GET /api/v1/members with a cursor and
--   filters[accreditation_id][in]=01890000-0000-7000-8000-000000000001
--   filters[accreditation_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[email][in]=M
--   filters[email][not_in]=M
--   filters[group_id][in]=01890000-0000-7000-8000-000000000001
--   filters[group_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[soft_deleted][eq]=false
--   filters[state][in]=pending,active
--   filters[state][not_in]=pending
--   filters[user_id][in]=01890000-0000-7000-8000-000000000001
--   filters[user_id][not_in]=01890000-0000-7000-8000-000000000001
SELECT
  t.id::text AS id,
  t.number::text AS number,
  (SELECT r.id::text FROM users r WHERE r.member_id = t.id) AS user,
  t.group_id::text AS group,
  t.space_id::text AS space,
  t.first_name::text AS first_name,
  t.last_name::text AS last_name,
  t.email::text AS email,
  t.phone::text AS phone,
  t.birthdate::text AS birthdate,
  t.job_title::text AS job_title,
  t.organization_name::text AS organization_name,
  t.address::text AS address,
  t.locale::text AS locale,
  t.image::text AS image,
  t.state::text AS state,
  array_to_string(
    ARRAY(
      SELECT concat(
        '{"id":', coalesce('"' || s.accreditation_id || '"', 'null'), ',"name":',
        coalesce(to_json(s_1.name)::text, 'null'), ',"obtained_at":',
        coalesce('"' || to_char(s.obtained_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
        ',"expires_at":',
        coalesce('"' || to_char(s.expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'), '}'
      )
      FROM member_accreditations s
      LEFT JOIN accreditations s_1 ON s_1.id = s.accreditation_id
      WHERE s.member_id = t.id
      ORDER BY s.accreditation_id
    ),
    ','
  ) AS accreditations,
  (
    SELECT r.id::text FROM subscriptions r WHERE r.member_id = t.id AND r.state = 'active'
  ) AS current_subscription,
  t.joined_at::text AS joined_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('groups', 'plans', 'spaces', 'subscriptions', 'users')
  ) AS revisions
FROM members t
WHERE EXISTS (
  SELECT 1 FROM member_accreditations j WHERE j.member_id = t.id AND j.accreditation_id IN ($1)
)
  AND NOT EXISTS (
    SELECT 1 FROM member_accreditations j WHERE j.member_id = t.id AND j.accreditation_id IN ($2)
  )
  AND t.created_at >= $3
  AND t.created_at < $4
  AND t.email IN ($5)
  AND (t.email NOT IN ($6) OR t.email IS NULL)
  AND t.group_id IN ($7)
  AND (t.group_id NOT IN ($8) OR t.group_id IS NULL)
  AND t.id IN ($9)
  AND (t.id NOT IN ($10) OR t.id IS NULL)
  AND t.soft_deleted_at IS NULL
  AND t.state IN ($11, $12)
  AND t.state IN ($13, $14, $15)
  AND EXISTS (SELECT 1 FROM users j WHERE j.member_id = t.id AND j.id IN ($16))
  AND NOT EXISTS (SELECT 1 FROM users j WHERE j.member_id = t.id AND j.id IN ($17))
  AND (t.created_at, t.id) < ($18, $19)
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;
