import { isDeepStrictEqual } from 'node:util';
import { formatTable } from '@resource-catalogue/testing/documents';
import { Configuration, variables } from '../src/configuration.js';

type Variable = (typeof variables)[number];

/** Writes docs/operations/settings.md from the configuration class and the comments in its source. */
export function settingsPage(source: string): string {
  const initial = new Map<string, unknown>(Object.entries(new Configuration()));
  const rows = variables.map((variable) => {
    const { name, key, expected, secret } = variable;
    const what = `${describeMeaning(name, source)}${secret ? ` Can be a file: \`${name}_FILE\`.` : ''}`;
    return [`\`${name}\``, describeDefault(variable, initial.get(key)), expected, what];
  });
  return `# Settings

<!-- Generated from libs/program/src/configuration.ts: \`npx nx run program:settings\` -->

All environment variables of the service and its commands. Invalid values are reported at start, all at once; an empty
variable counts as unset.

${formatTable(['Variable', 'Default', 'Value', 'Meaning'], rows)}

A variable that can be a file is read from the path in its name with \`_FILE\`; a trailing newline is ignored, and
setting both is an error. \`MIRROR_TOKEN\`, the token of \`resource-catalogue mirror\`, can be a file too.
`;
}

function describeMeaning(name: string, source: string): string {
  const found = new RegExp(`/\\*\\* ([^\\n]*) \\*/\\n {2}@Variable\\(\\s*'${name}',`).exec(source)?.[1];
  if (found === undefined) throw new Error(`${name} needs a one-line comment with its meaning.`);
  return found;
}

/** Writes a default as an operator would: a word from the expected values, or the value itself, that parses to it. */
function describeDefault({ name, parse, expected }: Variable, value: unknown): string {
  if (value === null || value === false || isDeepStrictEqual(value, [])) return '–';
  const itself = typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  const text = [...expected.split(/[\s,]+/), ...itself].find((each) => isDeepStrictEqual(parse(each), value));
  if (text === undefined) throw new Error(`The expected values of ${name} must include its default: "${expected}".`);
  return `\`${text}\``;
}
