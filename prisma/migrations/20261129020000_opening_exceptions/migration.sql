ALTER TABLE "spaces" ADD COLUMN "opening_exceptions" JSON NOT NULL DEFAULT '[]';

-- The exceptions are in the order of the dates and times. A date on which the space is closed has one entry, whose time is
-- null, so it is not comparable with another of that date.
CREATE FUNCTION "opening_exceptions_in_order"("opening_exceptions" json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(bool_and(previous_date IS NULL OR ((previous_date, previous_opens_at) < (date, opens_at)) IS TRUE), true)
    FROM (
        SELECT date, opens_at, lag(date) OVER listed AS previous_date, lag(opens_at) OVER listed AS previous_opens_at
        FROM (
            SELECT (entry ->> 'date') COLLATE "C" AS date, (entry ->> 'opens_at') COLLATE "C" AS opens_at, position
            FROM json_array_elements(CASE json_typeof(opening_exceptions) WHEN 'array' THEN opening_exceptions END) WITH ORDINALITY AS entry_list(entry, position)
        ) AS keyed
        WINDOW listed AS (ORDER BY position)
    ) AS paired
$$;

ALTER TABLE "spaces"
    ADD CONSTRAINT "spaces_opening_exceptions_check" CHECK (
        every_item(opening_exceptions, 'strict $[*] ? (@.date like_regex "^\\d{4}-\\d{2}-\\d{2}$" && @.date.datetime().type() == "date"
            && (@.note == null || @.note like_regex "^.{0,200}$" flag "s")
            && (@.closed == true && @.opens_at == null && @.closes_at == null
                || @.closed == false && @.opens_at like_regex "^([01]\\d|2[0-3]):[0-5]\\d$"
                && @.closes_at like_regex "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$"))')
        AND opening_exceptions_in_order(opening_exceptions) AND json_array_length(opening_exceptions) <= 1000
    );
