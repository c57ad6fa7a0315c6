import { afterEach, expect, it, jest } from '@jest/globals';
import { CommandError, CommandErrors, fileError } from './command-error.js';
import { exitWith } from './exit.js';

afterEach(() => void jest.restoreAllMocks());

/** The output of `exitWith` before it exits with 1. */
function printed(error: unknown): string {
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  exitWith(error);
  expect(exit.mock.calls).toEqual([[1]]);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

const systemError = (code: string, call: string) =>
  Object.assign(new Error(`${code}: failed, ${call}`), { code, syscall: call });

it('a command that fails prints its sentence without a stack', () => {
  expect(printed(new CommandError('The data directory is in use.'))).toBe('The data directory is in use.\n');
});

const forged = 'a\nImported 9 lines.\u001b[1A';
const escaped = 'a\\nImported 9 lines.\\u001b[1A';

it.each([
  [new CommandError(`${forged} cannot be read.`), `${escaped} cannot be read.\n`],
  [new CommandErrors([`${forged}:1 is empty.`, 'It ends.']), `${escaped}:1 is empty.\nIt ends.\n`],
])('a file name with line breaks cannot forge a line of output: %s', (error, lines) => {
  expect(printed(error)).toBe(lines);
});

const ofProcess =
  'Too many open files (EMFILE): raise the limit of the process, for example with ulimit -n 4096, and run it again.\n';
const ofSystem =
  'Too many open files on this machine (ENFILE): raise the limit of the system (fs.file-max on Linux), and run it again.\n';

it.each<[what: string, error: unknown, sentence: string]>([
  ['a file', systemError('EMFILE', 'open'), ofProcess],
  ['a connection', systemError('EMFILE', 'connect'), ofProcess],
  ['a file of a command', fileError(systemError('EMFILE', 'open'), (reason) => `It failed: ${reason}.`), ofProcess],
  [
    'a database that cannot be opened for this reason',
    new CommandError('No database.', { cause: new Error('No file.', { cause: systemError('EMFILE', 'open') }) }),
    ofProcess,
  ],
  ['a file, on a system without free ones', systemError('ENFILE', 'open'), ofSystem],
])('a program above the limit of open files reports the limit, for %s', (_, error, sentence) => {
  expect(printed(error)).toBe(sentence);
});
