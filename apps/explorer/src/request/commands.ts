import type { Collection, Filter, FilterKind } from '../api/catalogue.js';
import type { Pair } from './route.js';

/** Quotes a word for the shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command to paste. The token is in a variable, so that it appears neither on screens nor in the shell's history. */
export function curlCommand(url: string): string {
  // Without --globoff, curl treats brackets as a range.
  const options = /[[\]{}]/.test(url) ? '--globoff ' : '';
  return `curl ${options}-H "Authorization: Bearer $TOKEN" \\\n${shellWord(url)}`;
}

/** A string literal of TypeScript. */
export function toLiteral(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`);
  return `'${inner}'`;
}

/** `machine_units` is `client.machineUnits`. */
const memberName = (collection: string): string =>
  collection.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A program that sends the same request with the client library. */
export function clientProgram(baseUrl: string, call: string): string {
  return [
    "import { createClient } from '@resource-catalogue/client';",
    '',
    'const client = createClient({',
    `  baseUrl: ${toLiteral(baseUrl)},`,
    "  token: 'rct_…',",
    '});',
    call,
  ].join('\n');
}

export const getCall = ({ name }: Collection, id: string): string =>
  `const { data } = await client.${memberName(name)}.get(${toLiteral(id)});`;

/** A list call of the client: filters by field and operator, sets as arrays. */
export function listCall({ name, filters }: Collection, query: readonly Pair[]): string {
  const byField = new Map<string, string[]>();
  const rest: string[] = [];
  for (const pair of query) {
    const filter = filters.find(({ parameter }) => parameter === pair.name);
    if (filter) byField.set(filter.field, [...(byField.get(filter.field) ?? []), chooseOperator(filter, pair.value)]);
    else if (pair.name === 'limit' && /^\d+$/.test(pair.value)) rest.push(`  limit: ${Number(pair.value)},`);
    else if (['sort', 'limit', 'cursor'].includes(pair.name)) rest.push(`  ${pair.name}: ${toLiteral(pair.value)},`);
  }
  const fields = [...byField].map(([field, operators]) => `    ${field}: { ${operators.join(', ')} },`);
  const lines = [...(fields.length > 0 ? ['  filters: {', ...fields, '  },'] : []), ...rest];
  const options = lines.length > 0 ? `{\n${lines.join('\n')}\n}` : '';
  return `const page = await client.${memberName(name)}.list(${options});`;
}

function chooseOperator({ operator, kind }: Filter, value: string): string {
  return `${operator}: ${clientValue(kind, value)}`;
}

/** A value as the client expects it; an invalid one stays a text, which the service rejects. */
function clientValue(kind: FilterKind, value: string): string {
  switch (kind) {
    case 'set':
      return `[${value.split(',').map(toLiteral).join(', ')}]`;
    case 'flag':
      return /^(?:true|false)$/.test(value) ? value : toLiteral(value);
    case 'number':
      return /^-?\d+$/.test(value) ? value : toLiteral(value);
    case 'time':
      return toLiteral(value);
  }
}
