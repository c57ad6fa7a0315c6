-- Written by hand: what a row can show by itself, as section 8 of the interface states it. Each rule is said once,
-- with the tables that it holds for; the constraint is named <table>_<rule>_check.

-- ---------------------------------------------------------------------------------------------------------------
-- The shapes of JSON parts. Their text is passed through to the answer, so it is exact (SHAPE-1, SHAPE-2, SHAPE-10).
-- ---------------------------------------------------------------------------------------------------------------

-- Strict paths: an item without a key that the rule names does not match.
CREATE FUNCTION "every_item"("items" json, "rule" jsonpath) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE json_typeof(items)
        WHEN 'array' THEN jsonb_array_length(jsonb_path_query_array(items::jsonb, rule)) = json_array_length(items)
        ELSE items IS NULL
    END
$$;

-- From the first slot's start to the last one's end.
CREATE FUNCTION "slots_span"("slots" json, "starts_at" timestamptz, "ends_at" timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN json_typeof(slots) = 'array' AND starts_at < ends_at
        THEN (slots -> 0 ->> 'start_time', slots -> -1 ->> 'end_time') IS NOT DISTINCT FROM (
            to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        ELSE false
    END
$$;

-- In order and disjoint. Times of this form compare as text.
CREATE FUNCTION "slots_in_order"("slots" json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(bool_and(start_time < end_time AND (previous_end IS NULL OR previous_end <= start_time)), false)
    FROM (
        SELECT (slot ->> 'start_time') COLLATE "C" AS start_time,
            (slot ->> 'end_time') COLLATE "C" AS end_time,
            lag(slot ->> 'end_time') OVER (ORDER BY position) COLLATE "C" AS previous_end
        FROM json_array_elements(CASE json_typeof(slots) WHEN 'array' THEN slots END) WITH ORDINALITY AS slot_list(slot, position)
    ) AS ordered
$$;

CREATE FUNCTION "steps_in_order"("steps" json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(bool_and((step ->> 'position')::int = position), true)
    FROM json_array_elements(CASE json_typeof(steps) WHEN 'array' THEN steps END) WITH ORDINALITY AS step_list(step, position)
$$;

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
-- Rules that hold for several tables.
-- ---------------------------------------------------------------------------------------------------------------

CREATE FUNCTION pg_temp.add_check("tables" text[], "rule" text, "condition" text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    owner text;
BEGIN
    FOREACH owner IN ARRAY tables LOOP
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s)', owner, owner || '_' || rule || '_check', condition);
    END LOOP;
END
$$;

-- SHAPE-7
SELECT pg_temp.add_check('{accreditations,bookings,categories,custom_duration_types,equipments,event_sessions,events,groups,machine_units,machines,members,place_units,places,plans,project_licenses,project_thematics,projects,spaces,subscriptions,training_sessions,trainings,users}',
    'timestamps', 'updated_at >= created_at');

-- Publication
SELECT pg_temp.add_check('{events,machines,places,plans,projects,spaces,trainings}',
    'publication', $$CASE publication_state WHEN 'draft' THEN published_at IS NULL WHEN 'published' THEN published_at IS NOT NULL ELSE true END$$);

-- Page
SELECT pg_temp.add_check('{categories,events,machines,places,plans,project_thematics,projects,spaces,trainings}',
    'slug', $$slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100$$);
SELECT pg_temp.add_check('{events,machines,members,places,plans,projects,spaces,trainings}',
    'image', $$image IS NULL OR json_typeof(image) = 'object' AND num_nulls(image ->> 'sm', image ->> 'md', image ->> 'lg') = 0$$);

-- Sort keys are not empty, and short enough for an index.
SELECT pg_temp.add_check('{accreditations,categories,custom_duration_types,equipments,events,groups,machines,place_extras,places,plans,project_licenses,project_thematics,projects,spaces,trainings}',
    'name', 'char_length(name) BETWEEN 1 AND 200');
SELECT pg_temp.add_check('{members,users}', 'names', 'char_length(first_name) <= 200 AND char_length(last_name) BETWEEN 1 AND 200');
SELECT pg_temp.add_check('{members,users}', 'email', 'char_length(email) BETWEEN 1 AND 255');
SELECT pg_temp.add_check('{machine_units,place_extras,place_units}', 'sku', 'char_length(sku) BETWEEN 1 AND 200');

-- Buying
SELECT pg_temp.add_check('{events,machines,places,plans,trainings}',
    'buying_cta', $$(buying_cta_kind = 'email') = (buying_cta_email IS NOT NULL)
        AND (buying_cta_kind = 'url') = (buying_cta_url IS NOT NULL)
        AND (buying_cta_kind = 'text') = (buying_cta_text IS NOT NULL)$$);
SELECT pg_temp.add_check('{events,machines,places,plans,trainings}',
    'buying_cta_text', $$buying_cta_text IS NULL OR json_typeof(buying_cta_text) = 'object'$$);

-- Access
SELECT pg_temp.add_check('{events,places,spaces,trainings}',
    'accessibility', $$every_item(accessibility, 'strict $[*] ? (@ == "visual" || @ == "hearing" || @ == "motor" || @ == "mental")')$$);

-- Slots; starts_at and ends_at are those of the first and the last one.
SELECT pg_temp.add_check('{bookings,event_sessions,training_sessions}', 'span', 'slots_span(slots, starts_at, ends_at)');
SELECT pg_temp.add_check('{bookings,event_sessions,training_sessions}', 'slots', $$slots_in_order(slots)
        AND every_item(slots, 'strict $[*] ? (@.id like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
            && @.start_date like_regex "^\\d{4}-\\d\\d-\\d\\d$" && @.end_date like_regex "^\\d{4}-\\d\\d-\\d\\d$"
            && @.start_time like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"
            && @.end_time like_regex "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$")')$$);

SELECT pg_temp.add_check('{bookings,event_sessions,subscriptions,training_sessions}',
    'canceled', $$(state = 'canceled') = (canceled_at IS NOT NULL)$$);

-- Machines and places
SELECT pg_temp.add_check('{machines,places}', 'time_step', 'hourly_booking_time_step_in_minutes IN (5, 10, 15, 20, 30, 60)');
SELECT pg_temp.add_check('{machine_booking_duration_types,place_booking_duration_types}',
    'custom', $$(kind = 'custom') = (custom_duration_type_id IS NOT NULL)$$);

-- Trainings and events
SELECT pg_temp.add_check('{events,trainings}', 'seats_per_session', 'seats_per_session >= 1');
SELECT pg_temp.add_check('{event_sessions,training_sessions}', 'seats_total', 'seats_total >= 0');

-- SHAPE-5
SELECT pg_temp.add_check('{plans,prices}', 'amount', $$amount_in_cents >= 0 AND currency ~ '^[A-Z]{3}$'$$);

-- Addresses
SELECT pg_temp.add_check('{members,spaces}', 'address', $$address IS NULL OR json_typeof(address) = 'object'$$);

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
    -- A booking that holds a unit for a session is nobody's.
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

DROP FUNCTION pg_temp.add_check(text[], text, text);
