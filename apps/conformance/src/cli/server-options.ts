import { type Command, Option } from 'commander';
import { UsageError } from './usage-error.js';

export const whole =
  (name: string, least: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d{1,12}$/.test(text) || number < least)
      throw new UsageError(`${name} must be a whole number of at least ${least}, not ${text}.`);
    return number;
  };

const units = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
]);

/** A day: a timer overflows after 25 days and fires at once. */
const maxTimeout = 86_400_000;

/** Milliseconds of a time like `10s`; without a unit they are milliseconds. */
function milliseconds(text: string): number {
  const [, amount = '', unit = 'ms'] = /^(\d{1,12})(ms|s|m)?$/.exec(text) ?? [];
  const time = Number(amount) * (units.get(unit) ?? 0);
  if (time >= 1 && time <= maxTimeout) return time;
  throw new UsageError(`--timeout must be a time like 500ms, 10s or 1m, at most a day, not ${text}.`);
}

function token(text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text;
  throw new UsageError('A token has visible ASCII characters only: look at what was pasted.');
}

export const withTarget = (command: Command): Command =>
  command
    .addOption(
      new Option('--token <token>', 'an access token with the scopes read and projects:write')
        .env('CONFORMANCE_TOKEN')
        .argParser(token),
    )
    .option('--max-items <number>', 'most rows to read of each collection', whole('--max-items', 1), 10_000)
    .addOption(
      new Option('--timeout <time>', 'how long to wait for an answer, like 500ms or 10s')
        .argParser(milliseconds)
        .default(10_000, '10s'),
    );

export const withServerOptions = (command: Command): Command =>
  withTarget(command)
    .option('--second-token <token>', 'another token with the same scopes as the first', token)
    .option('--limited-token <token>', 'a token with the scope bookings:read', token)
    .option('--revoked-token <token>', 'a token that is revoked', token)
    .option('--expired-token <token>', 'a token that has expired', token)
    .option('--quota-token <token>', 'a token with a small quota, such as 5 requests in 3 s', token)
    .option('--allow-writes', 'allow the run to create and change projects; without it nothing is written')
    .option('--allow-burst', 'send bad tokens until the server limits this address')
    .option('--require-conclusive', 'exit with 1 when a check is inconclusive')
    .option('--min-executed <number>', 'fewer executed checks than this are no pass', whole('--min-executed', 1), 1)
    .option('--report <reports...>', 'write html=FILE, junit=FILE, json=FILE or markdown=FILE')
    .option('--max-requests <number>', 'most requests to send', whole('--max-requests', 1))
    .option('--concurrency <number>', 'most requests at a time', whole('--concurrency', 1), 6)
    .option('--rate <number>', 'most requests per second', whole('--rate', 1))
    .option('--baseline <file>', 'a JSON file of known failures')
    .option('--no-color', 'no colours; NO_COLOR does the same');

/** The exit codes, as --help of every command that asks a server says them. */
export const exitCodeHelp = `
Exit codes: 0 nothing failed, 1 a rule is broken, 2 wrong usage, 3 server unreachable or token refused,
4 nothing or too little was executed, 5 the baseline is stale, 6 the suite itself failed.`;
