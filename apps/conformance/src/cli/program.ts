import { isNativeError } from 'node:util/types';
import { Command, CommanderError } from 'commander';
import { suiteVersion } from '../package-file.js';
import { TargetError } from '../run/probe.js';
import { exitCodes } from '../run/verdict.js';
import { makeRedactor } from '../target/redact.js';
import { TransportError } from '../target/wire.js';
import { checkCommand } from './check-command.js';
import { UsageError } from './options.js';
import { programName } from './program-name.js';
import { replayCommand } from './replay-command.js';
import { listCommand, snapshotCommand } from './show-commands.js';

function program(): Command {
  const root = new Command(programName(process.env))
    .description('Checks any server of the Resource Catalogue API by its URL.')
    .version(suiteVersion())
    .addCommand(checkCommand())
    .addCommand(listCommand())
    .addCommand(snapshotCommand())
    .addCommand(replayCommand());
  // Commander would print several lines and exit the process itself.
  for (const command of [root, ...root.commands]) {
    command
      .exitOverride()
      .configureOutput({ outputError: () => {}, writeErr: () => {} })
      .showHelpAfterError(false);
  }
  return root;
}

/** Runs the command and returns its exit code. Errors are reported in one line. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const [code, line] = describeError(error, args);
    if (line !== '') process.stderr.write(`${makeRedactor([])(line)}\n`);
    return code;
  }
}

function describeError(error: unknown, args: readonly string[]): [code: number, line: string] {
  if (error instanceof CommanderError) {
    const [first = ''] = error.message.replace(/^error: /, '').split('\n');
    const line = args.length === 0 ? 'Missing command: use check, list, snapshot or replay' : first;
    return [exitCodes.usage, `${line.replace(/\.$/, '')}. Run with --help for details.`];
  }
  if (error instanceof UsageError) return [exitCodes.usage, error.message];
  if (error instanceof TargetError || error instanceof TransportError) return [exitCodes.unreachable, error.message];
  const trace = isNativeError(error) ? error.stack : undefined;
  return [exitCodes.errored, `The suite failed: ${trace ?? String(error)}`];
}
