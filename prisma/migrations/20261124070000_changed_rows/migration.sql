-- Written by hand. A revision says which one it replaced, and the ids of the rows that have changed since, so that
-- whoever has cached the summaries of the former revision keeps all others. NULL: too many, or not known. The arguments of
-- a trigger are the columns that summaries show; where none of them has another value, the revision stays.

CREATE OR REPLACE FUNCTION "replace_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
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

DO $$
DECLARE
    watched record;
BEGIN
    -- The columns that the triggers named so far. Reads go on meanwhile.
    FOR watched IN
        SELECT c.relname AS "name", string_agg(quote_literal(a.attname), ', ' ORDER BY k.place) AS "columns"
        FROM pg_trigger g
        JOIN pg_class c ON c.oid = g.tgrelid
        CROSS JOIN LATERAL unnest(g.tgattr::int2[]) WITH ORDINALITY k("number", place)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k."number"
        WHERE g.tgname = c.relname || '_updated' AND g.tgfoid = 'replace_revision'::regproc
        GROUP BY c.relname ORDER BY c.relname
    LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
            FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"(%s)', watched."name" || '_updated', watched."name", watched."columns");
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS "before"
            FOR EACH STATEMENT EXECUTE FUNCTION "replace_revision"()', watched."name" || '_deleted', watched."name");
    END LOOP;
END
$$;

-- Last, as a writer has a table before its revision.
ALTER TABLE "revisions" ADD COLUMN     "former" UUID,
ADD COLUMN     "changed" UUID[];
