-- Written by hand: triggers that work in any session. pg_dump and pg_restore empty the search_path. Logical replication and
-- many loading tools set session_replication_role = replica, in which ordinary triggers do not fire; an apply worker of
-- logical replication fires no triggers for statements at all.

-- The function for statements plans each one anew, since it may insert one row or a million; that for rows plans once.
DO $$
DECLARE
    note constant text := $sql$
    INSERT INTO "booking_days" AS d
    SELECT k."key", date_trunc('day', k."at", 'UTC'), b."state",
        min(b."created_at"), max(b."created_at"),
        min(b."updated_at"), max(b."updated_at"),
        min(b."starts_at"), max(b."starts_at"),
        min(b."ends_at"), max(b."ends_at"),
        min(b."canceled_at"), max(b."canceled_at")
    FROM %s b CROSS JOIN LATERAL (VALUES
        ('created_at', b."created_at"), ('updated_at', b."updated_at"), ('starts_at', b."starts_at"), ('ends_at', b."ends_at")
    ) k("key", "at")
    GROUP BY 1, 2, 3
    -- Writers of the same days wait for each other, and never in a circle.
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
BEGIN
    EXECUTE format('CREATE OR REPLACE FUNCTION "note_booking_days"() RETURNS trigger LANGUAGE plpgsql AS %L',
        format('BEGIN EXECUTE %L; RETURN NULL; END', format(note, '"noted"')));
    EXECUTE format('CREATE FUNCTION "note_days_of_booking"() RETURNS trigger LANGUAGE plpgsql AS %L',
        format('BEGIN %s; RETURN NULL; END', format(note, '(SELECT NEW.*)')));
END
$$;
DROP FUNCTION "noting_booking_days"(text);

-- For sessions in which the triggers for statements do not fire.
CREATE TRIGGER "booking_days_of_replicated" AFTER INSERT OR UPDATE ON "bookings"
    FOR EACH ROW EXECUTE FUNCTION "note_days_of_booking"();
ALTER TABLE "bookings" ENABLE REPLICA TRIGGER "booking_days_of_replicated";

-- Triggers of this database fill both tables, so rows from a restore or replication are ignored unless they are missing.
-- Days are always ignored: to wait for those that a concurrent copy of bookings writes could end in a deadlock.
CREATE FUNCTION "ignore_booking_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RETURN NULL;
END
$$;
CREATE TRIGGER "booking_days_inserted" BEFORE INSERT ON "booking_days"
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "ignore_booking_days"();
ALTER TABLE "booking_days" ENABLE ALWAYS TRIGGER "booking_days_inserted";

CREATE FUNCTION "keep_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM "revisions" WHERE "name" = NEW."name") THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "revisions_inserted" BEFORE INSERT ON "revisions"
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "keep_revision"();
ALTER TABLE "revisions" ENABLE ALWAYS TRIGGER "revisions_inserted";

DO $$
DECLARE
    -- Functions in SQL call nothing outside pg_catalog, and with a setting they could not be inlined.
    ours constant regproc[] := '{ignore_booking_days,keep_revision,note_booking_days,note_days_of_booking,refuse_truncate,replace_revision}';
    named regproc;
    watching record;
BEGIN
    FOREACH named IN ARRAY ours LOOP
        EXECUTE format('ALTER FUNCTION %s() SET search_path = %I', named, current_schema());
    END LOOP;
    FOR watching IN
        SELECT g.tgrelid::regclass AS "table", g.tgname AS "name" FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
        WHERE g.tgfoid IN ('replace_revision'::regproc, 'refuse_truncate'::regproc) ORDER BY c.relname, g.tgname
    LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', watching."table", watching."name");
    END LOOP;
    -- Read by the service at start, because a dropped trigger leaves no other trace.
    EXECUTE (
        SELECT format('CREATE FUNCTION "required_triggers"() RETURNS TABLE ("table" text, "trigger" text, "enabled" text)
            LANGUAGE sql IMMUTABLE AS %L',
            'VALUES ' || string_agg(format('(%L, %L, %L)', c.relname, g.tgname, g.tgenabled), ', ' ORDER BY c.relname, g.tgname))
        FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE g.tgfoid = ANY (ours)
    );
END
$$;
