import type { Command } from 'commander';

/** Lets a command and those below it tell what is wrong with a call as all else does: in one line. */
export function withOneLineErrors(command: Command): Command {
  command.configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) });
  command.commands.forEach(withOneLineErrors);
  return command;
}

function oneLine(text: string): string {
  const said = text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s+/g, ' ');
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.$/, '')}. --help shows what is there.`;
}
