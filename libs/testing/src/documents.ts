import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The code blocks of a language in a document. Throws if their number is not the expected one. */
export function codeBlocks(document: string, language: string, known: number): string[] {
  const all = readFileSync(join(root, document), 'utf8');
  const blocks = [...all.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);
  if (blocks.length === known) return blocks;
  throw new Error(
    `${document} has ${blocks.length} blocks of ${language}, but its test runs ${known}: add the others to the test.`,
  );
}

/** The shell in which commands of a document run. */
interface Shell {
  readonly cwd: string;
  /** The environment, except `PATH` and `HOME`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Replacements for words of the document: URLs, names and paths that depend on the reader. */
  readonly instead?: Readonly<Record<string, string>>;
}

// npm would run scripts in the root of the workspace, but a test needs its own directory. Other tests check that the
// script runs the program.
const beforehand = `npm() {
  if [ "$1 $2" = 'run -s' ]; then set -- run "\${@:3}"; fi
  if [ "$1 $2 $3" != 'run catalogue --' ]; then echo "npm $* is not available in tests" >&2; return 1; fi
  node '${join(root, 'apps/server/bundle/catalogue.js')}' "\${@:4}"
}
`;

/** The standard output of commands. Rejects with their standard error if one of them fails. */
export async function typed(commands: string, { cwd, variables = {}, instead = {} }: Shell): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const shell = spawn('bash', ['-euc', beforehand + inPlace(commands, instead)], {
    cwd,
    env: { PATH, HOME, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, errors] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
  if (shell.exitCode === 0) return printed;
  throw new Error(`These commands exited with ${shell.exitCode}: ${commands}\n${printed}${errors}`);
}

/** Replaces longer words first, each place once. Throws if a word is missing. */
export function inPlace(commands: string, instead: Readonly<Record<string, string>>): string {
  const words = Object.keys(instead).sort((one, other) => other.length - one.length);
  const missing = words.find((word) => !commands.includes(word));
  if (missing !== undefined) throw new Error(`The commands do not contain ${missing}: ${commands}`);
  if (words.length === 0) return commands;
  const any = new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  return commands.replace(any, (word) => instead[word] ?? word);
}

/** A Markdown table, padded as the workspace's formatter does. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(({ length }) => length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
