-- Written by hand: Prisma's schema language knows a generated column by its default only. PAGE-5 needs the length of what
-- a page would send, and to ask a stored JSON for it means to read all of it.
ALTER TABLE "projects" ADD COLUMN "steps_bytes" INTEGER GENERATED ALWAYS AS (octet_length("steps"::text)) STORED;
