import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { progress } from '../reports/progress.js';
import { reportOf } from '../reports/report.js';
import { paintFor, terminalReport } from '../reports/terminal.js';
import { writeReports } from '../reports/write-reports.js';
import { type BaselineOutcome, BaselineError, compareBaseline, readBaseline } from '../run/baseline.js';
import { knownFaults } from '../power/known-faults.js';
import { powerOf } from '../run/power.js';
import { type Run, type RunOptions, runChecks } from '../run/run.js';
import { exitCodes } from '../run/verdict.js';
import { redactor } from '../target/redact.js';
import { type CheckFlags, minExecuted, reportWishes, runOptions, serverUrl } from './check-options.js';
import { UsageError } from './usage-error.js';

/** The options that every command which asks a server takes. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--token <token>', 'an access token with the scopes read and projects:write; or CONFORMANCE_TOKEN')
    .option('--second-token <token>', 'another token, as able as the first')
    .option('--limited-token <token>', 'a token with the scope bookings:read')
    .option('--revoked-token <token>', 'a token that is revoked')
    .option('--expired-token <token>', 'a token that has expired')
    .option('--quota-token <token>', 'a token with a small quota, such as 5 requests in 3 s')
    .option('--layer <layer>', 'seed: what every server does; ours: that and our own decisions', 'ours')
    .option('--only <rules...>', 'these rules, checks or families alone')
    .option('--allow-writes', 'create and change projects; without it nothing is written')
    .option('--allow-burst', 'send refused tokens until the server limits this address')
    .option('--require-conclusive', 'a check that is inconclusive counts as failed')
    .option('--min-executed <number>', 'fewer executed checks than this are no pass', '1')
    .option('--report <reports...>', 'html=FILE, junit=FILE, json=FILE, markdown=FILE')
    .option('--seed <number>', 'another number makes other choices; the same one the same')
    .option('--max-items <number>', 'rows of a collection that are read at most', '10000')
    .option('--max-requests <number>', 'requests that are sent at most')
    .option('--concurrency <number>', 'requests at a time', '6')
    .option('--rate <number>', 'requests in a second at most')
    .option('--timeout <milliseconds>', 'how long an answer may take', '10000')
    .option('--baseline <file>', 'failures that are known')
    .option('--no-color', 'plain text');
}

export function checkCommand(): Command {
  return withServerOptions(new Command('check'))
    .description('checks a server; read-only unless --allow-writes')
    .argument('<url>', 'the base URL of the server')
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing failed, 1 a rule is broken, 2 bad usage, 3 server unreachable or token refused,\n4 nothing, or too little, executed, 5 stale baseline, 6 an error of the suite.',
    )
    .action(async (url: string, flags: CheckFlags) => {
      process.exitCode = await check(serverUrl(url), runOptions(flags), flags);
    });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}

function baselineOf(flags: CheckFlags): ReturnType<typeof readBaseline> | null {
  if (flags.baseline === undefined) return null;
  try {
    return readBaseline(readText(flags.baseline));
  } catch (error) {
    if (error instanceof BaselineError) throw new UsageError(error.message);
    throw error;
  }
}

/** Runs, reports and says how it ended. */
export async function check(url: string, options: RunOptions, flags: CheckFlags): Promise<number> {
  const baseline = baselineOf(flags);
  const wishes = reportWishes(flags.report);
  const least = minExecuted(flags);
  const { stdout } = process;
  const paint = paintFor(flags.color !== false && stdout.isTTY && process.env['NO_COLOR'] === undefined);
  const listener = progress(process.stderr, paint);
  const run = await runChecks(url, options, listener).finally(() => listener.end());
  const compared: BaselineOutcome | null = baseline && compareBaseline(baseline, run.results, new Date());
  const report = reportOf(run, compared, powerOf(knownFaults(), run.results), least);
  const tokens = [options.token, options.secondToken, options.limitedToken, options.revokedToken, options.expiredToken];
  const redact = redactor([...tokens, options.quotaToken].filter((token) => token !== undefined));
  writeReports(report, wishes, redact);
  stdout.write(redact(terminalReport(report, paint)));
  return exitCodeOf(run, exitCodes[report.verdict], flags);
}

function exitCodeOf({ results }: Run, code: number, { requireConclusive }: CheckFlags): number {
  const open = requireConclusive === true && results.some(({ outcome }) => outcome === 'inconclusive');
  return code === exitCodes.passed && open ? exitCodes.failed : code;
}
