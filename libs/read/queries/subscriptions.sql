-- GET /api/v1/subscriptions/{id}
SELECT
  t.id::text AS id,
  t.member_id::text AS member,
  t.group_id::text AS group,
  t.plan_id::text AS plan,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.canceled_at::text AS canceled_at,
  t.paused_at::text AS paused_at,
  t.renews_automatically::text AS renews_automatically,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('groups', 'members', 'plans')
  ) AS revisions
FROM subscriptions t
WHERE t.id = $1::uuid;

-- GET /api/v1/subscriptions
SELECT
  t.id::text AS id,
  t.member_id::text AS member,
  t.group_id::text AS group,
  t.plan_id::text AS plan,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.canceled_at::text AS canceled_at,
  t.paused_at::text AS paused_at,
  t.renews_automatically::text AS renews_automatically,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('groups', 'members', 'plans')
  ) AS revisions
FROM subscriptions t
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;

-- GET /api/v1/subscriptions with a cursor and
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[group_id][in]=01890000-0000-7000-8000-000000000001
--   filters[group_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[state][in]=pending,active
--   filters[state][not_in]=pending
SELECT
  t.id::text AS id,
  t.member_id::text AS member,
  t.group_id::text AS group,
  t.plan_id::text AS plan,
  t.state::text AS state,
  t.starts_at::text AS starts_at,
  t.ends_at::text AS ends_at,
  t.canceled_at::text AS canceled_at,
  t.paused_at::text AS paused_at,
  t.renews_automatically::text AS renews_automatically,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('groups', 'members', 'plans')
  ) AS revisions
FROM subscriptions t
WHERE t.created_at >= $1
  AND t.created_at < $2
  AND t.group_id IN ($3)
  AND (t.group_id NOT IN ($4) OR t.group_id IS NULL)
  AND t.id IN ($5)
  AND (t.id NOT IN ($6) OR t.id IS NULL)
  AND t.state IN ($7, $8)
  AND t.state IN ($9, $10, $11, $12)
  AND (t.created_at, t.id) < ($13, $14)
ORDER BY t.created_at DESC, t.id DESC
LIMIT 51;
