import type { Command } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { CommandError, packageVersion } from '@resource-catalogue/program';
import { catalogueProgram } from './program.js';

/** Runs a command line that does not open a database, and returns its output and errors. */
async function call(words: string): Promise<{ printed: string; errors: string }> {
  let printed = '';
  let errors = '';
  const listen = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: (text) => (printed += text),
      writeErr: (text) => (errors += text),
    });
    command.commands.forEach(listen);
  };
  const program = catalogueProgram();
  listen(program);
  await program.parseAsync(words.split(' '), { from: 'user' }).catch((error: unknown) => {
    // As exitWith would print it; commander has already printed its own errors.
    if (error instanceof CommandError) errors += `${error.message}\n`;
  });
  return { printed, errors };
}

describe('the command line reports errors in one line', () => {
  const calls: readonly (readonly [call: string, line: RegExp])[] = [
    ['copy', /^Unknown command 'copy'\. Use --help to see commands and options\.$/],
    ['token list', /^Unknown command 'token' \(Did you mean tokens\?\)\. Use --help to see commands and options\.$/],
    ['tokens create --scopes read', /^The token was not created: --name must have 1 to 200 characters\.$/],
    ['tokens create --name', /^Option '--name <name>' argument missing\. Use --help /],
    [
      'tokens create --name a --scopes read --qota 1/1s',
      /^Unknown option '--qota' \(Did you mean --quota\?\)\. Use --help /,
    ],
    [
      'tokens create --name= --scopes=read,write --quota=9 --expires-in=3w',
      /^The token was not created: --name must .*; --scopes has unknown scopes: 'write'; .*; --expires-in must .*; --quota must .*\.$/,
    ],
    ['tokens revoke', /^Missing required argument 'id'\. Use --help /],
    ['tokens revoke a b', /^Too many arguments for 'revoke'\. Expected 1 argument but got 2\. Use --help /],
    ['migrate now', /^Too many arguments for 'migrate'\. /],
    ['export -', /^Nothing was exported: standard output is for one collection\. Pass it with --collections\.$/],
    [
      'export /dev/null/a --collections unicorns',
      /^Nothing was exported: unknown collection unicorns\. Choose from: users, /,
    ],
    ['forget M-1', /^Nothing was erased, because erased data cannot be restored\. Confirm with --yes, or list .*\.$/],
    ['import none', /^none cannot be read because it does not exist\.$/],
    ['import a --prune --continue', /^Option '--prune' cannot be used with option '--continue'\. /],
    ...['577h', '999999m', '0s', '15'].map(
      (interval) => [`mirror http://127.0.0.1:9 --every ${interval}`, /\bat most 576h\. Use --help /] as const,
    ),
    [
      'seed --scale none --seed x --at now',
      /^Nothing was seeded: --scale must be .*; --seed must be .*; --at must be .*\.$/,
    ],
  ];
  it.each(calls)('resource-catalogue %s', async (words, line) => {
    const { printed, errors } = await call(words);
    expect([printed, errors.slice(0, -1)]).toEqual(['', expect.stringMatching(line)]);
    expect(errors.indexOf('\n')).toBe(errors.length - 1);
  });
});

it('the command line supports --help and --version, and shows default durations in the format of options', async () => {
  const { printed, errors } = await call('--help');
  expect(printed).toMatch(/^Usage: resource-catalogue \[options\] \[command\]\n[^]*\n {2}tokens /);
  expect([errors, await call('--version')]).toEqual(['', { printed: `${packageVersion()}\n`, errors: '' }]);
  const { printed: help } = await call('mirror --help');
  expect(help.replace(/\s+/g, ' ')).toMatch(/--every <time> [^(]*\(default: 15s\) .*\(default: 1h\)/);
});
