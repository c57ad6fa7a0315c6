import { collections, type DtoClass, fieldTable, readScope } from '../src/index.js';
import { codes, table } from './tables.js';

/** The keys of a DTO with personal values, parts and summaries included: `seats[].first_name`. */
function personalKeys(dto: DtoClass): string[] {
  return [...fieldTable(dto).values()].flatMap(({ name, kind, personal, dto: part }) => {
    if (personal) return [name];
    return part ? personalKeys(part()).map((key) => `${name}${kind === 'array' ? '[]' : ''}.${key}`) : [];
  });
}

/** docs/operations/personal-data.md with the table of scopes and personal keys from the contracts. */
export function withPersonalFields(text: string): string {
  const rows = collections.flatMap(({ name, resource }) => {
    const keys = personalKeys(resource);
    return keys.length === 0 ? [] : [[`\`${readScope(name)}\``, codes(keys)]];
  });
  const mark = /<!-- personal keys -->\n[^]*?<!-- end -->/;
  if (!mark.test(text))
    throw new Error('docs/operations/personal-data.md lacks the lines "<!-- personal keys -->" and "<!-- end -->".');
  return text.replace(mark, `<!-- personal keys -->\n\n${table(['Scope', 'Keys'], rows)}\n\n<!-- end -->`);
}
