/**
 * An uncorrelated sub-select: it runs once for the statement and sees the statement's own snapshot, so what it
 * returns says which state of the summarised tables the rows belong to.
 */
export function revisionsSql(tables: readonly string[]): string {
  const names = tables.map((table) => `'${table}'`).join(', ');
  return `(SELECT string_agg(v.revision::text, ' ' ORDER BY v.name COLLATE "C") FROM revisions v WHERE v.name IN (${names}))`;
}
