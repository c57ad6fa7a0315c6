-- Written by hand. Summaries are cached as JSON text, under the revisions of the tables that they read. A revision is
-- random, never a counter: counters repeat after a restore or a failover. INSERT leaves it, since what is new cannot
-- be cached; a table that could be emptied without a trace must not be.

CREATE FUNCTION "replace_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- Lives as long as the transaction, and a rollback to a savepoint takes it back with the revision.
    mark constant text := 'catalogue.replaced_revision_of_' || TG_TABLE_NAME;
BEGIN
    IF current_setting(mark, true) IS DISTINCT FROM 'yes' THEN
        INSERT INTO "revisions" ("name") VALUES (TG_TABLE_NAME)
        ON CONFLICT ("name") DO UPDATE SET "revision" = gen_random_uuid();
        PERFORM set_config(mark, 'yes', true);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "refuse_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The table % must not be truncated, because cached summaries would outlive its rows: use DELETE.', TG_TABLE_NAME
        USING ERRCODE = 'feature_not_supported';
END
$$;

DO $$
DECLARE
    watched record;
BEGIN
    -- The columns that summaries show, and those that lead to an inner summary.
    FOR watched IN
        SELECT * FROM (VALUES
            ('accreditations', 'id, name'),
            ('categories', 'id, name'),
            ('custom_duration_types', 'id, name, soft_deleted_at'),
            ('equipments', 'id, name'),
            ('event_sessions', 'id, event_id'),
            ('events', 'id, name'),
            ('groups', 'id, name'),
            ('machine_units', 'id, sku, state, machine_id'),
            ('machines', 'id, name'),
            ('members', 'id, first_name, last_name'),
            ('place_extras', 'id, name, sku'),
            ('place_units', 'id, sku, state, place_id'),
            ('places', 'id, name'),
            ('plans', 'id, name'),
            ('prices', 'id, category_id'),
            ('project_licenses', 'id, name'),
            ('project_thematics', 'id, name'),
            ('spaces', 'id, name'),
            ('subscriptions', 'id, plan_id'),
            ('training_sessions', 'id, training_id'),
            ('trainings', 'id, name'),
            ('users', 'id, email, first_name, last_name')
        ) AS summaries ("name", "columns")
    LOOP
        INSERT INTO "revisions" ("name") VALUES (watched.name);
        EXECUTE format('CREATE TRIGGER %I AFTER UPDATE OF %s ON %I FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"()',
            watched.name || '_updated', watched.columns, watched.name);
        EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"()',
            watched.name || '_deleted', watched.name);
        EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"()',
            watched.name || '_truncated', watched.name);
    END LOOP;
END
$$;
