import type { ListQuery } from '@resource-catalogue/list-query';
import type { Values } from './conditions.js';

/** PAGE-4: a row-value comparison, so the index of (key, id) leads straight to the page at any depth. */
export function keysetCondition(query: ListQuery, values: Values, boundOf = (key: string) => key): string[] {
  if (!query.after) return [];
  const { field, descending } = query.sort;
  const beyond = descending ? '<' : '>';
  if (field === 'id') return [`t.id ${beyond} ${values.add(query.after.id)}`];
  const bound = boundOf(values.add(query.after.key));
  return [`(t.${field}, t.id) ${beyond} (${bound}, ${values.add(query.after.id)})`];
}

export function order({ sort }: Pick<ListQuery, 'sort'>): string {
  // SORT-1: ties are broken by id in the same direction.
  const direction = sort.descending ? 'DESC' : 'ASC';
  return `t.${sort.field} ${direction}, t.id ${direction}`;
}
