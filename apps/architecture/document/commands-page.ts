import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The programs in their built files, in the order of the page. */
const programs = [
  ['resource-catalogue-server', 'apps/server/bundle/main.js'],
  ['resource-catalogue', 'apps/server/bundle/catalogue.js'],
  ['resource-catalogue-mcp', 'apps/mcp/dist/src/main.js'],
  ['resource-catalogue-conformance', 'apps/conformance/dist/src/cli/main.js'],
  ['resource-catalogue-mock', 'apps/reference-server/dist/src/main.js'],
] as const;

/** Writes docs/operations/commands.md from the `--help` of the programs. */
export async function commandsPage(): Promise<string> {
  const sections: string[] = [];
  for (const [name, file] of programs) sections.push(...(await describe(name, file)));
  return `# Commands

<!-- Generated from the programs: \`npx nx run architecture:commands\` -->

The texts of \`--help\`. From a checkout, \`npm run catalogue --\` runs \`resource-catalogue\`.

A program exits with 0, or with 1 and the reason in one line on standard error. \`import --continue\` also exits with 1
if it left out lines, \`mirror --once\` if it left out rows. The service exits with 0 after SIGTERM and SIGINT. The
conformance suite has [more exit codes](#resource-catalogue-conformance-check).

${sections.join('\n\n')}
`;
}

/** The sections of a command and its subcommands. */
async function describe(name: string, file: string, words: readonly string[] = []): Promise<string[]> {
  const help = await helpOf(file, words);
  const title = `${'#'.repeat(words.length + 2)} ${[name, ...words].join(' ')}`;
  const [, list = ''] = help.split('\nCommands:\n');
  const subcommands = [...list.matchAll(/^ {2}(\w+)/gm)].map(([, word = '']) => word);
  const sections = [`${title}\n\n\`\`\`text\n${help.trim()}\n\`\`\``];
  for (const word of subcommands.filter((one) => one !== 'help'))
    sections.push(...(await describe(name, file, [...words, word])));
  return sections;
}

async function helpOf(file: string, words: readonly string[]): Promise<string> {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...words, '--help'], {
    // Hints contain the command by which the program was started.
    env: { CATALOGUE_COMMAND: 'resource-catalogue' },
  });
  return stdout;
}
