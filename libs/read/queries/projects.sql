-- GET /api/v1/projects/{id}
SELECT
  t.id::text AS id,
  t.space_id::text AS space,
  t.author_id::text AS author,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.member_id
      FROM project_collaborators j
      WHERE j.project_id = t.id
      ORDER BY j.member_id
    ),
    ','
  ) AS collaborators,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.description::text AS description,
  t.license_id::text AS license,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.project_thematic_id
      FROM project_project_thematics j
      WHERE j.project_id = t.id
      ORDER BY j.project_thematic_id
    ),
    ','
  ) AS thematics,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.machine_id
      FROM project_machines j
      WHERE j.project_id = t.id
      ORDER BY j.machine_id
    ),
    ','
  ) AS machines,
  t.tags::text AS tags,
  t.external_url::text AS external_url,
  t.steps::text AS steps,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('machines', 'members', 'project_licenses', 'project_thematics', 'spaces')
  ) AS revisions
FROM projects t
WHERE t.id = $1::uuid;

-- GET /api/v1/projects
SELECT
  t.id::text AS id,
  t.space_id::text AS space,
  t.author_id::text AS author,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.member_id
      FROM project_collaborators j
      WHERE j.project_id = t.id
      ORDER BY j.member_id
    ),
    ','
  ) AS collaborators,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.description::text AS description,
  t.license_id::text AS license,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.project_thematic_id
      FROM project_project_thematics j
      WHERE j.project_id = t.id
      ORDER BY j.project_thematic_id
    ),
    ','
  ) AS thematics,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.machine_id
      FROM project_machines j
      WHERE j.project_id = t.id
      ORDER BY j.machine_id
    ),
    ','
  ) AS machines,
  t.tags::text AS tags,
  t.external_url::text AS external_url,
  t.steps::text AS steps,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('machines', 'members', 'project_licenses', 'project_thematics', 'spaces')
  ) AS revisions,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(
      coalesce(octet_length(t.summary), 0) + coalesce(
        octet_length(t.description_rendered), 0
      ) + coalesce(octet_length(t.description), 0) + coalesce(t.steps_bytes, 0)
    ) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (SELECT t.* FROM projects t ORDER BY t.created_at DESC, t.id DESC LIMIT 51) t
  WINDOW before AS (
    ORDER BY t.created_at DESC, t.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  )
) t
WHERE coalesce(t.bytes_before, 0) < 4194304
ORDER BY t.created_at DESC, t.id DESC
LIMIT 50;

-- GET /api/v1/projects with a cursor and
--   filters[collaborator_id][in]=01890000-0000-7000-8000-000000000001
--   filters[collaborator_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[created_at][gte]=2026-03-01T09:00:00.000Z
--   filters[created_at][lt]=2026-04-01T09:00:00.000Z
--   filters[id][in]=01890000-0000-7000-8000-000000000001
--   filters[id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[machine_id][in]=01890000-0000-7000-8000-000000000001
--   filters[machine_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[publication_state][in]=draft,published
--   filters[publication_state][not_in]=draft
--   filters[soft_deleted][eq]=false
--   filters[space_id][in]=01890000-0000-7000-8000-000000000001
--   filters[space_id][not_in]=01890000-0000-7000-8000-000000000001
--   filters[thematic_id][in]=01890000-0000-7000-8000-000000000001
--   filters[thematic_id][not_in]=01890000-0000-7000-8000-000000000001
SELECT
  t.id::text AS id,
  t.space_id::text AS space,
  t.author_id::text AS author,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.member_id
      FROM project_collaborators j
      WHERE j.project_id = t.id
      ORDER BY j.member_id
    ),
    ','
  ) AS collaborators,
  t.slug::text AS slug,
  t.name::text AS name,
  t.summary::text AS summary,
  t.description_rendered::text AS description_rendered,
  t.image::text AS image,
  t.description::text AS description,
  t.license_id::text AS license,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.project_thematic_id
      FROM project_project_thematics j
      WHERE j.project_id = t.id
      ORDER BY j.project_thematic_id
    ),
    ','
  ) AS thematics,
  array_to_string(
    ARRAY(
      SELECT E'\x010' || j.machine_id
      FROM project_machines j
      WHERE j.project_id = t.id
      ORDER BY j.machine_id
    ),
    ','
  ) AS machines,
  t.tags::text AS tags,
  t.external_url::text AS external_url,
  t.steps::text AS steps,
  t.publication_state::text AS publication_state,
  t.published_at::text AS published_at,
  t.soft_deleted_at::text AS soft_deleted_at,
  t.updated_at::text AS updated_at,
  t.created_at::text AS created_at,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('machines', 'members', 'project_licenses', 'project_thematics', 'spaces')
  ) AS revisions,
  t.follows::text
FROM (
  SELECT
    t.*,
    sum(
      coalesce(octet_length(t.summary), 0) + coalesce(
        octet_length(t.description_rendered), 0
      ) + coalesce(octet_length(t.description), 0) + coalesce(t.steps_bytes, 0)
    ) OVER before AS bytes_before,
    lead(true) OVER before AS follows
  FROM (
    SELECT t.*
    FROM projects t
    WHERE EXISTS (
      SELECT 1 FROM project_collaborators j WHERE j.project_id = t.id AND j.member_id IN ($1)
    )
      AND NOT EXISTS (
        SELECT 1 FROM project_collaborators j WHERE j.project_id = t.id AND j.member_id IN ($2)
      )
      AND t.created_at >= $3
      AND t.created_at < $4
      AND t.id IN ($5)
      AND (t.id NOT IN ($6) OR t.id IS NULL)
      AND EXISTS (
        SELECT 1 FROM project_machines j WHERE j.project_id = t.id AND j.machine_id IN ($7)
      )
      AND NOT EXISTS (
        SELECT 1 FROM project_machines j WHERE j.project_id = t.id AND j.machine_id IN ($8)
      )
      AND t.publication_state IN ($9, $10)
      AND t.publication_state IN ($11, $12)
      AND t.soft_deleted_at IS NULL
      AND t.space_id IN ($13)
      AND (t.space_id NOT IN ($14) OR t.space_id IS NULL)
      AND EXISTS (
        SELECT 1
        FROM project_project_thematics j
        WHERE j.project_id = t.id
          AND j.project_thematic_id IN ($15)
      )
      AND NOT EXISTS (
        SELECT 1
        FROM project_project_thematics j
        WHERE j.project_id = t.id
          AND j.project_thematic_id IN ($16)
      )
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
