-- The output of "node tools/prisma/author.mjs" for an empty database, with two things that Prisma's schema cannot express:
-- COLLATE "C" for texts that can be sorted by, so that they sort by code point on every machine (SORT-1), and the generated
-- column "steps_bytes", because measuring a stored JSON means reading all of it (PAGE-5).

-- CreateEnum
CREATE TYPE "booking_state" AS ENUM ('pending', 'confirmed', 'rejected', 'canceled', 'no_show');

-- CreateEnum
CREATE TYPE "category_type" AS ENUM ('machine', 'place', 'training', 'event', 'plan', 'price');

-- CreateEnum
CREATE TYPE "plan_duration_unit" AS ENUM ('day', 'week', 'month', 'year');

-- CreateEnum
CREATE TYPE "renewal_kind" AS ENUM ('none', 'automatic');

-- CreateEnum
CREATE TYPE "subscription_state" AS ENUM ('pending', 'active', 'paused', 'canceled', 'expired');

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('admin', 'manager', 'trainer', 'member', 'partner');

-- CreateEnum
CREATE TYPE "user_state" AS ENUM ('invited', 'active', 'locked');

-- CreateEnum
CREATE TYPE "member_state" AS ENUM ('pending', 'active', 'suspended', 'left');

-- CreateEnum
CREATE TYPE "session_state" AS ENUM ('draft', 'scheduled', 'completed', 'canceled');

-- CreateEnum
CREATE TYPE "location_kind" AS ENUM ('onsite', 'offsite', 'online');

-- CreateEnum
CREATE TYPE "seat_naming" AS ENUM ('anonymous', 'nominative');

-- CreateEnum
CREATE TYPE "place_extra_pricing" AS ENUM ('free', 'per_booking', 'per_hour', 'per_day', 'per_person');

-- CreateEnum
CREATE TYPE "publication_state" AS ENUM ('draft', 'published', 'archived');

-- CreateEnum
CREATE TYPE "pricing" AS ENUM ('free', 'charged', 'on_request');

-- CreateEnum
CREATE TYPE "buying_cta_kind" AS ENUM ('none', 'email', 'url', 'text');

-- CreateEnum
CREATE TYPE "availability_mode" AS ENUM ('self_service', 'scheduled', 'staff_only', 'not_bookable');

-- CreateEnum
CREATE TYPE "booking_duration_kind" AS ENUM ('half_hour', 'hour', 'half_day', 'day', 'week', 'month', 'custom');

-- CreateEnum
CREATE TYPE "unit_state" AS ENUM ('available', 'unavailable', 'maintenance', 'out_of_order', 'retired');

-- CreateTable
CREATE TABLE "access_tokens" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "quota_limit" INTEGER,
    "quota_window_seconds" INTEGER,
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "replaced_by" UUID,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "revisions" (
    "name" TEXT NOT NULL,
    "revision" UUID NOT NULL DEFAULT gen_random_uuid(),
    "former" UUID,
    "changed" UUID[],

    CONSTRAINT "revisions_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "catalogue_settings" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "catalogue_settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "token_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "project_id" UUID NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("token_id","key")
);

-- CreateTable
CREATE TABLE "bookings" (
    "id" UUID NOT NULL,
    "member_id" UUID,
    "group_id" UUID,
    "space_id" UUID NOT NULL,
    "machine_unit_id" UUID,
    "place_unit_id" UUID,
    "event_session_id" UUID,
    "training_session_id" UUID,
    "reserved_by_event_session_id" UUID,
    "reserved_by_training_session_id" UUID,
    "state" "booking_state" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "canceled_at" TIMESTAMPTZ(3),
    "slots" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bookings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_seats" (
    "id" UUID NOT NULL,
    "booking_id" UUID NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "price_id" UUID,

    CONSTRAINT "booking_seats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_place_extras" (
    "booking_id" UUID NOT NULL,
    "place_extra_id" UUID NOT NULL,

    CONSTRAINT "booking_place_extras_pkey" PRIMARY KEY ("booking_id","place_extra_id")
);

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

-- CreateTable
CREATE TABLE "categories" (
    "id" UUID NOT NULL,
    "type" "category_type" NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prices" (
    "id" UUID NOT NULL,
    "training_id" UUID,
    "event_id" UUID,
    "category_id" UUID NOT NULL,
    "amount_in_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,

    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plans" (
    "id" UUID NOT NULL,
    "category_id" UUID,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "summary" TEXT,
    "description_rendered" TEXT,
    "image" JSON,
    "publication_state" "publication_state" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "pricing" "pricing" NOT NULL,
    "prices_hidden" BOOLEAN NOT NULL DEFAULT false,
    "buying_blocked" BOOLEAN NOT NULL DEFAULT false,
    "buying_cta_kind" "buying_cta_kind" NOT NULL DEFAULT 'none',
    "buying_cta_button_label" TEXT,
    "buying_cta_email" TEXT,
    "buying_cta_url" TEXT,
    "buying_cta_text" JSON,
    "duration_unit" "plan_duration_unit" NOT NULL,
    "duration_count" INTEGER NOT NULL,
    "renewal_kind" "renewal_kind" NOT NULL,
    "amount_in_cents" INTEGER,
    "currency" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan_groups" (
    "plan_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,

    CONSTRAINT "plan_groups_pkey" PRIMARY KEY ("plan_id","group_id")
);

-- CreateTable
CREATE TABLE "plan_spaces" (
    "plan_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,

    CONSTRAINT "plan_spaces_pkey" PRIMARY KEY ("plan_id","space_id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "group_id" UUID,
    "plan_id" UUID NOT NULL,
    "state" "subscription_state" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "renews_automatically" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT COLLATE "C" NOT NULL,
    "role" "user_role" NOT NULL,
    "state" "user_state" NOT NULL,
    "locale" TEXT NOT NULL,
    "time_zone" TEXT,
    "member_id" UUID,
    "last_sign_in_at" TIMESTAMPTZ(3),
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_spaces" (
    "user_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,

    CONSTRAINT "user_spaces_pkey" PRIMARY KEY ("user_id","space_id")
);

-- CreateTable
CREATE TABLE "members" (
    "id" UUID NOT NULL,
    "number" TEXT COLLATE "C" NOT NULL,
    "group_id" UUID,
    "space_id" UUID,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C",
    "phone" TEXT,
    "birthdate" DATE,
    "job_title" TEXT,
    "organization_name" TEXT,
    "address" JSON,
    "locale" TEXT NOT NULL,
    "image" JSON,
    "state" "member_state" NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "groups" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accreditations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accreditations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member_accreditations" (
    "member_id" UUID NOT NULL,
    "accreditation_id" UUID NOT NULL,
    "obtained_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_accreditations_pkey" PRIMARY KEY ("member_id","accreditation_id")
);

-- CreateTable
CREATE TABLE "trainings" (
    "id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "category_id" UUID,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "summary" TEXT,
    "description_rendered" TEXT,
    "image" JSON,
    "prerequisites_rendered" TEXT,
    "accessibility" JSON NOT NULL DEFAULT '[]',
    "accessibility_extra_info" TEXT,
    "publication_state" "publication_state" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "pricing" "pricing" NOT NULL,
    "prices_hidden" BOOLEAN NOT NULL DEFAULT false,
    "buying_blocked" BOOLEAN NOT NULL DEFAULT false,
    "buying_cta_kind" "buying_cta_kind" NOT NULL DEFAULT 'none',
    "buying_cta_button_label" TEXT,
    "buying_cta_email" TEXT,
    "buying_cta_url" TEXT,
    "buying_cta_text" JSON,
    "duration_in_minutes" INTEGER NOT NULL,
    "seats_per_session" INTEGER NOT NULL,
    "minimum_seats" INTEGER,
    "auto_cancel_before_in_hours" INTEGER,
    "booking_must_be_approved" BOOLEAN NOT NULL DEFAULT false,
    "accreditation_validity_in_months" INTEGER,
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trainings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "training_required_accreditations" (
    "training_id" UUID NOT NULL,
    "accreditation_id" UUID NOT NULL,

    CONSTRAINT "training_required_accreditations_pkey" PRIMARY KEY ("training_id","accreditation_id")
);

-- CreateTable
CREATE TABLE "training_required_plans" (
    "training_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,

    CONSTRAINT "training_required_plans_pkey" PRIMARY KEY ("training_id","plan_id")
);

-- CreateTable
CREATE TABLE "training_granted_accreditations" (
    "training_id" UUID NOT NULL,
    "accreditation_id" UUID NOT NULL,

    CONSTRAINT "training_granted_accreditations_pkey" PRIMARY KEY ("training_id","accreditation_id")
);

-- CreateTable
CREATE TABLE "training_machines" (
    "training_id" UUID NOT NULL,
    "machine_id" UUID NOT NULL,

    CONSTRAINT "training_machines_pkey" PRIMARY KEY ("training_id","machine_id")
);

-- CreateTable
CREATE TABLE "training_sessions" (
    "id" UUID NOT NULL,
    "training_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "state" "session_state" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "slots" JSON NOT NULL,
    "seats_total" INTEGER NOT NULL,
    "registration_opens_at" TIMESTAMPTZ(3),
    "registration_closes_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "training_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "training_session_trainers" (
    "training_session_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "training_session_trainers_pkey" PRIMARY KEY ("training_session_id","user_id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "category_id" UUID,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "summary" TEXT,
    "description_rendered" TEXT,
    "image" JSON,
    "accessibility" JSON NOT NULL DEFAULT '[]',
    "accessibility_extra_info" TEXT,
    "publication_state" "publication_state" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "pricing" "pricing" NOT NULL,
    "prices_hidden" BOOLEAN NOT NULL DEFAULT false,
    "buying_blocked" BOOLEAN NOT NULL DEFAULT false,
    "buying_cta_kind" "buying_cta_kind" NOT NULL DEFAULT 'none',
    "buying_cta_button_label" TEXT,
    "buying_cta_email" TEXT,
    "buying_cta_url" TEXT,
    "buying_cta_text" JSON,
    "location_kind" "location_kind" NOT NULL,
    "location_name" TEXT,
    "age_min" INTEGER,
    "age_max" INTEGER,
    "seats_per_session" INTEGER NOT NULL,
    "maximum_seats_per_booking" INTEGER NOT NULL,
    "seat_naming" "seat_naming" NOT NULL,
    "booking_must_be_approved" BOOLEAN NOT NULL DEFAULT false,
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_required_accreditations" (
    "event_id" UUID NOT NULL,
    "accreditation_id" UUID NOT NULL,

    CONSTRAINT "event_required_accreditations_pkey" PRIMARY KEY ("event_id","accreditation_id")
);

-- CreateTable
CREATE TABLE "event_required_plans" (
    "event_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,

    CONSTRAINT "event_required_plans_pkey" PRIMARY KEY ("event_id","plan_id")
);

-- CreateTable
CREATE TABLE "event_sessions" (
    "id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "state" "session_state" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "slots" JSON NOT NULL,
    "seats_total" INTEGER NOT NULL,
    "registration_opens_at" TIMESTAMPTZ(3),
    "registration_closes_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_session_hosts" (
    "event_session_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "event_session_hosts_pkey" PRIMARY KEY ("event_session_id","user_id")
);

-- CreateTable
CREATE TABLE "machines" (
    "id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "category_id" UUID,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "summary" TEXT,
    "description_rendered" TEXT,
    "image" JSON,
    "specifications_rendered" TEXT,
    "brand" TEXT,
    "model" TEXT,
    "publication_state" "publication_state" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "pricing" "pricing" NOT NULL,
    "prices_hidden" BOOLEAN NOT NULL DEFAULT false,
    "buying_blocked" BOOLEAN NOT NULL DEFAULT false,
    "buying_cta_kind" "buying_cta_kind" NOT NULL DEFAULT 'none',
    "buying_cta_button_label" TEXT,
    "buying_cta_email" TEXT,
    "buying_cta_url" TEXT,
    "buying_cta_text" JSON,
    "availability_mode" "availability_mode" NOT NULL,
    "booking_must_be_approved" BOOLEAN NOT NULL DEFAULT false,
    "hourly_booking_time_step_in_minutes" INTEGER NOT NULL DEFAULT 60,
    "machine_quotas" JSON NOT NULL DEFAULT '[]',
    "machine_booking_minimum_durations" JSON NOT NULL DEFAULT '[]',
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "machines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "machine_required_accreditations" (
    "machine_id" UUID NOT NULL,
    "accreditation_id" UUID NOT NULL,

    CONSTRAINT "machine_required_accreditations_pkey" PRIMARY KEY ("machine_id","accreditation_id")
);

-- CreateTable
CREATE TABLE "machine_required_plans" (
    "machine_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,

    CONSTRAINT "machine_required_plans_pkey" PRIMARY KEY ("machine_id","plan_id")
);

-- CreateTable
CREATE TABLE "machine_booking_duration_types" (
    "id" UUID NOT NULL,
    "machine_id" UUID NOT NULL,
    "kind" "booking_duration_kind" NOT NULL,
    "custom_duration_type_id" UUID,
    "soft_deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "machine_booking_duration_types_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "custom_duration_types" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_duration_types_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "machine_units" (
    "id" UUID NOT NULL,
    "machine_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "sku" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "state" "unit_state" NOT NULL,
    "state_note" TEXT,
    "state_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "serial_number" TEXT,
    "commissioned_on" DATE,
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "machine_units_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mirrors" (
    "source" TEXT NOT NULL,
    "refuses_writes" BOOLEAN NOT NULL,
    "compared_at" TIMESTAMPTZ(3),
    "followed_at" TIMESTAMPTZ(3),

    CONSTRAINT "mirrors_pkey" PRIMARY KEY ("source")
);

-- CreateTable
CREATE TABLE "mirror_positions" (
    "collection" TEXT NOT NULL,
    "changes_since" TIMESTAMPTZ(3),
    "walk_since" TIMESTAMPTZ(3),
    "walk_cursor" TEXT,
    "walk_ended" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "mirror_positions_pkey" PRIMARY KEY ("collection")
);

-- CreateTable
CREATE TABLE "mirror_rows" (
    "walked" BOOLEAN NOT NULL,
    "collection" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "row" TEXT NOT NULL,

    CONSTRAINT "mirror_rows_pkey" PRIMARY KEY ("walked","collection","id")
);

-- CreateTable
CREATE TABLE "places" (
    "id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "category_id" UUID,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "summary" TEXT,
    "description_rendered" TEXT,
    "image" JSON,
    "accessibility" JSON NOT NULL DEFAULT '[]',
    "accessibility_extra_info" TEXT,
    "capacity_per_unit" INTEGER,
    "publication_state" "publication_state" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "pricing" "pricing" NOT NULL,
    "prices_hidden" BOOLEAN NOT NULL DEFAULT false,
    "buying_blocked" BOOLEAN NOT NULL DEFAULT false,
    "buying_cta_kind" "buying_cta_kind" NOT NULL DEFAULT 'none',
    "buying_cta_button_label" TEXT,
    "buying_cta_email" TEXT,
    "buying_cta_url" TEXT,
    "buying_cta_text" JSON,
    "availability_mode" "availability_mode" NOT NULL,
    "booking_must_be_approved" BOOLEAN NOT NULL DEFAULT false,
    "hourly_booking_time_step_in_minutes" INTEGER NOT NULL DEFAULT 60,
    "require_people_count_on_booking" BOOLEAN NOT NULL DEFAULT false,
    "place_quotas" JSON NOT NULL DEFAULT '[]',
    "place_booking_minimum_durations" JSON NOT NULL DEFAULT '[]',
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "places_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "place_required_accreditations" (
    "place_id" UUID NOT NULL,
    "accreditation_id" UUID NOT NULL,

    CONSTRAINT "place_required_accreditations_pkey" PRIMARY KEY ("place_id","accreditation_id")
);

-- CreateTable
CREATE TABLE "place_required_plans" (
    "place_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,

    CONSTRAINT "place_required_plans_pkey" PRIMARY KEY ("place_id","plan_id")
);

-- CreateTable
CREATE TABLE "place_booking_duration_types" (
    "id" UUID NOT NULL,
    "place_id" UUID NOT NULL,
    "kind" "booking_duration_kind" NOT NULL,
    "custom_duration_type_id" UUID,
    "soft_deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "place_booking_duration_types_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "equipments" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "place_equipments" (
    "place_id" UUID NOT NULL,
    "equipment_id" UUID NOT NULL,

    CONSTRAINT "place_equipments_pkey" PRIMARY KEY ("place_id","equipment_id")
);

-- CreateTable
CREATE TABLE "place_extras" (
    "id" UUID NOT NULL,
    "place_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "sku" TEXT NOT NULL,
    "pricing" "place_extra_pricing" NOT NULL,
    "soft_deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "place_extras_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "place_units" (
    "id" UUID NOT NULL,
    "place_id" UUID NOT NULL,
    "space_id" UUID NOT NULL,
    "sku" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "state" "unit_state" NOT NULL,
    "state_note" TEXT,
    "state_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "floor" TEXT,
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "place_units_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" UUID NOT NULL,
    "space_id" UUID,
    "author_id" UUID NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "summary" TEXT,
    "description_rendered" TEXT,
    "image" JSON,
    "description" TEXT,
    "license_id" UUID,
    "tags" JSON NOT NULL DEFAULT '[]',
    "external_url" TEXT,
    "steps" JSON NOT NULL DEFAULT '[]',
    "steps_bytes" INTEGER GENERATED ALWAYS AS (octet_length("steps"::text)) STORED,
    "publication_state" "publication_state" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_collaborators" (
    "project_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,

    CONSTRAINT "project_collaborators_pkey" PRIMARY KEY ("project_id","member_id")
);

-- CreateTable
CREATE TABLE "project_project_thematics" (
    "project_id" UUID NOT NULL,
    "project_thematic_id" UUID NOT NULL,

    CONSTRAINT "project_project_thematics_pkey" PRIMARY KEY ("project_id","project_thematic_id")
);

-- CreateTable
CREATE TABLE "project_machines" (
    "project_id" UUID NOT NULL,
    "machine_id" UUID NOT NULL,

    CONSTRAINT "project_machines_pkey" PRIMARY KEY ("project_id","machine_id")
);

-- CreateTable
CREATE TABLE "project_licenses" (
    "id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "code" TEXT COLLATE "C" NOT NULL,
    "url" TEXT,
    "description" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_licenses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_thematics" (
    "id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_thematics_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "spaces" (
    "id" UUID NOT NULL,
    "parent_id" UUID,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "summary" TEXT,
    "description_rendered" TEXT,
    "image" JSON,
    "publication_state" "publication_state" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "accessibility" JSON NOT NULL DEFAULT '[]',
    "accessibility_extra_info" TEXT,
    "time_zone" TEXT NOT NULL,
    "address" JSON,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "email" TEXT,
    "phone" TEXT,
    "website_url" TEXT,
    "opening_hours" JSON NOT NULL DEFAULT '[]',
    "soft_deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "spaces_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "access_tokens_hash_key" ON "access_tokens"("hash");

-- CreateIndex
CREATE INDEX "access_tokens_prefix_idx" ON "access_tokens"("prefix");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "bookings_created_at_id_idx" ON "bookings"("created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state");

-- CreateIndex
CREATE INDEX "bookings_updated_at_id_idx" ON "bookings"("updated_at", "id", "created_at", "starts_at", "ends_at", "canceled_at", "state");

-- CreateIndex
CREATE INDEX "bookings_starts_at_id_idx" ON "bookings"("starts_at", "id", "created_at", "updated_at", "ends_at", "canceled_at", "state");

-- CreateIndex
CREATE INDEX "bookings_ends_at_id_idx" ON "bookings"("ends_at", "id", "created_at", "updated_at", "starts_at", "canceled_at", "state");

-- CreateIndex
CREATE INDEX "bookings_state_created_at_id_idx" ON "bookings"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "bookings_state_starts_at_id_idx" ON "bookings"("state", "starts_at", "id");

-- CreateIndex
CREATE INDEX "bookings_space_id_created_at_id_idx" ON "bookings"("space_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state");

-- CreateIndex
CREATE INDEX "bookings_space_id_starts_at_id_idx" ON "bookings"("space_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "booking_seats_booking_id_id_idx" ON "booking_seats"("booking_id", "id");

-- CreateIndex
CREATE INDEX "booking_seats_price_id_idx" ON "booking_seats"("price_id");

-- CreateIndex
CREATE INDEX "booking_place_extras_place_extra_id_booking_id_idx" ON "booking_place_extras"("place_extra_id", "booking_id");

-- CreateIndex
CREATE INDEX "categories_created_at_id_idx" ON "categories"("created_at", "id");

-- CreateIndex
CREATE INDEX "categories_updated_at_id_idx" ON "categories"("updated_at", "id");

-- CreateIndex
CREATE INDEX "categories_name_id_idx" ON "categories"("name", "id");

-- CreateIndex
CREATE INDEX "categories_position_id_idx" ON "categories"("position", "id");

-- CreateIndex
CREATE INDEX "categories_slug_created_at_id_idx" ON "categories"("slug", "created_at", "id");

-- CreateIndex
CREATE INDEX "categories_type_name_id_idx" ON "categories"("type", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "categories_type_slug_key" ON "categories"("type", "slug");

-- CreateIndex
CREATE INDEX "prices_training_id_id_idx" ON "prices"("training_id", "id");

-- CreateIndex
CREATE INDEX "prices_event_id_id_idx" ON "prices"("event_id", "id");

-- CreateIndex
CREATE INDEX "prices_category_id_idx" ON "prices"("category_id");

-- CreateIndex
CREATE UNIQUE INDEX "plans_slug_key" ON "plans"("slug");

-- CreateIndex
CREATE INDEX "plans_created_at_id_idx" ON "plans"("created_at", "id");

-- CreateIndex
CREATE INDEX "plans_updated_at_id_idx" ON "plans"("updated_at", "id");

-- CreateIndex
CREATE INDEX "plans_name_id_idx" ON "plans"("name", "id");

-- CreateIndex
CREATE INDEX "plans_position_id_idx" ON "plans"("position", "id");

-- CreateIndex
CREATE INDEX "plans_publication_state_created_at_id_idx" ON "plans"("publication_state", "created_at", "id");

-- CreateIndex
CREATE INDEX "plans_category_id_created_at_id_idx" ON "plans"("category_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "plan_groups_group_id_plan_id_idx" ON "plan_groups"("group_id", "plan_id");

-- CreateIndex
CREATE INDEX "plan_spaces_space_id_plan_id_idx" ON "plan_spaces"("space_id", "plan_id");

-- CreateIndex
CREATE INDEX "subscriptions_created_at_id_idx" ON "subscriptions"("created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_updated_at_id_idx" ON "subscriptions"("updated_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_starts_at_id_idx" ON "subscriptions"("starts_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_ends_at_idx" ON "subscriptions"("ends_at");

-- CreateIndex
CREATE INDEX "subscriptions_canceled_at_idx" ON "subscriptions"("canceled_at");

-- CreateIndex
CREATE INDEX "subscriptions_state_created_at_id_idx" ON "subscriptions"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_state_starts_at_id_idx" ON "subscriptions"("state", "starts_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_member_id_created_at_id_idx" ON "subscriptions"("member_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_plan_id_created_at_id_idx" ON "subscriptions"("plan_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_group_id_created_at_id_idx" ON "subscriptions"("group_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_member_id_key" ON "users"("member_id");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- CreateIndex
CREATE INDEX "users_updated_at_id_idx" ON "users"("updated_at", "id");

-- CreateIndex
CREATE INDEX "users_last_name_id_idx" ON "users"("last_name", "id");

-- CreateIndex
CREATE INDEX "users_email_id_idx" ON "users"("email", "id");

-- CreateIndex
CREATE INDEX "users_role_created_at_id_idx" ON "users"("role", "created_at", "id");

-- CreateIndex
CREATE INDEX "users_state_created_at_id_idx" ON "users"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "user_spaces_space_id_user_id_idx" ON "user_spaces"("space_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "members_number_key" ON "members"("number");

-- CreateIndex
CREATE INDEX "members_created_at_id_idx" ON "members"("created_at", "id");

-- CreateIndex
CREATE INDEX "members_updated_at_id_idx" ON "members"("updated_at", "id");

-- CreateIndex
CREATE INDEX "members_last_name_id_idx" ON "members"("last_name", "id");

-- CreateIndex
CREATE INDEX "members_joined_at_id_idx" ON "members"("joined_at", "id");

-- CreateIndex
CREATE INDEX "members_email_idx" ON "members"("email");

-- CreateIndex
CREATE INDEX "members_state_created_at_id_idx" ON "members"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "members_group_id_created_at_id_idx" ON "members"("group_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "members_space_id_created_at_id_idx" ON "members"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "member_accreditations_accreditation_id_member_id_idx" ON "member_accreditations"("accreditation_id", "member_id");

-- CreateIndex
CREATE UNIQUE INDEX "trainings_slug_key" ON "trainings"("slug");

-- CreateIndex
CREATE INDEX "trainings_created_at_id_idx" ON "trainings"("created_at", "id");

-- CreateIndex
CREATE INDEX "trainings_updated_at_id_idx" ON "trainings"("updated_at", "id");

-- CreateIndex
CREATE INDEX "trainings_name_id_idx" ON "trainings"("name", "id");

-- CreateIndex
CREATE INDEX "trainings_publication_state_created_at_id_idx" ON "trainings"("publication_state", "created_at", "id");

-- CreateIndex
CREATE INDEX "trainings_space_id_created_at_id_idx" ON "trainings"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "trainings_category_id_created_at_id_idx" ON "trainings"("category_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "training_required_accreditations_accreditation_id_training__idx" ON "training_required_accreditations"("accreditation_id", "training_id");

-- CreateIndex
CREATE INDEX "training_required_plans_plan_id_training_id_idx" ON "training_required_plans"("plan_id", "training_id");

-- CreateIndex
CREATE INDEX "training_granted_accreditations_accreditation_id_training_i_idx" ON "training_granted_accreditations"("accreditation_id", "training_id");

-- CreateIndex
CREATE INDEX "training_machines_machine_id_training_id_idx" ON "training_machines"("machine_id", "training_id");

-- CreateIndex
CREATE INDEX "training_sessions_created_at_id_idx" ON "training_sessions"("created_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_updated_at_id_idx" ON "training_sessions"("updated_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_starts_at_id_idx" ON "training_sessions"("starts_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_ends_at_id_idx" ON "training_sessions"("ends_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_state_created_at_id_idx" ON "training_sessions"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_state_starts_at_id_idx" ON "training_sessions"("state", "starts_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_training_id_created_at_id_idx" ON "training_sessions"("training_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_training_id_starts_at_id_idx" ON "training_sessions"("training_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_space_id_created_at_id_idx" ON "training_sessions"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "training_sessions_space_id_starts_at_id_idx" ON "training_sessions"("space_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "training_session_trainers_user_id_training_session_id_idx" ON "training_session_trainers"("user_id", "training_session_id");

-- CreateIndex
CREATE UNIQUE INDEX "events_slug_key" ON "events"("slug");

-- CreateIndex
CREATE INDEX "events_created_at_id_idx" ON "events"("created_at", "id");

-- CreateIndex
CREATE INDEX "events_updated_at_id_idx" ON "events"("updated_at", "id");

-- CreateIndex
CREATE INDEX "events_name_id_idx" ON "events"("name", "id");

-- CreateIndex
CREATE INDEX "events_publication_state_created_at_id_idx" ON "events"("publication_state", "created_at", "id");

-- CreateIndex
CREATE INDEX "events_space_id_created_at_id_idx" ON "events"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "events_category_id_created_at_id_idx" ON "events"("category_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "events_location_kind_created_at_id_idx" ON "events"("location_kind", "created_at", "id");

-- CreateIndex
CREATE INDEX "event_required_accreditations_accreditation_id_event_id_idx" ON "event_required_accreditations"("accreditation_id", "event_id");

-- CreateIndex
CREATE INDEX "event_required_plans_plan_id_event_id_idx" ON "event_required_plans"("plan_id", "event_id");

-- CreateIndex
CREATE INDEX "event_sessions_created_at_id_idx" ON "event_sessions"("created_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_updated_at_id_idx" ON "event_sessions"("updated_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_starts_at_id_idx" ON "event_sessions"("starts_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_ends_at_id_idx" ON "event_sessions"("ends_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_state_created_at_id_idx" ON "event_sessions"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_state_starts_at_id_idx" ON "event_sessions"("state", "starts_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_event_id_created_at_id_idx" ON "event_sessions"("event_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_event_id_starts_at_id_idx" ON "event_sessions"("event_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_space_id_created_at_id_idx" ON "event_sessions"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "event_sessions_space_id_starts_at_id_idx" ON "event_sessions"("space_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "event_session_hosts_user_id_event_session_id_idx" ON "event_session_hosts"("user_id", "event_session_id");

-- CreateIndex
CREATE UNIQUE INDEX "machines_slug_key" ON "machines"("slug");

-- CreateIndex
CREATE INDEX "machines_created_at_id_idx" ON "machines"("created_at", "id");

-- CreateIndex
CREATE INDEX "machines_updated_at_id_idx" ON "machines"("updated_at", "id");

-- CreateIndex
CREATE INDEX "machines_name_id_idx" ON "machines"("name", "id");

-- CreateIndex
CREATE INDEX "machines_publication_state_created_at_id_idx" ON "machines"("publication_state", "created_at", "id");

-- CreateIndex
CREATE INDEX "machines_space_id_created_at_id_idx" ON "machines"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "machines_category_id_created_at_id_idx" ON "machines"("category_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "machines_availability_mode_created_at_id_idx" ON "machines"("availability_mode", "created_at", "id");

-- CreateIndex
CREATE INDEX "machine_required_accreditations_accreditation_id_machine_id_idx" ON "machine_required_accreditations"("accreditation_id", "machine_id");

-- CreateIndex
CREATE INDEX "machine_required_plans_plan_id_machine_id_idx" ON "machine_required_plans"("plan_id", "machine_id");

-- CreateIndex
CREATE INDEX "machine_booking_duration_types_machine_id_id_idx" ON "machine_booking_duration_types"("machine_id", "id");

-- CreateIndex
CREATE INDEX "machine_booking_duration_types_custom_duration_type_id_idx" ON "machine_booking_duration_types"("custom_duration_type_id");

-- CreateIndex
CREATE UNIQUE INDEX "machine_units_sku_key" ON "machine_units"("sku");

-- CreateIndex
CREATE INDEX "machine_units_created_at_id_idx" ON "machine_units"("created_at", "id");

-- CreateIndex
CREATE INDEX "machine_units_updated_at_id_idx" ON "machine_units"("updated_at", "id");

-- CreateIndex
CREATE INDEX "machine_units_sku_id_idx" ON "machine_units"("sku", "id");

-- CreateIndex
CREATE INDEX "machine_units_state_created_at_id_idx" ON "machine_units"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "machine_units_machine_id_created_at_id_idx" ON "machine_units"("machine_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "machine_units_space_id_created_at_id_idx" ON "machine_units"("space_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "places_slug_key" ON "places"("slug");

-- CreateIndex
CREATE INDEX "places_created_at_id_idx" ON "places"("created_at", "id");

-- CreateIndex
CREATE INDEX "places_updated_at_id_idx" ON "places"("updated_at", "id");

-- CreateIndex
CREATE INDEX "places_name_id_idx" ON "places"("name", "id");

-- CreateIndex
CREATE INDEX "places_publication_state_created_at_id_idx" ON "places"("publication_state", "created_at", "id");

-- CreateIndex
CREATE INDEX "places_space_id_created_at_id_idx" ON "places"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "places_category_id_created_at_id_idx" ON "places"("category_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "places_availability_mode_created_at_id_idx" ON "places"("availability_mode", "created_at", "id");

-- CreateIndex
CREATE INDEX "place_required_accreditations_accreditation_id_place_id_idx" ON "place_required_accreditations"("accreditation_id", "place_id");

-- CreateIndex
CREATE INDEX "place_required_plans_plan_id_place_id_idx" ON "place_required_plans"("plan_id", "place_id");

-- CreateIndex
CREATE INDEX "place_booking_duration_types_place_id_id_idx" ON "place_booking_duration_types"("place_id", "id");

-- CreateIndex
CREATE INDEX "place_booking_duration_types_custom_duration_type_id_idx" ON "place_booking_duration_types"("custom_duration_type_id");

-- CreateIndex
CREATE INDEX "place_equipments_equipment_id_place_id_idx" ON "place_equipments"("equipment_id", "place_id");

-- CreateIndex
CREATE INDEX "place_extras_place_id_id_idx" ON "place_extras"("place_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "place_units_sku_key" ON "place_units"("sku");

-- CreateIndex
CREATE INDEX "place_units_created_at_id_idx" ON "place_units"("created_at", "id");

-- CreateIndex
CREATE INDEX "place_units_updated_at_id_idx" ON "place_units"("updated_at", "id");

-- CreateIndex
CREATE INDEX "place_units_sku_id_idx" ON "place_units"("sku", "id");

-- CreateIndex
CREATE INDEX "place_units_state_created_at_id_idx" ON "place_units"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "place_units_place_id_created_at_id_idx" ON "place_units"("place_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "place_units_space_id_created_at_id_idx" ON "place_units"("space_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "projects_slug_key" ON "projects"("slug");

-- CreateIndex
CREATE INDEX "projects_created_at_id_idx" ON "projects"("created_at", "id");

-- CreateIndex
CREATE INDEX "projects_updated_at_id_idx" ON "projects"("updated_at", "id");

-- CreateIndex
CREATE INDEX "projects_name_id_idx" ON "projects"("name", "id");

-- CreateIndex
CREATE INDEX "projects_published_at_idx" ON "projects"("published_at");

-- CreateIndex
CREATE INDEX "projects_publication_state_created_at_id_idx" ON "projects"("publication_state", "created_at", "id");

-- CreateIndex
CREATE INDEX "projects_space_id_created_at_id_idx" ON "projects"("space_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "projects_author_id_created_at_id_idx" ON "projects"("author_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "projects_license_id_created_at_id_idx" ON "projects"("license_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "project_collaborators_member_id_project_id_idx" ON "project_collaborators"("member_id", "project_id");

-- CreateIndex
CREATE INDEX "project_project_thematics_project_thematic_id_project_id_idx" ON "project_project_thematics"("project_thematic_id", "project_id");

-- CreateIndex
CREATE INDEX "project_machines_machine_id_project_id_idx" ON "project_machines"("machine_id", "project_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_licenses_code_key" ON "project_licenses"("code");

-- CreateIndex
CREATE INDEX "project_licenses_created_at_id_idx" ON "project_licenses"("created_at", "id");

-- CreateIndex
CREATE INDEX "project_licenses_updated_at_id_idx" ON "project_licenses"("updated_at", "id");

-- CreateIndex
CREATE INDEX "project_licenses_name_id_idx" ON "project_licenses"("name", "id");

-- CreateIndex
CREATE INDEX "project_licenses_position_id_idx" ON "project_licenses"("position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "project_thematics_slug_key" ON "project_thematics"("slug");

-- CreateIndex
CREATE INDEX "project_thematics_created_at_id_idx" ON "project_thematics"("created_at", "id");

-- CreateIndex
CREATE INDEX "project_thematics_updated_at_id_idx" ON "project_thematics"("updated_at", "id");

-- CreateIndex
CREATE INDEX "project_thematics_name_id_idx" ON "project_thematics"("name", "id");

-- CreateIndex
CREATE INDEX "project_thematics_position_id_idx" ON "project_thematics"("position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "spaces_slug_key" ON "spaces"("slug");

-- CreateIndex
CREATE INDEX "spaces_created_at_id_idx" ON "spaces"("created_at", "id");

-- CreateIndex
CREATE INDEX "spaces_updated_at_id_idx" ON "spaces"("updated_at", "id");

-- CreateIndex
CREATE INDEX "spaces_name_id_idx" ON "spaces"("name", "id");

-- CreateIndex
CREATE INDEX "spaces_publication_state_name_id_idx" ON "spaces"("publication_state", "name", "id");

-- CreateIndex
CREATE INDEX "spaces_parent_id_name_id_idx" ON "spaces"("parent_id", "name", "id");

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_machine_unit_id_fkey" FOREIGN KEY ("machine_unit_id") REFERENCES "machine_units"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_place_unit_id_fkey" FOREIGN KEY ("place_unit_id") REFERENCES "place_units"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_event_session_id_fkey" FOREIGN KEY ("event_session_id") REFERENCES "event_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_training_session_id_fkey" FOREIGN KEY ("training_session_id") REFERENCES "training_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_reserved_by_event_session_id_fkey" FOREIGN KEY ("reserved_by_event_session_id") REFERENCES "event_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_reserved_by_training_session_id_fkey" FOREIGN KEY ("reserved_by_training_session_id") REFERENCES "training_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_seats" ADD CONSTRAINT "booking_seats_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_seats" ADD CONSTRAINT "booking_seats_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "prices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_place_extras" ADD CONSTRAINT "booking_place_extras_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_place_extras" ADD CONSTRAINT "booking_place_extras_place_extra_id_fkey" FOREIGN KEY ("place_extra_id") REFERENCES "place_extras"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_training_id_fkey" FOREIGN KEY ("training_id") REFERENCES "trainings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plans" ADD CONSTRAINT "plans_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_groups" ADD CONSTRAINT "plan_groups_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_groups" ADD CONSTRAINT "plan_groups_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_spaces" ADD CONSTRAINT "plan_spaces_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_spaces" ADD CONSTRAINT "plan_spaces_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_spaces" ADD CONSTRAINT "user_spaces_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_spaces" ADD CONSTRAINT "user_spaces_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_accreditations" ADD CONSTRAINT "member_accreditations_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_accreditations" ADD CONSTRAINT "member_accreditations_accreditation_id_fkey" FOREIGN KEY ("accreditation_id") REFERENCES "accreditations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_required_accreditations" ADD CONSTRAINT "training_required_accreditations_training_id_fkey" FOREIGN KEY ("training_id") REFERENCES "trainings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_required_accreditations" ADD CONSTRAINT "training_required_accreditations_accreditation_id_fkey" FOREIGN KEY ("accreditation_id") REFERENCES "accreditations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_required_plans" ADD CONSTRAINT "training_required_plans_training_id_fkey" FOREIGN KEY ("training_id") REFERENCES "trainings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_required_plans" ADD CONSTRAINT "training_required_plans_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_granted_accreditations" ADD CONSTRAINT "training_granted_accreditations_training_id_fkey" FOREIGN KEY ("training_id") REFERENCES "trainings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_granted_accreditations" ADD CONSTRAINT "training_granted_accreditations_accreditation_id_fkey" FOREIGN KEY ("accreditation_id") REFERENCES "accreditations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_machines" ADD CONSTRAINT "training_machines_training_id_fkey" FOREIGN KEY ("training_id") REFERENCES "trainings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_machines" ADD CONSTRAINT "training_machines_machine_id_fkey" FOREIGN KEY ("machine_id") REFERENCES "machines"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_sessions" ADD CONSTRAINT "training_sessions_training_id_fkey" FOREIGN KEY ("training_id") REFERENCES "trainings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_sessions" ADD CONSTRAINT "training_sessions_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_session_trainers" ADD CONSTRAINT "training_session_trainers_training_session_id_fkey" FOREIGN KEY ("training_session_id") REFERENCES "training_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_session_trainers" ADD CONSTRAINT "training_session_trainers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_required_accreditations" ADD CONSTRAINT "event_required_accreditations_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_required_accreditations" ADD CONSTRAINT "event_required_accreditations_accreditation_id_fkey" FOREIGN KEY ("accreditation_id") REFERENCES "accreditations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_required_plans" ADD CONSTRAINT "event_required_plans_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_required_plans" ADD CONSTRAINT "event_required_plans_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_session_hosts" ADD CONSTRAINT "event_session_hosts_event_session_id_fkey" FOREIGN KEY ("event_session_id") REFERENCES "event_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_session_hosts" ADD CONSTRAINT "event_session_hosts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machines" ADD CONSTRAINT "machines_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machines" ADD CONSTRAINT "machines_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machine_required_accreditations" ADD CONSTRAINT "machine_required_accreditations_machine_id_fkey" FOREIGN KEY ("machine_id") REFERENCES "machines"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machine_required_accreditations" ADD CONSTRAINT "machine_required_accreditations_accreditation_id_fkey" FOREIGN KEY ("accreditation_id") REFERENCES "accreditations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machine_required_plans" ADD CONSTRAINT "machine_required_plans_machine_id_fkey" FOREIGN KEY ("machine_id") REFERENCES "machines"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machine_required_plans" ADD CONSTRAINT "machine_required_plans_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machine_booking_duration_types" ADD CONSTRAINT "machine_booking_duration_types_machine_id_fkey" FOREIGN KEY ("machine_id") REFERENCES "machines"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machine_booking_duration_types" ADD CONSTRAINT "machine_booking_duration_types_custom_duration_type_id_fkey" FOREIGN KEY ("custom_duration_type_id") REFERENCES "custom_duration_types"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machine_units" ADD CONSTRAINT "machine_units_machine_id_fkey" FOREIGN KEY ("machine_id") REFERENCES "machines"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machine_units" ADD CONSTRAINT "machine_units_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "places" ADD CONSTRAINT "places_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "places" ADD CONSTRAINT "places_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_required_accreditations" ADD CONSTRAINT "place_required_accreditations_place_id_fkey" FOREIGN KEY ("place_id") REFERENCES "places"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_required_accreditations" ADD CONSTRAINT "place_required_accreditations_accreditation_id_fkey" FOREIGN KEY ("accreditation_id") REFERENCES "accreditations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_required_plans" ADD CONSTRAINT "place_required_plans_place_id_fkey" FOREIGN KEY ("place_id") REFERENCES "places"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_required_plans" ADD CONSTRAINT "place_required_plans_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_booking_duration_types" ADD CONSTRAINT "place_booking_duration_types_place_id_fkey" FOREIGN KEY ("place_id") REFERENCES "places"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_booking_duration_types" ADD CONSTRAINT "place_booking_duration_types_custom_duration_type_id_fkey" FOREIGN KEY ("custom_duration_type_id") REFERENCES "custom_duration_types"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_equipments" ADD CONSTRAINT "place_equipments_place_id_fkey" FOREIGN KEY ("place_id") REFERENCES "places"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_equipments" ADD CONSTRAINT "place_equipments_equipment_id_fkey" FOREIGN KEY ("equipment_id") REFERENCES "equipments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_extras" ADD CONSTRAINT "place_extras_place_id_fkey" FOREIGN KEY ("place_id") REFERENCES "places"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_units" ADD CONSTRAINT "place_units_place_id_fkey" FOREIGN KEY ("place_id") REFERENCES "places"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_units" ADD CONSTRAINT "place_units_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_space_id_fkey" FOREIGN KEY ("space_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_license_id_fkey" FOREIGN KEY ("license_id") REFERENCES "project_licenses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_collaborators" ADD CONSTRAINT "project_collaborators_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_collaborators" ADD CONSTRAINT "project_collaborators_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_project_thematics" ADD CONSTRAINT "project_project_thematics_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_project_thematics" ADD CONSTRAINT "project_project_thematics_project_thematic_id_fkey" FOREIGN KEY ("project_thematic_id") REFERENCES "project_thematics"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_machines" ADD CONSTRAINT "project_machines_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_machines" ADD CONSTRAINT "project_machines_machine_id_fkey" FOREIGN KEY ("machine_id") REFERENCES "machines"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "spaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
