import { Writable } from 'node:stream';
import { type Command, CommanderError } from 'commander';
import { CommandError } from '@resource-catalogue/program';
import type { WithDatabase } from '@resource-catalogue/database';
import { catalogueProgram } from '../../src/program.js';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in this process, which has already loaded it, and returns its output and exit code. Run one at a time,
 * because it takes over the output of the process.
 */
export async function runInProcess(args: readonly string[], withDatabase: WithDatabase): Promise<CommandResult> {
  const { exitCode } = process;
  const [stdout, stderr] = [captureStream('stdout'), captureStream('stderr')];
  let code = 0;
  try {
    process.exitCode = undefined;
    await throwOnExit(catalogueProgram(withDatabase)).parseAsync(args, { from: 'user' });
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    code = error instanceof CommanderError ? error.exitCode : 1;
    // Commander has printed its own message.
    if (!(error instanceof CommanderError)) process.stderr.write(`${errorText(error)}\n`);
  } finally {
    process.exitCode = exitCode;
    stdout.putBack();
    stderr.putBack();
  }
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Makes commander throw an error instead of ending the process. */
function throwOnExit(command: Command): Command {
  command.exitOverride();
  command.commands.forEach(throwOnExit);
  return command;
}

function errorText(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Replaces a stream of the process. */
function captureStream(name: 'stdout' | 'stderr') {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  const own = Object.getOwnPropertyDescriptor(process, name) ?? {};
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value: stream });
  return {
    text: () => Buffer.concat(chunks).toString(),
    putBack: () => Object.defineProperty(process, name, own),
  };
}
