-- CustomDurationTypeDto of custom_duration_types
SELECT
  s.id::text,
  concat(
    '{"name":', coalesce(to_json(s.name)::text, 'null'), ',"soft_deleted_at":',
    coalesce('"' || to_char(s.soft_deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('custom_duration_types')
  ) AS revisions
FROM custom_duration_types s
WHERE s.id = ANY($1::uuid[]);

-- EventSessionSummaryDto of event_sessions
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"event":',
    CASE WHEN s_1.id IS NULL THEN 'null' ELSE concat(
      '{"id":', coalesce('"' || s_1.id || '"', 'null'), ',"name":',
      coalesce(to_json(s_1.name)::text, 'null'), '}'
    ) END,
    '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('event_sessions', 'events')
  ) AS revisions
FROM event_sessions s
LEFT JOIN events s_1 ON s_1.id = s.event_id
WHERE s.id = ANY($1::uuid[]);

-- MachineUnitSummaryDto of machine_units
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"sku":',
    coalesce(to_json(s.sku)::text, 'null'), ',"state":', coalesce('"' || s.state || '"', 'null'),
    ',"machine":',
    CASE WHEN s_3.id IS NULL THEN 'null' ELSE concat(
      '{"id":', coalesce('"' || s_3.id || '"', 'null'), ',"name":',
      coalesce(to_json(s_3.name)::text, 'null'), '}'
    ) END,
    '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('machine_units', 'machines')
  ) AS revisions
FROM machine_units s
LEFT JOIN machines s_3 ON s_3.id = s.machine_id
WHERE s.id = ANY($1::uuid[]);

-- PersonSummaryDto of members
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"first_name":',
    coalesce(to_json(s.first_name)::text, 'null'), ',"last_name":',
    coalesce(to_json(s.last_name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('members')
  ) AS revisions
FROM members s
WHERE s.id = ANY($1::uuid[]);

-- PersonSummaryDto of users
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"first_name":',
    coalesce(to_json(s.first_name)::text, 'null'), ',"last_name":',
    coalesce(to_json(s.last_name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('users')
  ) AS revisions
FROM users s
WHERE s.id = ANY($1::uuid[]);

-- PlaceExtraSummaryDto of place_extras
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), ',"sku":', coalesce(to_json(s.sku)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('place_extras')
  ) AS revisions
FROM place_extras s
WHERE s.id = ANY($1::uuid[]);

-- PlaceUnitSummaryDto of place_units
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"sku":',
    coalesce(to_json(s.sku)::text, 'null'), ',"state":', coalesce('"' || s.state || '"', 'null'),
    ',"place":',
    CASE WHEN s_3.id IS NULL THEN 'null' ELSE concat(
      '{"id":', coalesce('"' || s_3.id || '"', 'null'), ',"name":',
      coalesce(to_json(s_3.name)::text, 'null'), '}'
    ) END,
    '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('place_units', 'places')
  ) AS revisions
FROM place_units s
LEFT JOIN places s_3 ON s_3.id = s.place_id
WHERE s.id = ANY($1::uuid[]);

-- PriceSummaryDto of prices
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"category":',
    CASE WHEN s_1.id IS NULL THEN 'null' ELSE concat(
      '{"id":', coalesce('"' || s_1.id || '"', 'null'), ',"name":',
      coalesce(to_json(s_1.name)::text, 'null'), '}'
    ) END,
    '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('categories', 'prices')
  ) AS revisions
FROM prices s
LEFT JOIN categories s_1 ON s_1.id = s.category_id
WHERE s.id = ANY($1::uuid[]);

-- RefDto of accreditations
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('accreditations')
  ) AS revisions
FROM accreditations s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of categories
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('categories')
  ) AS revisions
FROM categories s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of equipments
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('equipments')
  ) AS revisions
FROM equipments s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of events
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('events')
  ) AS revisions
FROM events s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of groups
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('groups')
  ) AS revisions
FROM groups s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of machines
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('machines')
  ) AS revisions
FROM machines s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of places
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('places')
  ) AS revisions
FROM places s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of plans
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('plans')
  ) AS revisions
FROM plans s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of project_licenses
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('project_licenses')
  ) AS revisions
FROM project_licenses s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of project_thematics
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('project_thematics')
  ) AS revisions
FROM project_thematics s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of spaces
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('spaces')
  ) AS revisions
FROM spaces s
WHERE s.id = ANY($1::uuid[]);

-- RefDto of trainings
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"name":',
    coalesce(to_json(s.name)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('trainings')
  ) AS revisions
FROM trainings s
WHERE s.id = ANY($1::uuid[]);

-- SubscriptionSummaryDto of subscriptions
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"plan":',
    CASE WHEN s_1.id IS NULL THEN 'null' ELSE concat(
      '{"id":', coalesce('"' || s_1.id || '"', 'null'), ',"name":',
      coalesce(to_json(s_1.name)::text, 'null'), '}'
    ) END,
    '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('plans', 'subscriptions')
  ) AS revisions
FROM subscriptions s
LEFT JOIN plans s_1 ON s_1.id = s.plan_id
WHERE s.id = ANY($1::uuid[]);

-- TrainingSessionSummaryDto of training_sessions
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"training":',
    CASE WHEN s_1.id IS NULL THEN 'null' ELSE concat(
      '{"id":', coalesce('"' || s_1.id || '"', 'null'), ',"name":',
      coalesce(to_json(s_1.name)::text, 'null'), '}'
    ) END,
    '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('training_sessions', 'trainings')
  ) AS revisions
FROM training_sessions s
LEFT JOIN trainings s_1 ON s_1.id = s.training_id
WHERE s.id = ANY($1::uuid[]);

-- UserSummaryDto of users
SELECT
  s.id::text,
  concat(
    '{"id":', coalesce('"' || s.id || '"', 'null'), ',"email":',
    coalesce(to_json(s.email)::text, 'null'), '}'
  ) AS summary,
  (
    SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C")
    FROM revisions v
    WHERE v.name IN ('users')
  ) AS revisions
FROM users s
WHERE s.id = ANY($1::uuid[]);
