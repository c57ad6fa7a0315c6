-- CreateTable
CREATE TABLE "booking_days" (
    "key" TEXT NOT NULL,
    "begins" TIMESTAMPTZ(3) NOT NULL,
    "state" "booking_state" NOT NULL,
    "least_created_at" TIMESTAMPTZ(3) NOT NULL,
    "greatest_created_at" TIMESTAMPTZ(3) NOT NULL,
    "least_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "greatest_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "least_starts_at" TIMESTAMPTZ(3) NOT NULL,
    "greatest_starts_at" TIMESTAMPTZ(3) NOT NULL,
    "least_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "greatest_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "least_canceled_at" TIMESTAMPTZ(3),
    "greatest_canceled_at" TIMESTAMPTZ(3),

    CONSTRAINT "booking_days_pkey" PRIMARY KEY ("key","begins","state")
);

-- Written by hand from here. What a day says only grows: what has left a day costs a list some time, never a row.
CREATE FUNCTION "noting_booking_days"(source text) RETURNS text LANGUAGE sql AS $$
    SELECT format($sql$
    INSERT INTO "booking_days" AS d
    SELECT k."key", date_trunc('day', k."at", 'UTC'), b."state",
        min(b."created_at"), max(b."created_at"),
        min(b."updated_at"), max(b."updated_at"),
        min(b."starts_at"), max(b."starts_at"),
        min(b."ends_at"), max(b."ends_at"),
        min(b."canceled_at"), max(b."canceled_at")
    FROM %I b CROSS JOIN LATERAL (VALUES
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
    $sql$, source)
$$;

CREATE FUNCTION "note_booking_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE noting_booking_days('noted');
    RETURN NULL;
END
$$;

CREATE TRIGGER "booking_days_of_inserted" AFTER INSERT ON "bookings"
    REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION "note_booking_days"();
CREATE TRIGGER "booking_days_of_updated" AFTER UPDATE ON "bookings"
    REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION "note_booking_days"();

-- Of those that are there already.
DO $$
BEGIN
    EXECUTE noting_booking_days('bookings');
END
$$;
