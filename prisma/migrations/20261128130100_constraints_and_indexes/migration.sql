-- Written by hand: checks and indexes that Prisma's schema cannot express.

-- ---------------------------------------------------------------------------------------------------------------
-- Uniqueness among some of the rows.
-- ---------------------------------------------------------------------------------------------------------------

-- A member has at most one active subscription; the same index finds it (Member.current_subscription).
CREATE UNIQUE INDEX "subscriptions_active_member_id_key" ON "subscriptions" ("member_id") WHERE "state" = 'active';

-- Live users do not share an address, in upper or lower case.
CREATE UNIQUE INDEX "users_live_email_key" ON "users" (lower("email")) WHERE "soft_deleted_at" IS NULL;

-- ---------------------------------------------------------------------------------------------------------------
-- Indexes for filters on columns that are mostly null: the rows with a value, in the order of the usual sorts.
-- ---------------------------------------------------------------------------------------------------------------

-- With all times and the state, so that filters on them are tested without reading the rows.
CREATE INDEX "bookings_member_id_created_at_id_idx" ON "bookings" ("member_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state") WHERE "member_id" IS NOT NULL;
CREATE INDEX "bookings_group_id_created_at_id_idx" ON "bookings" ("group_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state") WHERE "group_id" IS NOT NULL;
CREATE INDEX "bookings_machine_unit_id_created_at_id_idx" ON "bookings" ("machine_unit_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state") WHERE "machine_unit_id" IS NOT NULL;
CREATE INDEX "bookings_place_unit_id_created_at_id_idx" ON "bookings" ("place_unit_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state") WHERE "place_unit_id" IS NOT NULL;

CREATE INDEX "bookings_member_id_starts_at_id_idx" ON "bookings" ("member_id", "starts_at", "id") WHERE "member_id" IS NOT NULL;
CREATE INDEX "bookings_group_id_starts_at_id_idx" ON "bookings" ("group_id", "starts_at", "id") WHERE "group_id" IS NOT NULL;
CREATE INDEX "bookings_machine_unit_id_starts_at_id_idx" ON "bookings" ("machine_unit_id", "starts_at", "id") WHERE "machine_unit_id" IS NOT NULL;
CREATE INDEX "bookings_place_unit_id_starts_at_id_idx" ON "bookings" ("place_unit_id", "starts_at", "id") WHERE "place_unit_id" IS NOT NULL;
CREATE INDEX "bookings_event_session_id_created_at_id_idx" ON "bookings" ("event_session_id", "created_at", "id") WHERE "event_session_id" IS NOT NULL;
CREATE INDEX "bookings_training_session_id_created_at_id_idx" ON "bookings" ("training_session_id", "created_at", "id") WHERE "training_session_id" IS NOT NULL;
CREATE INDEX "bookings_reserved_by_event_session_id_created_at_id_idx" ON "bookings" ("reserved_by_event_session_id", "created_at", "id") WHERE "reserved_by_event_session_id" IS NOT NULL;
CREATE INDEX "bookings_reserved_by_training_session_id_created_at_id_idx" ON "bookings" ("reserved_by_training_session_id", "created_at", "id") WHERE "reserved_by_training_session_id" IS NOT NULL;
CREATE INDEX "bookings_canceled_at_id_idx" ON "bookings" ("canceled_at", "id") WHERE "canceled_at" IS NOT NULL;

-- Deleted rows are few among many live ones.
CREATE INDEX "categories_deleted_idx" ON "categories" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "events_age_min_id_idx" ON "events" ("age_min", "id") WHERE "age_min" IS NOT NULL;
CREATE INDEX "events_age_max_id_idx" ON "events" ("age_max", "id") WHERE "age_max" IS NOT NULL;
CREATE INDEX "events_deleted_idx" ON "events" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "machine_units_deleted_idx" ON "machine_units" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "machines_deleted_idx" ON "machines" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "members_deleted_idx" ON "members" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "place_units_deleted_idx" ON "place_units" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "places_capacity_per_unit_id_idx" ON "places" ("capacity_per_unit", "id") WHERE "capacity_per_unit" IS NOT NULL;
CREATE INDEX "places_deleted_idx" ON "places" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "plans_deleted_idx" ON "plans" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "projects_deleted_idx" ON "projects" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "spaces_deleted_idx" ON "spaces" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "trainings_deleted_idx" ON "trainings" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "users_deleted_idx" ON "users" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;

-- ---------------------------------------------------------------------------------------------------------------
-- The shapes of JSON columns. They are returned as stored, so their text is exact (SHAPE-1, SHAPE-2, SHAPE-10).
-- ---------------------------------------------------------------------------------------------------------------

-- Every item matches the rule. Paths are strict: an item without a key that the rule names does not match.
CREATE FUNCTION "every_item"("items" json, "rule" jsonpath) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE json_typeof(items)
        WHEN 'array' THEN jsonb_array_length(jsonb_path_query_array(items::jsonb, rule)) = json_array_length(items)
        ELSE items IS NULL
    END
$$;

-- The slots last from the start of the first one to the end of the last one.
CREATE FUNCTION "slots_span"("slots" json, "starts_at" timestamptz, "ends_at" timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN json_typeof(slots) = 'array' AND starts_at < ends_at
        THEN (slots #>> '{0,start_time}', slots #>> '{-1,end_time}') IS NOT DISTINCT FROM (
            to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        ELSE false
    END
$$;

-- The slots are in order and disjoint. Times of this form compare as text.
CREATE FUNCTION "slots_in_order"("slots" json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(bool_and(start_time < end_time AND (previous_end IS NULL OR previous_end <= start_time)), false)
    FROM (
        SELECT (slot ->> 'start_time') COLLATE "C" AS start_time,
            (slot ->> 'end_time') COLLATE "C" AS end_time,
            lag(slot ->> 'end_time') OVER (ORDER BY position) COLLATE "C" AS previous_end
        FROM json_array_elements(CASE json_typeof(slots) WHEN 'array' THEN slots END) WITH ORDINALITY AS slot_list(slot, position)
    ) AS ordered
$$;

-- One slot between the two instants, in the form in which the service writes it. This makes the checks of bookings, which an
-- import runs for every row, more than twice as fast: patterns with few states, on substrings at fixed places, take less
-- time than parsing the JSON. It is sufficient but not necessary: other forms are valid if they pass the checks of the JSON.
CREATE FUNCTION "is_one_slot"("slots" text, "starts_at" timestamptz, "ends_at" timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT length(slots) = 175
        AND slots LIKE '[{"id":"________-____-____-____-____________","start\_date":"____-__-__","start\_time":"'
            || to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","end\_date":"____-__-__","end\_time":"'
            || to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}]'
        AND substr(slots, 9, 36) ~ '^[0-9a-f-]+$' AND substr(slots, 9, 36) NOT LIKE '%-%-%-%-%-%'
        AND substr(slots, 61, 10) || substr(slots, 125, 10) ~ '^[0-9-]+$'
        AND substr(slots, 61, 10) || substr(slots, 125, 10) NOT LIKE '%-%-%-%-%-%'
        AND substr(slots, 87, 24) COLLATE "C" < substr(slots, 149, 24)
$$;

-- The positions of the steps count from 1.
CREATE FUNCTION "steps_in_order"("steps" json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(bool_and((step ->> 'position')::int = position), true)
    FROM json_array_elements(CASE json_typeof(steps) WHEN 'array' THEN steps END) WITH ORDINALITY AS step_list(step, position)
$$;

-- The opening hours are in the order of the days and times.
CREATE FUNCTION "opening_hours_in_order"("opening_hours" json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(bool_and(previous IS NULL OR previous <= this), true)
    FROM (
        SELECT this, lag(this) OVER (ORDER BY position) AS previous
        FROM (
            SELECT ((entry ->> 'day_of_week') || ' ' || (entry ->> 'opens_at')) COLLATE "C" AS this, position
            FROM json_array_elements(CASE json_typeof(opening_hours) WHEN 'array' THEN opening_hours END) WITH ORDINALITY AS entry_list(entry, position)
        ) AS keyed
    ) AS paired
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Rules that hold for several tables. The constraint is named <table>_<rule>_check.
-- ---------------------------------------------------------------------------------------------------------------

-- SHAPE-7: times of change.
ALTER TABLE "accreditations" ADD CONSTRAINT "accreditations_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "categories" ADD CONSTRAINT "categories_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "custom_duration_types" ADD CONSTRAINT "custom_duration_types_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "equipments" ADD CONSTRAINT "equipments_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "events" ADD CONSTRAINT "events_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "groups" ADD CONSTRAINT "groups_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "machine_units" ADD CONSTRAINT "machine_units_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "machines" ADD CONSTRAINT "machines_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "members" ADD CONSTRAINT "members_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "place_units" ADD CONSTRAINT "place_units_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "places" ADD CONSTRAINT "places_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "plans" ADD CONSTRAINT "plans_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "project_licenses" ADD CONSTRAINT "project_licenses_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "project_thematics" ADD CONSTRAINT "project_thematics_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "projects" ADD CONSTRAINT "projects_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "training_sessions" ADD CONSTRAINT "training_sessions_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_timestamps_check" CHECK (updated_at >= created_at);
ALTER TABLE "users" ADD CONSTRAINT "users_timestamps_check" CHECK (updated_at >= created_at);

-- Published rows have a time of publication, drafts have none, and archived rows may have been either.
ALTER TABLE "events" ADD CONSTRAINT "events_publication_check"
    CHECK (CASE publication_state WHEN 'draft' THEN published_at IS NULL WHEN 'published' THEN published_at IS NOT NULL ELSE true END);
ALTER TABLE "machines" ADD CONSTRAINT "machines_publication_check"
    CHECK (CASE publication_state WHEN 'draft' THEN published_at IS NULL WHEN 'published' THEN published_at IS NOT NULL ELSE true END);
ALTER TABLE "places" ADD CONSTRAINT "places_publication_check"
    CHECK (CASE publication_state WHEN 'draft' THEN published_at IS NULL WHEN 'published' THEN published_at IS NOT NULL ELSE true END);
ALTER TABLE "plans" ADD CONSTRAINT "plans_publication_check"
    CHECK (CASE publication_state WHEN 'draft' THEN published_at IS NULL WHEN 'published' THEN published_at IS NOT NULL ELSE true END);
ALTER TABLE "projects" ADD CONSTRAINT "projects_publication_check"
    CHECK (CASE publication_state WHEN 'draft' THEN published_at IS NULL WHEN 'published' THEN published_at IS NOT NULL ELSE true END);
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_publication_check"
    CHECK (CASE publication_state WHEN 'draft' THEN published_at IS NULL WHEN 'published' THEN published_at IS NOT NULL ELSE true END);
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_publication_check"
    CHECK (CASE publication_state WHEN 'draft' THEN published_at IS NULL WHEN 'published' THEN published_at IS NOT NULL ELSE true END);

-- Slugs are lowercase words joined by hyphens.
ALTER TABLE "categories" ADD CONSTRAINT "categories_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);
ALTER TABLE "events" ADD CONSTRAINT "events_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);
ALTER TABLE "machines" ADD CONSTRAINT "machines_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);
ALTER TABLE "places" ADD CONSTRAINT "places_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);
ALTER TABLE "plans" ADD CONSTRAINT "plans_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);
ALTER TABLE "project_thematics" ADD CONSTRAINT "project_thematics_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);
ALTER TABLE "projects" ADD CONSTRAINT "projects_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_slug_check" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);

-- Images have all three sizes.
ALTER TABLE "events" ADD CONSTRAINT "events_image_check"
    CHECK (image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0);
ALTER TABLE "machines" ADD CONSTRAINT "machines_image_check"
    CHECK (image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0);
ALTER TABLE "members" ADD CONSTRAINT "members_image_check"
    CHECK (image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0);
ALTER TABLE "places" ADD CONSTRAINT "places_image_check"
    CHECK (image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0);
ALTER TABLE "plans" ADD CONSTRAINT "plans_image_check"
    CHECK (image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0);
ALTER TABLE "projects" ADD CONSTRAINT "projects_image_check"
    CHECK (image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0);
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_image_check"
    CHECK (image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0);
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_image_check"
    CHECK (image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0);

-- Sort keys are not empty, and short enough for an index.
ALTER TABLE "accreditations" ADD CONSTRAINT "accreditations_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "categories" ADD CONSTRAINT "categories_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "custom_duration_types" ADD CONSTRAINT "custom_duration_types_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "equipments" ADD CONSTRAINT "equipments_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "events" ADD CONSTRAINT "events_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "groups" ADD CONSTRAINT "groups_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "machines" ADD CONSTRAINT "machines_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "place_extras" ADD CONSTRAINT "place_extras_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "places" ADD CONSTRAINT "places_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "plans" ADD CONSTRAINT "plans_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "project_licenses" ADD CONSTRAINT "project_licenses_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "project_thematics" ADD CONSTRAINT "project_thematics_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "projects" ADD CONSTRAINT "projects_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);

ALTER TABLE "members" ADD CONSTRAINT "members_names_check" CHECK (char_length(first_name) <= 200 AND char_length(last_name) BETWEEN 1 AND 200);
ALTER TABLE "users" ADD CONSTRAINT "users_names_check" CHECK (char_length(first_name) <= 200 AND char_length(last_name) BETWEEN 1 AND 200);

ALTER TABLE "members" ADD CONSTRAINT "members_email_check" CHECK (char_length(email) BETWEEN 1 AND 255);
ALTER TABLE "users" ADD CONSTRAINT "users_email_check" CHECK (char_length(email) BETWEEN 1 AND 255);

ALTER TABLE "machine_units" ADD CONSTRAINT "machine_units_sku_check" CHECK (char_length(sku) BETWEEN 1 AND 200);
ALTER TABLE "place_extras" ADD CONSTRAINT "place_extras_sku_check" CHECK (char_length(sku) BETWEEN 1 AND 200);
ALTER TABLE "place_units" ADD CONSTRAINT "place_units_sku_check" CHECK (char_length(sku) BETWEEN 1 AND 200);

-- The column that the kind needs is set, and no other.
ALTER TABLE "events" ADD CONSTRAINT "events_buying_cta_check" CHECK (
    (buying_cta_kind = 'email') = (buying_cta_email IS NOT NULL)
    AND (buying_cta_kind = 'url') = (buying_cta_url IS NOT NULL)
    AND (buying_cta_kind = 'text') = (buying_cta_text IS NOT NULL)
);
ALTER TABLE "machines" ADD CONSTRAINT "machines_buying_cta_check" CHECK (
    (buying_cta_kind = 'email') = (buying_cta_email IS NOT NULL)
    AND (buying_cta_kind = 'url') = (buying_cta_url IS NOT NULL)
    AND (buying_cta_kind = 'text') = (buying_cta_text IS NOT NULL)
);
ALTER TABLE "places" ADD CONSTRAINT "places_buying_cta_check" CHECK (
    (buying_cta_kind = 'email') = (buying_cta_email IS NOT NULL)
    AND (buying_cta_kind = 'url') = (buying_cta_url IS NOT NULL)
    AND (buying_cta_kind = 'text') = (buying_cta_text IS NOT NULL)
);
ALTER TABLE "plans" ADD CONSTRAINT "plans_buying_cta_check" CHECK (
    (buying_cta_kind = 'email') = (buying_cta_email IS NOT NULL)
    AND (buying_cta_kind = 'url') = (buying_cta_url IS NOT NULL)
    AND (buying_cta_kind = 'text') = (buying_cta_text IS NOT NULL)
);
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_buying_cta_check" CHECK (
    (buying_cta_kind = 'email') = (buying_cta_email IS NOT NULL)
    AND (buying_cta_kind = 'url') = (buying_cta_url IS NOT NULL)
    AND (buying_cta_kind = 'text') = (buying_cta_text IS NOT NULL)
);

ALTER TABLE "events" ADD CONSTRAINT "events_buying_cta_text_check" CHECK (buying_cta_text IS NULL OR json_typeof(buying_cta_text) = 'object');
ALTER TABLE "machines" ADD CONSTRAINT "machines_buying_cta_text_check" CHECK (buying_cta_text IS NULL OR json_typeof(buying_cta_text) = 'object');
ALTER TABLE "places" ADD CONSTRAINT "places_buying_cta_text_check" CHECK (buying_cta_text IS NULL OR json_typeof(buying_cta_text) = 'object');
ALTER TABLE "plans" ADD CONSTRAINT "plans_buying_cta_text_check" CHECK (buying_cta_text IS NULL OR json_typeof(buying_cta_text) = 'object');
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_buying_cta_text_check" CHECK (buying_cta_text IS NULL OR json_typeof(buying_cta_text) = 'object');

ALTER TABLE "events" ADD CONSTRAINT "events_accessibility_check"
    CHECK (every_item(accessibility, 'strict $[*] ? (@ == "visual" || @ == "hearing" || @ == "motor" || @ == "mental")'));
ALTER TABLE "places" ADD CONSTRAINT "places_accessibility_check"
    CHECK (every_item(accessibility, 'strict $[*] ? (@ == "visual" || @ == "hearing" || @ == "motor" || @ == "mental")'));
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_accessibility_check"
    CHECK (every_item(accessibility, 'strict $[*] ? (@ == "visual" || @ == "hearing" || @ == "motor" || @ == "mental")'));
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_accessibility_check"
    CHECK (every_item(accessibility, 'strict $[*] ? (@ == "visual" || @ == "hearing" || @ == "motor" || @ == "mental")'));

-- starts_at and ends_at are those of the first and the last slot.
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_span_check" CHECK (slots_span(slots, starts_at, ends_at));
ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_span_check" CHECK (slots_span(slots, starts_at, ends_at));
ALTER TABLE "training_sessions" ADD CONSTRAINT "training_sessions_span_check" CHECK (slots_span(slots, starts_at, ends_at));

ALTER TABLE "bookings" ADD CONSTRAINT "bookings_slots_check" CHECK (
    is_one_slot(slots::text, starts_at, ends_at)
    OR slots_in_order(slots)
    AND every_item(slots, 'strict $[*] ? (@.id like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
        && @.start_date like_regex "^\\d{4}-\\d\\d-\\d\\d$" && @.end_date like_regex "^\\d{4}-\\d\\d-\\d\\d$"
        && @.start_time like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"
        && @.end_time like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$")')
);
ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_slots_check" CHECK (
    is_one_slot(slots::text, starts_at, ends_at)
    OR slots_in_order(slots)
    AND every_item(slots, 'strict $[*] ? (@.id like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
        && @.start_date like_regex "^\\d{4}-\\d\\d-\\d\\d$" && @.end_date like_regex "^\\d{4}-\\d\\d-\\d\\d$"
        && @.start_time like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"
        && @.end_time like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$")')
);
ALTER TABLE "training_sessions" ADD CONSTRAINT "training_sessions_slots_check" CHECK (
    is_one_slot(slots::text, starts_at, ends_at)
    OR slots_in_order(slots)
    AND every_item(slots, 'strict $[*] ? (@.id like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
        && @.start_date like_regex "^\\d{4}-\\d\\d-\\d\\d$" && @.end_date like_regex "^\\d{4}-\\d\\d-\\d\\d$"
        && @.start_time like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"
        && @.end_time like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$")')
);

-- Canceled rows have a time of cancellation, and no others.
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_canceled_check" CHECK ((state = 'canceled') = (canceled_at IS NOT NULL));
ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_canceled_check" CHECK ((state = 'canceled') = (canceled_at IS NOT NULL));
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_canceled_check" CHECK ((state = 'canceled') = (canceled_at IS NOT NULL));
ALTER TABLE "training_sessions" ADD CONSTRAINT "training_sessions_canceled_check" CHECK ((state = 'canceled') = (canceled_at IS NOT NULL));

ALTER TABLE "machines" ADD CONSTRAINT "machines_time_step_check" CHECK (hourly_booking_time_step_in_minutes IN (5, 10, 15, 20, 30, 60));
ALTER TABLE "places" ADD CONSTRAINT "places_time_step_check" CHECK (hourly_booking_time_step_in_minutes IN (5, 10, 15, 20, 30, 60));

ALTER TABLE "machine_booking_duration_types" ADD CONSTRAINT "machine_booking_duration_types_custom_check"
    CHECK ((kind = 'custom') = (custom_duration_type_id IS NOT NULL));
ALTER TABLE "place_booking_duration_types" ADD CONSTRAINT "place_booking_duration_types_custom_check"
    CHECK ((kind = 'custom') = (custom_duration_type_id IS NOT NULL));

ALTER TABLE "events" ADD CONSTRAINT "events_seats_per_session_check" CHECK (seats_per_session >= 1);
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_seats_per_session_check" CHECK (seats_per_session >= 1);

ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_seats_total_check" CHECK (seats_total >= 0);
ALTER TABLE "training_sessions" ADD CONSTRAINT "training_sessions_seats_total_check" CHECK (seats_total >= 0);

-- SHAPE-5: amounts in the smallest unit of an ISO 4217 currency.
ALTER TABLE "plans" ADD CONSTRAINT "plans_amount_check" CHECK (amount_in_cents >= 0 AND currency ~ '^[A-Z]{3}$');
ALTER TABLE "prices" ADD CONSTRAINT "prices_amount_check" CHECK (amount_in_cents >= 0 AND currency ~ '^[A-Z]{3}$');

ALTER TABLE "members" ADD CONSTRAINT "members_address_check" CHECK (address IS NULL OR json_typeof(address) = 'object');
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_address_check" CHECK (address IS NULL OR json_typeof(address) = 'object');

-- ---------------------------------------------------------------------------------------------------------------
-- Rules of one table.
-- ---------------------------------------------------------------------------------------------------------------

ALTER TABLE "access_tokens"
    ADD CONSTRAINT "access_tokens_name_check" CHECK (char_length(name) BETWEEN 1 AND 200),
    ADD CONSTRAINT "access_tokens_hash_check" CHECK (octet_length(hash) = 32),
    ADD CONSTRAINT "access_tokens_quota_check" CHECK (quota_limit >= 1 AND quota_window_seconds >= 1),
    ADD CONSTRAINT "access_tokens_quota_whole_check" CHECK (num_nulls(quota_limit, quota_window_seconds) <> 1);

ALTER TABLE "bookings"
    ADD CONSTRAINT "bookings_target_check"
        CHECK (num_nonnulls(machine_unit_id, place_unit_id, event_session_id, training_session_id) = 1),
    -- A booking that holds a unit for a session has neither a member nor a group.
    ADD CONSTRAINT "bookings_reserved_by_check" CHECK (
        CASE num_nonnulls(reserved_by_event_session_id, reserved_by_training_session_id)
            WHEN 0 THEN true
            WHEN 1 THEN num_nonnulls(member_id, group_id) = 0 AND num_nonnulls(machine_unit_id, place_unit_id) = 1
            ELSE false
        END
    );

ALTER TABLE "events"
    ADD CONSTRAINT "events_location_check" CHECK (location_kind <> 'offsite' OR location_name IS NOT NULL),
    ADD CONSTRAINT "events_age_check" CHECK (age_min >= 0 AND age_max >= 0),
    ADD CONSTRAINT "events_maximum_seats_per_booking_check" CHECK (maximum_seats_per_booking >= 1);

ALTER TABLE "machines"
    ADD CONSTRAINT "machines_machine_quotas_check" CHECK (every_item(machine_quotas, 'strict $[*] ? (
        @.id.type() == "string" && @.machine_booking_duration_type_id.type() == "string" && @.value >= 1
        && @.unit like_regex "^(hours_per_(day|week|month)|days_per_(week|month)|bookings_per_(day|week|month))$")')),
    ADD CONSTRAINT "machines_machine_booking_minimum_durations_check" CHECK (every_item(machine_booking_minimum_durations,
        'strict $[*] ? (@.id.type() == "string" && @.value >= 1 && @.unit like_regex "^(minute|hour|day|week|month)$")'));

ALTER TABLE "members"
    ADD CONSTRAINT "members_number_check" CHECK (char_length(number) BETWEEN 1 AND 200);

ALTER TABLE "places"
    ADD CONSTRAINT "places_capacity_per_unit_check" CHECK (capacity_per_unit >= 1),
    ADD CONSTRAINT "places_place_quotas_check" CHECK (every_item(place_quotas, 'strict $[*] ? (
        @.id.type() == "string" && @.place_booking_duration_type_id.type() == "string" && @.value >= 1
        && @.unit like_regex "^(hours_per_(day|week|month)|days_per_(week|month)|bookings_per_(day|week|month))$")')),
    ADD CONSTRAINT "places_place_booking_minimum_durations_check" CHECK (every_item(place_booking_minimum_durations,
        'strict $[*] ? (@.id.type() == "string" && @.value >= 1 && @.unit like_regex "^(minute|hour|day|week|month)$")'));

ALTER TABLE "plans"
    ADD CONSTRAINT "plans_charged_check" CHECK (
        num_nonnulls(amount_in_cents, currency) = CASE pricing WHEN 'charged' THEN 2 ELSE 0 END
    ),
    ADD CONSTRAINT "plans_duration_count_check" CHECK (duration_count >= 1);

ALTER TABLE "prices"
    ADD CONSTRAINT "prices_owner_check" CHECK (num_nonnulls(training_id, event_id) = 1);

ALTER TABLE "project_licenses"
    ADD CONSTRAINT "project_licenses_code_check" CHECK (char_length(code) BETWEEN 1 AND 200);

-- Section 9 limits what clients may send.
ALTER TABLE "projects"
    ADD CONSTRAINT "projects_summary_check" CHECK (char_length(summary) <= 500),
    ADD CONSTRAINT "projects_description_check" CHECK (char_length(description) <= 100000),
    ADD CONSTRAINT "projects_description_rendered_check"
        CHECK ((description IS NULL) = (description_rendered IS NULL)),
    ADD CONSTRAINT "projects_external_url_check" CHECK (external_url ~ '^[Hh][Tt][Tt][Pp][Ss]?:' AND char_length(external_url) <= 2048),
    ADD CONSTRAINT "projects_tags_check" CHECK (
        every_item(tags, 'strict $[*] ? (@ like_regex "^.{1,50}$" flag "s")') AND json_array_length(tags) <= 20
    ),
    ADD CONSTRAINT "projects_steps_check" CHECK (
        every_item(steps, 'strict $[*] ? (@.id.type() == "string" && @.title like_regex "^.{1,200}$" flag "s"
            && (@.description == null && @.description_rendered == null
                || @.description.type() == "string" && @.description_rendered.type() == "string"))')
        AND steps_in_order(steps) AND json_array_length(steps) <= 100
    );

ALTER TABLE "spaces"
    ADD CONSTRAINT "spaces_parent_check" CHECK (parent_id <> id),
    ADD CONSTRAINT "spaces_position_check" CHECK (num_nulls(latitude, longitude) <> 1),
    ADD CONSTRAINT "spaces_latitude_check" CHECK (latitude BETWEEN -90 AND 90),
    ADD CONSTRAINT "spaces_longitude_check" CHECK (longitude BETWEEN -180 AND 180),
    ADD CONSTRAINT "spaces_opening_hours_check" CHECK (
        every_item(opening_hours, 'strict $[*] ? (@.day_of_week >= 1 && @.day_of_week <= 7
            && @.opens_at like_regex "^([01]\\d|2[0-3]):[0-5]\\d$"
            && @.closes_at like_regex "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$")')
        AND opening_hours_in_order(opening_hours)
    );

ALTER TABLE "subscriptions"
    ADD CONSTRAINT "subscriptions_span_check" CHECK (ends_at > starts_at),
    ADD CONSTRAINT "subscriptions_endless_check" CHECK (ends_at IS NOT NULL OR renews_automatically),
    ADD CONSTRAINT "subscriptions_paused_check" CHECK ((state = 'paused') = (paused_at IS NOT NULL));

ALTER TABLE "trainings"
    ADD CONSTRAINT "trainings_duration_in_minutes_check" CHECK (duration_in_minutes >= 15),
    ADD CONSTRAINT "trainings_minimum_seats_check" CHECK (minimum_seats >= 1 AND auto_cancel_before_in_hours >= 0),
    ADD CONSTRAINT "trainings_auto_cancel_check" CHECK (num_nulls(minimum_seats, auto_cancel_before_in_hours) <> 1),
    ADD CONSTRAINT "trainings_accreditation_validity_check" CHECK (accreditation_validity_in_months >= 1);
