import type { FieldKind } from '@resource-catalogue/contracts';

const instantFormat = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** An SQL expression of type text that shows a column as JSON, in the very form that the row writer gives the same kind. */
export function jsonText(kind: FieldKind, expression: string): string {
  switch (kind) {
    case 'uuid':
    case 'enum':
    case 'date':
      return `coalesce('"' || ${expression} || '"', 'null')`;
    case 'text':
      return `coalesce(to_json(${expression})::text, 'null')`;
    case 'datetime':
      return `coalesce('"' || to_char(${expression}, ${instantFormat}) || '"', 'null')`;
    case 'integer':
    case 'number':
    case 'boolean':
    case 'object':
    case 'array':
      return `coalesce(${expression}::text, 'null')`;
  }
}
