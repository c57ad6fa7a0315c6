import { type AnyCollectionContract, fieldTable } from '@resource-catalogue/contracts';

/** What a filter reads in a row as the list shows it: `member_id` is `member.id`, or `members[].id` where there are several. */
export function filterPath({ name, resource }: AnyCollectionContract, field: string): string {
  const keys = fieldTable(resource);
  const entity = field.replace(/_id$/, '');
  const shown = [
    [field, field],
    [entity, `${entity}.id`],
    [`${entity}s`, `${entity}s[].id`],
    ['soft_deleted_at', field === 'soft_deleted' ? 'soft_deleted_at' : undefined],
  ] as const;
  const path = shown.find(([key, path]) => path !== undefined && keys.has(key))?.[1];
  if (path !== undefined) return path;
  throw new Error(`No key shows what the filter ${field} of ${name} reads: give it the name of one, or say it here.`);
}
