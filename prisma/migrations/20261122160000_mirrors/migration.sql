-- CreateTable
CREATE TABLE "mirrors" (
    "source" TEXT NOT NULL,
    "refuses_writes" BOOLEAN NOT NULL,
    "compared_at" TIMESTAMPTZ(3),

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
