-- Written by hand: triggers, which must work in any session.
--
-- pg_dump and pg_restore empty the search_path, so each function has its own. Logical replication and many loading tools set
-- session_replication_role = replica, in which ordinary triggers do not fire, so most are enabled ALWAYS. An apply worker of
-- logical replication fires no triggers for statements at all.

-- The value that SET search_path FROM CURRENT gives to functions: this schema alone.
SELECT set_config('search_path', quote_ident(current_schema()), true);

-- ---------------------------------------------------------------------------------------------------------------
-- Revisions.
-- ---------------------------------------------------------------------------------------------------------------

-- Summaries are cached as JSON text, under the revisions of the tables that they read. A revision is random, because counters
-- repeat after a restore or a failover. It says which one it replaced, and the ids of the rows that have changed since: all
-- other cached summaries of the former revision remain valid. NULL: too many, or unknown. INSERT keeps the revision, since
-- new rows cannot be cached.

-- The arguments are the columns that summaries show; if none of their values changes, the revision stays.
CREATE FUNCTION "replace_revision"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    -- Lives as long as the transaction, and a rollback to a savepoint takes it back with the revision.
    mark constant text := 'catalogue.replaced_revision_of_' || TG_TABLE_NAME;
    most constant int := 100;
    shown text;
    ids uuid[];
BEGIN
    IF current_setting(mark, true) = 'all' THEN
        RETURN NULL;
    ELSIF TG_OP = 'DELETE' THEN
        ids := ARRAY(SELECT "id" FROM "before" LIMIT most + 1);
    ELSE
        SELECT string_agg(quote_ident(c), ', ') INTO shown FROM unnest(TG_ARGV) c;
        EXECUTE format('SELECT ARRAY(SELECT DISTINCT "id" FROM (SELECT %1$s FROM "before" EXCEPT SELECT %1$s FROM "after") c LIMIT %2$s)',
            shown, most + 1) INTO ids;
    END IF;
    IF cardinality(ids) = 0 THEN
        RETURN NULL;
    ELSIF current_setting(mark, true) = 'some' THEN
        UPDATE "revisions" SET "changed" = "changed" || ids WHERE "name" = TG_TABLE_NAME RETURNING "changed" INTO ids;
    ELSE
        INSERT INTO "revisions" AS r ("name", "changed") VALUES (TG_TABLE_NAME, ids)
        ON CONFLICT ("name") DO UPDATE
            SET "former" = r."revision", "revision" = gen_random_uuid(), "changed" = EXCLUDED."changed";
        PERFORM set_config(mark, 'some', true);
    END IF;
    IF cardinality(ids) > most THEN
        UPDATE "revisions" SET "changed" = NULL WHERE "name" = TG_TABLE_NAME;
        PERFORM set_config(mark, 'all', true);
    END IF;
    RETURN NULL;
END
$$;

-- TRUNCATE fires no DELETE trigger.
CREATE FUNCTION "refuse_truncate"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    RAISE EXCEPTION 'The table % must not be truncated, because cached summaries would outlive its rows: use DELETE.', TG_TABLE_NAME
        USING ERRCODE = 'feature_not_supported';
END
$$;

-- A restore or replication inserts the revisions of another database, which are ignored unless a revision is missing.
CREATE FUNCTION "keep_revision"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT FROM "revisions" WHERE "name" = NEW."name") THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END
$$;

INSERT INTO "revisions" ("name") VALUES
    ('accreditations'), ('categories'), ('custom_duration_types'), ('equipments'), ('event_sessions'), ('events'),
    ('groups'), ('machine_units'), ('machines'), ('members'), ('place_extras'), ('place_units'),
    ('places'), ('plans'), ('prices'), ('project_licenses'), ('project_thematics'), ('spaces'),
    ('subscriptions'), ('training_sessions'), ('trainings'), ('users');

CREATE TRIGGER "revisions_inserted" BEFORE INSERT ON "revisions"
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "keep_revision"();
ALTER TABLE "revisions" ENABLE ALWAYS TRIGGER "revisions_inserted";

-- ---------------------------------------------------------------------------------------------------------------
-- The tables that summaries read, with the columns that they show or that lead to an inner summary.
-- ---------------------------------------------------------------------------------------------------------------

CREATE TRIGGER "accreditations_updated" AFTER UPDATE ON "accreditations" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "categories_updated" AFTER UPDATE ON "categories" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "custom_duration_types_updated" AFTER UPDATE ON "custom_duration_types" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name', 'soft_deleted_at');
CREATE TRIGGER "equipments_updated" AFTER UPDATE ON "equipments" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "event_sessions_updated" AFTER UPDATE ON "event_sessions" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'event_id');
CREATE TRIGGER "events_updated" AFTER UPDATE ON "events" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "groups_updated" AFTER UPDATE ON "groups" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "machine_units_updated" AFTER UPDATE ON "machine_units" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'sku', 'state', 'machine_id');
CREATE TRIGGER "machines_updated" AFTER UPDATE ON "machines" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "members_updated" AFTER UPDATE ON "members" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'first_name', 'last_name');
CREATE TRIGGER "place_extras_updated" AFTER UPDATE ON "place_extras" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name', 'sku');
CREATE TRIGGER "place_units_updated" AFTER UPDATE ON "place_units" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'sku', 'state', 'place_id');
CREATE TRIGGER "places_updated" AFTER UPDATE ON "places" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "plans_updated" AFTER UPDATE ON "plans" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "prices_updated" AFTER UPDATE ON "prices" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'category_id');
CREATE TRIGGER "project_licenses_updated" AFTER UPDATE ON "project_licenses" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "project_thematics_updated" AFTER UPDATE ON "project_thematics" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "spaces_updated" AFTER UPDATE ON "spaces" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "subscriptions_updated" AFTER UPDATE ON "subscriptions" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'plan_id');
CREATE TRIGGER "training_sessions_updated" AFTER UPDATE ON "training_sessions" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'training_id');
CREATE TRIGGER "trainings_updated" AFTER UPDATE ON "trainings" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'name');
CREATE TRIGGER "users_updated" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"('id', 'email', 'first_name', 'last_name');

CREATE TRIGGER "accreditations_deleted" AFTER DELETE ON "accreditations" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "categories_deleted" AFTER DELETE ON "categories" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "custom_duration_types_deleted" AFTER DELETE ON "custom_duration_types" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "equipments_deleted" AFTER DELETE ON "equipments" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "event_sessions_deleted" AFTER DELETE ON "event_sessions" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "events_deleted" AFTER DELETE ON "events" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "groups_deleted" AFTER DELETE ON "groups" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "machine_units_deleted" AFTER DELETE ON "machine_units" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "machines_deleted" AFTER DELETE ON "machines" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "members_deleted" AFTER DELETE ON "members" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "place_extras_deleted" AFTER DELETE ON "place_extras" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "place_units_deleted" AFTER DELETE ON "place_units" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "places_deleted" AFTER DELETE ON "places" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "plans_deleted" AFTER DELETE ON "plans" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "prices_deleted" AFTER DELETE ON "prices" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "project_licenses_deleted" AFTER DELETE ON "project_licenses" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "project_thematics_deleted" AFTER DELETE ON "project_thematics" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "spaces_deleted" AFTER DELETE ON "spaces" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "subscriptions_deleted" AFTER DELETE ON "subscriptions" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "training_sessions_deleted" AFTER DELETE ON "training_sessions" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "trainings_deleted" AFTER DELETE ON "trainings" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();
CREATE TRIGGER "users_deleted" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"();

CREATE TRIGGER "accreditations_truncated" BEFORE TRUNCATE ON "accreditations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "categories_truncated" BEFORE TRUNCATE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "custom_duration_types_truncated" BEFORE TRUNCATE ON "custom_duration_types" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "equipments_truncated" BEFORE TRUNCATE ON "equipments" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "event_sessions_truncated" BEFORE TRUNCATE ON "event_sessions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "events_truncated" BEFORE TRUNCATE ON "events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "groups_truncated" BEFORE TRUNCATE ON "groups" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "machine_units_truncated" BEFORE TRUNCATE ON "machine_units" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "machines_truncated" BEFORE TRUNCATE ON "machines" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "members_truncated" BEFORE TRUNCATE ON "members" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "place_extras_truncated" BEFORE TRUNCATE ON "place_extras" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "place_units_truncated" BEFORE TRUNCATE ON "place_units" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "places_truncated" BEFORE TRUNCATE ON "places" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "plans_truncated" BEFORE TRUNCATE ON "plans" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "prices_truncated" BEFORE TRUNCATE ON "prices" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "project_licenses_truncated" BEFORE TRUNCATE ON "project_licenses" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "project_thematics_truncated" BEFORE TRUNCATE ON "project_thematics" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "spaces_truncated" BEFORE TRUNCATE ON "spaces" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "subscriptions_truncated" BEFORE TRUNCATE ON "subscriptions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "training_sessions_truncated" BEFORE TRUNCATE ON "training_sessions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "trainings_truncated" BEFORE TRUNCATE ON "trainings" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
CREATE TRIGGER "users_truncated" BEFORE TRUNCATE ON "users" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();

ALTER TABLE "accreditations" ENABLE ALWAYS TRIGGER "accreditations_updated", ENABLE ALWAYS TRIGGER "accreditations_deleted", ENABLE ALWAYS TRIGGER "accreditations_truncated";
ALTER TABLE "categories" ENABLE ALWAYS TRIGGER "categories_updated", ENABLE ALWAYS TRIGGER "categories_deleted", ENABLE ALWAYS TRIGGER "categories_truncated";
ALTER TABLE "custom_duration_types" ENABLE ALWAYS TRIGGER "custom_duration_types_updated", ENABLE ALWAYS TRIGGER "custom_duration_types_deleted", ENABLE ALWAYS TRIGGER "custom_duration_types_truncated";
ALTER TABLE "equipments" ENABLE ALWAYS TRIGGER "equipments_updated", ENABLE ALWAYS TRIGGER "equipments_deleted", ENABLE ALWAYS TRIGGER "equipments_truncated";
ALTER TABLE "event_sessions" ENABLE ALWAYS TRIGGER "event_sessions_updated", ENABLE ALWAYS TRIGGER "event_sessions_deleted", ENABLE ALWAYS TRIGGER "event_sessions_truncated";
ALTER TABLE "events" ENABLE ALWAYS TRIGGER "events_updated", ENABLE ALWAYS TRIGGER "events_deleted", ENABLE ALWAYS TRIGGER "events_truncated";
ALTER TABLE "groups" ENABLE ALWAYS TRIGGER "groups_updated", ENABLE ALWAYS TRIGGER "groups_deleted", ENABLE ALWAYS TRIGGER "groups_truncated";
ALTER TABLE "machine_units" ENABLE ALWAYS TRIGGER "machine_units_updated", ENABLE ALWAYS TRIGGER "machine_units_deleted", ENABLE ALWAYS TRIGGER "machine_units_truncated";
ALTER TABLE "machines" ENABLE ALWAYS TRIGGER "machines_updated", ENABLE ALWAYS TRIGGER "machines_deleted", ENABLE ALWAYS TRIGGER "machines_truncated";
ALTER TABLE "members" ENABLE ALWAYS TRIGGER "members_updated", ENABLE ALWAYS TRIGGER "members_deleted", ENABLE ALWAYS TRIGGER "members_truncated";
ALTER TABLE "place_extras" ENABLE ALWAYS TRIGGER "place_extras_updated", ENABLE ALWAYS TRIGGER "place_extras_deleted", ENABLE ALWAYS TRIGGER "place_extras_truncated";
ALTER TABLE "place_units" ENABLE ALWAYS TRIGGER "place_units_updated", ENABLE ALWAYS TRIGGER "place_units_deleted", ENABLE ALWAYS TRIGGER "place_units_truncated";
ALTER TABLE "places" ENABLE ALWAYS TRIGGER "places_updated", ENABLE ALWAYS TRIGGER "places_deleted", ENABLE ALWAYS TRIGGER "places_truncated";
ALTER TABLE "plans" ENABLE ALWAYS TRIGGER "plans_updated", ENABLE ALWAYS TRIGGER "plans_deleted", ENABLE ALWAYS TRIGGER "plans_truncated";
ALTER TABLE "prices" ENABLE ALWAYS TRIGGER "prices_updated", ENABLE ALWAYS TRIGGER "prices_deleted", ENABLE ALWAYS TRIGGER "prices_truncated";
ALTER TABLE "project_licenses" ENABLE ALWAYS TRIGGER "project_licenses_updated", ENABLE ALWAYS TRIGGER "project_licenses_deleted", ENABLE ALWAYS TRIGGER "project_licenses_truncated";
ALTER TABLE "project_thematics" ENABLE ALWAYS TRIGGER "project_thematics_updated", ENABLE ALWAYS TRIGGER "project_thematics_deleted", ENABLE ALWAYS TRIGGER "project_thematics_truncated";
ALTER TABLE "spaces" ENABLE ALWAYS TRIGGER "spaces_updated", ENABLE ALWAYS TRIGGER "spaces_deleted", ENABLE ALWAYS TRIGGER "spaces_truncated";
ALTER TABLE "subscriptions" ENABLE ALWAYS TRIGGER "subscriptions_updated", ENABLE ALWAYS TRIGGER "subscriptions_deleted", ENABLE ALWAYS TRIGGER "subscriptions_truncated";
ALTER TABLE "training_sessions" ENABLE ALWAYS TRIGGER "training_sessions_updated", ENABLE ALWAYS TRIGGER "training_sessions_deleted", ENABLE ALWAYS TRIGGER "training_sessions_truncated";
ALTER TABLE "trainings" ENABLE ALWAYS TRIGGER "trainings_updated", ENABLE ALWAYS TRIGGER "trainings_deleted", ENABLE ALWAYS TRIGGER "trainings_truncated";
ALTER TABLE "users" ENABLE ALWAYS TRIGGER "users_updated", ENABLE ALWAYS TRIGGER "users_deleted", ENABLE ALWAYS TRIGGER "users_truncated";

-- ---------------------------------------------------------------------------------------------------------------
-- Days of bookings.
-- ---------------------------------------------------------------------------------------------------------------

-- The bounds of a day only grow: after a booking has left the day, a list takes a little longer but misses no row.

-- EXECUTE plans each statement anew, since it may insert one row or a million.
CREATE FUNCTION "note_booking_days"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    EXECUTE $sql$
        INSERT INTO "booking_days" AS d
        SELECT k."key", date_trunc('day', k."at", 'UTC'), b."state",
            min(b."created_at"), max(b."created_at"),
            min(b."updated_at"), max(b."updated_at"),
            min(b."starts_at"), max(b."starts_at"),
            min(b."ends_at"), max(b."ends_at"),
            min(b."canceled_at"), max(b."canceled_at")
        FROM "noted" b CROSS JOIN LATERAL (VALUES
            ('created_at', b."created_at"), ('updated_at', b."updated_at"), ('starts_at', b."starts_at"), ('ends_at', b."ends_at")
        ) k("key", "at")
        GROUP BY 1, 2, 3
        -- One order for all writers, so that they cannot deadlock.
        ORDER BY 1, 2, 3
        ON CONFLICT ("key", "begins", "state") DO UPDATE SET
            "least_created_at" = least(d."least_created_at", excluded."least_created_at"),
            "greatest_created_at" = greatest(d."greatest_created_at", excluded."greatest_created_at"),
            "least_updated_at" = least(d."least_updated_at", excluded."least_updated_at"),
            "greatest_updated_at" = greatest(d."greatest_updated_at", excluded."greatest_updated_at"),
            "least_starts_at" = least(d."least_starts_at", excluded."least_starts_at"),
            "greatest_starts_at" = greatest(d."greatest_starts_at", excluded."greatest_starts_at"),
            "least_ends_at" = least(d."least_ends_at", excluded."least_ends_at"),
            "greatest_ends_at" = greatest(d."greatest_ends_at", excluded."greatest_ends_at"),
            "least_canceled_at" = least(d."least_canceled_at", excluded."least_canceled_at"),
            "greatest_canceled_at" = greatest(d."greatest_canceled_at", excluded."greatest_canceled_at")
        WHERE least(d."least_created_at", excluded."least_created_at") IS DISTINCT FROM d."least_created_at"
            OR greatest(d."greatest_created_at", excluded."greatest_created_at") IS DISTINCT FROM d."greatest_created_at"
            OR least(d."least_updated_at", excluded."least_updated_at") IS DISTINCT FROM d."least_updated_at"
            OR greatest(d."greatest_updated_at", excluded."greatest_updated_at") IS DISTINCT FROM d."greatest_updated_at"
            OR least(d."least_starts_at", excluded."least_starts_at") IS DISTINCT FROM d."least_starts_at"
            OR greatest(d."greatest_starts_at", excluded."greatest_starts_at") IS DISTINCT FROM d."greatest_starts_at"
            OR least(d."least_ends_at", excluded."least_ends_at") IS DISTINCT FROM d."least_ends_at"
            OR greatest(d."greatest_ends_at", excluded."greatest_ends_at") IS DISTINCT FROM d."greatest_ends_at"
            OR least(d."least_canceled_at", excluded."least_canceled_at") IS DISTINCT FROM d."least_canceled_at"
            OR greatest(d."greatest_canceled_at", excluded."greatest_canceled_at") IS DISTINCT FROM d."greatest_canceled_at"
    $sql$;
    RETURN NULL;
END
$$;

-- The same statement for one row, planned once per session.
CREATE FUNCTION "note_days_of_booking"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO "booking_days" AS d
    SELECT k."key", date_trunc('day', k."at", 'UTC'), b."state",
        min(b."created_at"), max(b."created_at"),
        min(b."updated_at"), max(b."updated_at"),
        min(b."starts_at"), max(b."starts_at"),
        min(b."ends_at"), max(b."ends_at"),
        min(b."canceled_at"), max(b."canceled_at")
    FROM (SELECT NEW.*) b CROSS JOIN LATERAL (VALUES
        ('created_at', b."created_at"), ('updated_at', b."updated_at"), ('starts_at', b."starts_at"), ('ends_at', b."ends_at")
    ) k("key", "at")
    GROUP BY 1, 2, 3
    -- One order for all writers, so that they cannot deadlock.
    ORDER BY 1, 2, 3
    ON CONFLICT ("key", "begins", "state") DO UPDATE SET
        "least_created_at" = least(d."least_created_at", excluded."least_created_at"),
        "greatest_created_at" = greatest(d."greatest_created_at", excluded."greatest_created_at"),
        "least_updated_at" = least(d."least_updated_at", excluded."least_updated_at"),
        "greatest_updated_at" = greatest(d."greatest_updated_at", excluded."greatest_updated_at"),
        "least_starts_at" = least(d."least_starts_at", excluded."least_starts_at"),
        "greatest_starts_at" = greatest(d."greatest_starts_at", excluded."greatest_starts_at"),
        "least_ends_at" = least(d."least_ends_at", excluded."least_ends_at"),
        "greatest_ends_at" = greatest(d."greatest_ends_at", excluded."greatest_ends_at"),
        "least_canceled_at" = least(d."least_canceled_at", excluded."least_canceled_at"),
        "greatest_canceled_at" = greatest(d."greatest_canceled_at", excluded."greatest_canceled_at")
    WHERE least(d."least_created_at", excluded."least_created_at") IS DISTINCT FROM d."least_created_at"
        OR greatest(d."greatest_created_at", excluded."greatest_created_at") IS DISTINCT FROM d."greatest_created_at"
        OR least(d."least_updated_at", excluded."least_updated_at") IS DISTINCT FROM d."least_updated_at"
        OR greatest(d."greatest_updated_at", excluded."greatest_updated_at") IS DISTINCT FROM d."greatest_updated_at"
        OR least(d."least_starts_at", excluded."least_starts_at") IS DISTINCT FROM d."least_starts_at"
        OR greatest(d."greatest_starts_at", excluded."greatest_starts_at") IS DISTINCT FROM d."greatest_starts_at"
        OR least(d."least_ends_at", excluded."least_ends_at") IS DISTINCT FROM d."least_ends_at"
        OR greatest(d."greatest_ends_at", excluded."greatest_ends_at") IS DISTINCT FROM d."greatest_ends_at"
        OR least(d."least_canceled_at", excluded."least_canceled_at") IS DISTINCT FROM d."least_canceled_at"
        OR greatest(d."greatest_canceled_at", excluded."greatest_canceled_at") IS DISTINCT FROM d."greatest_canceled_at";
    RETURN NULL;
END
$$;

CREATE TRIGGER "booking_days_of_inserted" AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS "noted"
    FOR EACH STATEMENT EXECUTE FUNCTION "note_booking_days"();
CREATE TRIGGER "booking_days_of_updated" AFTER UPDATE ON "bookings" REFERENCING NEW TABLE AS "noted"
    FOR EACH STATEMENT EXECUTE FUNCTION "note_booking_days"();

-- For sessions in which the triggers for statements do not fire.
CREATE TRIGGER "booking_days_of_replicated" AFTER INSERT OR UPDATE ON "bookings"
    FOR EACH ROW EXECUTE FUNCTION "note_days_of_booking"();
ALTER TABLE "bookings" ENABLE REPLICA TRIGGER "booking_days_of_replicated";

-- A restore or replication also inserts days. They are ignored, because the triggers above write them: waiting for days that
-- a concurrent copy of bookings writes could end in a deadlock.
CREATE FUNCTION "ignore_booking_days"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    RETURN NULL;
END
$$;

CREATE TRIGGER "booking_days_inserted" BEFORE INSERT ON "booking_days"
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "ignore_booking_days"();
ALTER TABLE "booking_days" ENABLE ALWAYS TRIGGER "booking_days_inserted";

-- ---------------------------------------------------------------------------------------------------------------
-- All triggers, which the service requires at start: a dropped trigger leaves no other trace.
-- ---------------------------------------------------------------------------------------------------------------

-- "enabled" is as in pg_trigger: A for ALWAYS, R for REPLICA, O for the default.
CREATE FUNCTION "required_triggers"() RETURNS TABLE ("table" text, "trigger" text, "enabled" text) LANGUAGE sql IMMUTABLE AS $$
    SELECT watched, watched || '_' || operation, 'A'
    FROM unnest('{accreditations,categories,custom_duration_types,equipments,event_sessions,events,groups,
            machine_units,machines,members,place_extras,place_units,places,plans,prices,project_licenses,
            project_thematics,spaces,subscriptions,training_sessions,trainings,users}'::text[]) watched,
        unnest('{updated,deleted,truncated}'::text[]) operation
    UNION ALL VALUES
        ('revisions', 'revisions_inserted', 'A'),
        ('bookings', 'booking_days_of_inserted', 'O'),
        ('bookings', 'booking_days_of_updated', 'O'),
        ('bookings', 'booking_days_of_replicated', 'R'),
        ('booking_days', 'booking_days_inserted', 'A')
$$;
