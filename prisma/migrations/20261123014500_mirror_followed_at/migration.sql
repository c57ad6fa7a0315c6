-- Null until the mirror follows the next time.
ALTER TABLE "mirrors" ADD COLUMN "followed_at" TIMESTAMPTZ(3);
