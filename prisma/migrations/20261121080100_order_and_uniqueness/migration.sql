-- Written by hand: Prisma's schema language has no words for collations, partial indexes and indexed expressions.

-- ---------------------------------------------------------------------------------------------------------------
-- SORT-1: text sorts by code point, on every machine the same.
-- ---------------------------------------------------------------------------------------------------------------

ALTER TABLE "categories"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "events"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "machine_units"
    ALTER COLUMN "sku" TYPE TEXT COLLATE "C";
ALTER TABLE "machines"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "members"
    ALTER COLUMN "email" TYPE TEXT COLLATE "C",
    ALTER COLUMN "last_name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "number" TYPE TEXT COLLATE "C";
ALTER TABLE "place_units"
    ALTER COLUMN "sku" TYPE TEXT COLLATE "C";
ALTER TABLE "places"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "plans"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "project_licenses"
    ALTER COLUMN "code" TYPE TEXT COLLATE "C",
    ALTER COLUMN "name" TYPE TEXT COLLATE "C";
ALTER TABLE "project_thematics"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "projects"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "spaces"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "trainings"
    ALTER COLUMN "name" TYPE TEXT COLLATE "C",
    ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "users"
    ALTER COLUMN "email" TYPE TEXT COLLATE "C",
    ALTER COLUMN "last_name" TYPE TEXT COLLATE "C";

-- ---------------------------------------------------------------------------------------------------------------
-- Uniqueness among some of the rows.
-- ---------------------------------------------------------------------------------------------------------------

-- A member has at most one subscription in state active; the same index finds it (Member.current_subscription).
CREATE UNIQUE INDEX "subscriptions_active_member_id_key" ON "subscriptions" ("member_id") WHERE "state" = 'active';

-- Live users do not share an address, however it is written.
CREATE UNIQUE INDEX "users_live_email_key" ON "users" (lower("email")) WHERE "soft_deleted_at" IS NULL;

-- ---------------------------------------------------------------------------------------------------------------
-- Filters on columns that are mostly null: the rows that have a value, in the order of the usual sorts.
-- ---------------------------------------------------------------------------------------------------------------

CREATE INDEX "bookings_member_id_created_at_id_idx" ON "bookings" ("member_id", "created_at", "id") WHERE "member_id" IS NOT NULL;
CREATE INDEX "bookings_member_id_starts_at_id_idx" ON "bookings" ("member_id", "starts_at", "id") WHERE "member_id" IS NOT NULL;
CREATE INDEX "bookings_group_id_created_at_id_idx" ON "bookings" ("group_id", "created_at", "id") WHERE "group_id" IS NOT NULL;
CREATE INDEX "bookings_group_id_starts_at_id_idx" ON "bookings" ("group_id", "starts_at", "id") WHERE "group_id" IS NOT NULL;
CREATE INDEX "bookings_machine_unit_id_created_at_id_idx" ON "bookings" ("machine_unit_id", "created_at", "id") WHERE "machine_unit_id" IS NOT NULL;
CREATE INDEX "bookings_machine_unit_id_starts_at_id_idx" ON "bookings" ("machine_unit_id", "starts_at", "id") WHERE "machine_unit_id" IS NOT NULL;
CREATE INDEX "bookings_place_unit_id_created_at_id_idx" ON "bookings" ("place_unit_id", "created_at", "id") WHERE "place_unit_id" IS NOT NULL;
CREATE INDEX "bookings_place_unit_id_starts_at_id_idx" ON "bookings" ("place_unit_id", "starts_at", "id") WHERE "place_unit_id" IS NOT NULL;
CREATE INDEX "bookings_event_session_id_created_at_id_idx" ON "bookings" ("event_session_id", "created_at", "id") WHERE "event_session_id" IS NOT NULL;
CREATE INDEX "bookings_training_session_id_created_at_id_idx" ON "bookings" ("training_session_id", "created_at", "id") WHERE "training_session_id" IS NOT NULL;
CREATE INDEX "bookings_reserved_by_event_session_id_created_at_id_idx" ON "bookings" ("reserved_by_event_session_id", "created_at", "id") WHERE "reserved_by_event_session_id" IS NOT NULL;
CREATE INDEX "bookings_reserved_by_training_session_id_created_at_id_idx" ON "bookings" ("reserved_by_training_session_id", "created_at", "id") WHERE "reserved_by_training_session_id" IS NOT NULL;
CREATE INDEX "bookings_canceled_at_id_idx" ON "bookings" ("canceled_at", "id") WHERE "canceled_at" IS NOT NULL;

-- Deleted rows are few among many live ones.
CREATE INDEX "categories_deleted_idx" ON "categories" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "events_deleted_idx" ON "events" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "machine_units_deleted_idx" ON "machine_units" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "machines_deleted_idx" ON "machines" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "members_deleted_idx" ON "members" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "place_units_deleted_idx" ON "place_units" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "places_deleted_idx" ON "places" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "plans_deleted_idx" ON "plans" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "projects_deleted_idx" ON "projects" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "spaces_deleted_idx" ON "spaces" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "trainings_deleted_idx" ON "trainings" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
CREATE INDEX "users_deleted_idx" ON "users" ("created_at", "id") WHERE "soft_deleted_at" IS NOT NULL;
