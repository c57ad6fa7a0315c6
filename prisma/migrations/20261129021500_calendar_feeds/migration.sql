-- AlterTable
ALTER TABLE "access_tokens" ADD COLUMN     "feed_collection" TEXT,
ADD COLUMN     "feed_id" UUID,
ADD COLUMN     "feed_names" BOOLEAN NOT NULL DEFAULT false;

-- A token opens the interface or one feed, never both.
ALTER TABLE "access_tokens"
    ADD CONSTRAINT "access_tokens_feed_whole_check" CHECK (num_nulls(feed_collection, feed_id) <> 1),
    ADD CONSTRAINT "access_tokens_feed_check" CHECK (
        CASE WHEN feed_id IS NULL THEN NOT feed_names ELSE cardinality(scopes) = 0 END
    );
