-- Written by hand: these indexes of bookings contain every time and the state, so that filters on them are tested without
-- reading the rows. Readers wait only for the second half.
CREATE INDEX "bookings_created_at_id_new" ON "bookings"("created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state");
CREATE INDEX "bookings_updated_at_id_new" ON "bookings"("updated_at", "id", "created_at", "starts_at", "ends_at", "canceled_at", "state");
CREATE INDEX "bookings_starts_at_id_new" ON "bookings"("starts_at", "id", "created_at", "updated_at", "ends_at", "canceled_at", "state");
CREATE INDEX "bookings_ends_at_id_new" ON "bookings"("ends_at", "id", "created_at", "updated_at", "starts_at", "canceled_at", "state");
CREATE INDEX "bookings_space_id_created_at_id_new" ON "bookings"("space_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state");
CREATE INDEX "bookings_member_id_created_at_id_new" ON "bookings"("member_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state") WHERE "member_id" IS NOT NULL;
CREATE INDEX "bookings_group_id_created_at_id_new" ON "bookings"("group_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state") WHERE "group_id" IS NOT NULL;
CREATE INDEX "bookings_machine_unit_id_created_at_id_new" ON "bookings"("machine_unit_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state") WHERE "machine_unit_id" IS NOT NULL;
CREATE INDEX "bookings_place_unit_id_created_at_id_new" ON "bookings"("place_unit_id", "created_at", "id", "updated_at", "starts_at", "ends_at", "canceled_at", "state") WHERE "place_unit_id" IS NOT NULL;

DROP INDEX "bookings_created_at_id_idx";
ALTER INDEX "bookings_created_at_id_new" RENAME TO "bookings_created_at_id_idx";
DROP INDEX "bookings_updated_at_id_idx";
ALTER INDEX "bookings_updated_at_id_new" RENAME TO "bookings_updated_at_id_idx";
DROP INDEX "bookings_starts_at_id_idx";
ALTER INDEX "bookings_starts_at_id_new" RENAME TO "bookings_starts_at_id_idx";
DROP INDEX "bookings_ends_at_id_idx";
ALTER INDEX "bookings_ends_at_id_new" RENAME TO "bookings_ends_at_id_idx";
DROP INDEX "bookings_space_id_created_at_id_idx";
ALTER INDEX "bookings_space_id_created_at_id_new" RENAME TO "bookings_space_id_created_at_id_idx";
DROP INDEX "bookings_member_id_created_at_id_idx";
ALTER INDEX "bookings_member_id_created_at_id_new" RENAME TO "bookings_member_id_created_at_id_idx";
DROP INDEX "bookings_group_id_created_at_id_idx";
ALTER INDEX "bookings_group_id_created_at_id_new" RENAME TO "bookings_group_id_created_at_id_idx";
DROP INDEX "bookings_machine_unit_id_created_at_id_idx";
ALTER INDEX "bookings_machine_unit_id_created_at_id_new" RENAME TO "bookings_machine_unit_id_created_at_id_idx";
DROP INDEX "bookings_place_unit_id_created_at_id_idx";
ALTER INDEX "bookings_place_unit_id_created_at_id_new" RENAME TO "bookings_place_unit_id_created_at_id_idx";
