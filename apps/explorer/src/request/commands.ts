import type { Collection, Filter } from '../interface/catalogue.js';
import { isObject, type JsonObject } from '../interface/json.js';
import type { Write } from './ask.js';
import type { Pair } from './route.js';

/** Quotes a word for the shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command to paste. The token is in a variable, so that it appears neither on screens nor in the shell's history. */
export function curlCommand(url: string, write?: Write): string {
  // Without --globoff, curl treats brackets as a range.
  const options = /[[\]{}]/.test(url) ? '--globoff ' : '';
  const method = write ? `-X ${write.method} ` : '';
  const headers = Object.entries(write?.headers ?? {}).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`);
  const body = write ? [`--data-binary ${shellWord(JSON.stringify(write.body))}`] : [];
  const lines = [`curl ${options}${method}-H "Authorization: Bearer $TOKEN"`, ...headers, ...body, shellWord(url)];
  return lines.join(' \\\n');
}

/** A string literal of TypeScript. */
export function literal(text: string): string {
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
    `  baseUrl: ${literal(baseUrl)},`,
    "  token: 'rct_…',",
    '});',
    call,
  ].join('\n');
}

export const getCall = ({ name }: Collection, id: string): string =>
  `const { data } = await client.${memberName(name)}.get(${literal(id)});`;

export const createCall = ({ name }: Collection, body: JsonObject, key: string): string =>
  `const { data } = await client.${memberName(name)}.create(${code(body)}, { idempotencyKey: ${literal(key)} });`;

export const updateCall = ({ name }: Collection, id: string, change: JsonObject, version: string): string =>
  `const { data } = await client.${memberName(name)}.update(${literal(id)}, ${code(change)}, { ifMatch: ${literal(version)} });`;

/** A JSON value as TypeScript, with its parts on separate lines. */
function code(value: unknown, indent = ''): string {
  if (typeof value === 'string') return literal(value);
  const parts = Array.isArray(value)
    ? value.map((part) => code(part, `${indent}  `))
    : isObject(value)
      ? Object.entries(value).map(([key, part]) => `${key}: ${code(part, `${indent}  `)}`)
      : null;
  if (parts === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const lines = parts.map((part) => `${indent}  ${part},\n`);
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('')}${indent}${close}`;
}

/** A list call of the client: filters by field and operator, sets as arrays. */
export function listCall({ name, filters }: Collection, query: readonly Pair[]): string {
  const asked = new Map<string, string[]>();
  const rest: string[] = [];
  for (const pair of query) {
    const filter = filters.find(({ parameter }) => parameter === pair.name);
    if (filter) asked.set(filter.field, [...(asked.get(filter.field) ?? []), chooseOperator(filter, pair.value)]);
    else if (pair.name === 'limit' && /^\d+$/.test(pair.value)) rest.push(`  limit: ${Number(pair.value)},`);
    else if (['sort', 'limit', 'cursor'].includes(pair.name)) rest.push(`  ${pair.name}: ${literal(pair.value)},`);
  }
  const fields = [...asked].map(([field, operators]) => `    ${field}: { ${operators.join(', ')} },`);
  const lines = [...(fields.length > 0 ? ['  filters: {', ...fields, '  },'] : []), ...rest];
  const options = lines.length > 0 ? `{\n${lines.join('\n')}\n}` : '';
  return `const page = await client.${memberName(name)}.list(${options});`;
}

function chooseOperator({ operator, kind }: Filter, value: string): string {
  if (kind === 'set') return `${operator}: [${value.split(',').map(literal).join(', ')}]`;
  if (kind === 'flag' && /^(?:true|false)$/.test(value)) return `${operator}: ${value}`;
  return `${operator}: ${literal(value)}`;
}
