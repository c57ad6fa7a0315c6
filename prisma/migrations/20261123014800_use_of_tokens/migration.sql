-- Subjects of an OpenID provider use idempotency keys as well, and no table knows them. Keys end within a day by themselves.
-- DropForeignKey
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_token_id_fkey";

-- AlterTable
ALTER TABLE "access_tokens" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "replaced_by" UUID;
