import { isDeepStrictEqual } from 'node:util';
import { Configuration, variables } from '../src/configuration.js';

type Variable = (typeof variables)[number];

/** docs/operations/settings.md, of the class of the configuration and the comments in its source. */
export function settingsPage(source: string): string {
  const initial = new Map<string, unknown>(Object.entries(new Configuration()));
  const rows = variables.map((variable) => {
    const { name, key, expected, secret } = variable;
    const what = `${meaningOf(name, source)}${secret ? ` May be in a file: \`${name}_FILE\`.` : ''}`;
    return [`\`${name}\``, defaultOf(variable, initial.get(key)), expected, what];
  });
  return `# Settings

Every variable that the service and its commands read, written by \`npx nx run program:settings\` from
\`libs/program/src/configuration.ts\`. Invalid ones are refused at start, all named at once; an empty one counts as not set.

${tableOf(['Variable', 'Default', 'Takes', 'Meaning'], rows)}

A file that the name with \`_FILE\` behind it names holds the value, with a line end or without one; it is a mistake to set both. \`MIRROR_TOKEN\`, the
token of \`resource-catalogue mirror\`, may be in a file as well. [size.md](size.md#limits-that-you-can-set) says what a higher limit costs,
[tokens.md](tokens.md) what the provider has to do, [scale-out.md](scale-out.md) what Redis, replicas and PgBouncer do.
`;
}

function meaningOf(name: string, source: string): string {
  const found = new RegExp(`/\\*\\* ([^\\n]*) \\*/\\n {2}@Variable\\(\\s*'${name}',`).exec(source)?.[1];
  if (found === undefined) throw new Error(`${name} needs a comment of one line, which says what it means.`);
  return found;
}

/** The default as it would be written: a word of what the variable takes, or the value itself, which means the same. */
function defaultOf({ name, parse, expected }: Variable, value: unknown): string {
  if (value === null || value === false || isDeepStrictEqual(value, [])) return '–';
  const itself = typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  const text = [...expected.split(/[\s,]+/), ...itself].find((each) => isDeepStrictEqual(parse(each), value));
  if (text === undefined) throw new Error(`What ${name} takes must name its default: "${expected}".`);
  return `\`${text}\``;
}

/** As the workspace formats it. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(({ length }) => length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
