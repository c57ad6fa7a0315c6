CREATE INDEX "categories_slug_created_at_id_idx" ON "categories"("slug", "created_at", "id");
