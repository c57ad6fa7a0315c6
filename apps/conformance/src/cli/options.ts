import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseUrl } from '@resource-catalogue/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { findCheck } from '../checks/all-checks.js';
import { families } from '../kit/families.js';
import { isReportFormat, reportFormats, type RequestedReport } from '../reports/write-reports.js';
import { isRuleId } from '../rules/requirements.js';
import type { RunOptions } from '../run/run.js';

/** A usage error of the command: one line, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}

export const wholeNumber =
  (min: number) =>
  (text: string): number => {
    if (/^\d{1,12}$/.test(text) && Number(text) >= min) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number of at least ${min}.`);
  };

const units = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
]);

/** A day, because a timer of more than 25 days overflows and fires at once. */
const maxTimeout = 86_400_000;

function parseMilliseconds(text: string): number {
  const [, amount = '', unit = 'ms'] = /^(\d{1,12})(ms|s|m)?$/.exec(text) ?? [];
  const time = Number(amount) * (units.get(unit) ?? 0);
  if (time >= 1 && time <= maxTimeout) return time;
  throw new InvalidArgumentError('It must be a time like 500ms, 10s or 1m, at most a day.');
}

function parseToken(text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text;
  throw new UsageError('A token has visible ASCII characters only. Check the pasted text.');
}

/** Adds a report of `--report json=FILE junit=FILE …`; an unwritable file is an error before the run. */
function addReport(text: string, before: readonly RequestedReport[] = []): RequestedReport[] {
  const [format = '', ...rest] = text.split('=');
  const file = rest.join('=');
  if (!isReportFormat(format) || file === '') {
    const formats = Object.keys(reportFormats).join(', ');
    throw new UsageError(`--report must be FORMAT=FILE, FORMAT being one of ${formats}, not ${text}.`);
  }
  if (before.some((other) => resolve(other.file) === resolve(file)))
    throw new UsageError(`Two reports would be written to ${file}. Use a separate file for each.`);
  if (!canBeWritten(file))
    throw new UsageError(`The report ${file} cannot be written. Check the permissions of its directory.`);
  return [...before, { format, file }];
}

function canBeWritten(file: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
    return !existsSync(file) || !statSync(file).isDirectory();
  } catch {
    return false;
  }
}

function addSelection(name: string, before: readonly string[] = []): string[] {
  if (isRuleId(name) || families.some((family) => family === name) || findCheck(name)) return [...before, name];
  throw new UsageError(`Unknown rule, check or family ${name}. Run the command list to see them all.`);
}

export const withTarget = (command: Command): Command =>
  command
    .addOption(
      new Option('--token <token>', 'an access token with the scopes read and projects:write')
        .env('CONFORMANCE_TOKEN')
        .argParser(parseToken),
    )
    .option('--max-items <number>', 'maximum number of rows to read of each collection', wholeNumber(1), 10_000)
    .addOption(
      new Option('--timeout <time>', 'how long to wait for a response, like 500ms or 10s')
        .argParser(parseMilliseconds)
        .default(10_000, '10s'),
    );

export const withSelection = (command: Command): Command =>
  command
    .option('--only <rules...>', 'run only these rules, checks or families; the command list shows them', addSelection)
    .option('--quick', 'run only the cheap checks, on one collection: every testable rule, in seconds')
    .option('--resume <file>', 'complete the unfinished run of this JSON report, made with the same options')
    .addOption(
      new Option('--layer <layer>', 'core: the rules for every server; extension: also the decisions of this project')
        .choices(['core', 'extension'])
        .default('extension'),
    )
    .option('--seed <number>', 'seed of the random choices; every report shows it', wholeNumber(0));

export const withServerOptions = (command: Command): Command =>
  withTarget(command)
    .option('--second-token <token>', 'another token with the same scopes as the first', parseToken)
    .option('--limited-token <token>', 'a token with the scope bookings:read', parseToken)
    .option('--writing-token <token>', 'a token with the scope projects:write only', parseToken)
    .option('--revoked-token <token>', 'a token that is revoked', parseToken)
    .option('--expired-token <token>', 'a token that has expired', parseToken)
    .option('--quota-token <token>', 'a token with a small quota, such as 5 requests in 3 s', parseToken)
    .option('--allow-writes', 'allow the run to create and change projects; without it nothing is written')
    .option('--allow-burst', 'send bad tokens until the server limits this IP address')
    .option('--min-executed <number>', 'minimum number of executed checks for a pass', wholeNumber(1), 1)
    .option('--report <reports...>', 'write json=FILE, junit=FILE or markdown=FILE', addReport)
    .option('--concurrency <number>', 'maximum number of requests at a time', wholeNumber(1), 6)
    .option('--rate <number>', 'maximum number of requests per second', wholeNumber(1))
    .addOption(
      new Option('--max-outage <time>', 'how long to wait for a server that stops responding before the run ends')
        .argParser(parseMilliseconds)
        .default(60_000, '60s'),
    )
    .option('--baseline <file>', 'a JSON file of known failures')
    .option('--no-color', 'disable colours, like NO_COLOR')
    .addHelpText('after', exitCodeHelp);

const exitCodeHelp = `
Exit codes: 0 nothing failed, 1 a rule is broken, 2 wrong usage, 3 server unreachable or gone, or token rejected,
4 nothing or too little was executed, 5 the baseline is stale, 6 the suite itself failed,
130 or 143 stopped by Ctrl-C or SIGTERM.`;

export interface CheckFlags extends Omit<RunOptions, 'token' | 'resume'> {
  readonly token?: string;
  readonly minExecuted?: number;
  readonly report?: readonly RequestedReport[];
  readonly baseline?: string;
  readonly color?: boolean;
  readonly resume?: string;
}

export function serverUrl(text: string): string {
  const url = parseUrl(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`${text} is not an http or https URL.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('Remove user and password from the URL, because reports show it.');
  if (/\/api\/v1\/?$/.test(url.pathname)) throw new UsageError('The URL must be the base URL, without /api/v1.');
  if (url.search !== '' || url.hash !== '')
    throw new UsageError('The URL must be the base URL, without a query or a fragment.');
  return text;
}

/** The options of a run; the token may come from the environment. */
export function runOptions({ token: given = '', resume: _, ...others }: CheckFlags): RunOptions {
  if (given === '') throw new UsageError('Missing access token: set --token or CONFORMANCE_TOKEN.');
  return { ...others, token: given };
}
