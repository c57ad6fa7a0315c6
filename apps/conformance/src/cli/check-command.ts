import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { progress } from '../reports/progress.js';
import { type Report, reportOf } from '../reports/report.js';
import { type Paint, paintFor, terminalReport } from '../reports/terminal.js';
import { type ReportWish, writeReports } from '../reports/write-reports.js';
import { type BaselineOutcome, BaselineError, compareBaseline, readBaseline } from '../run/baseline.js';
import { knownFaults } from '../power/known-faults.js';
import { tokensOf } from '../run/finding.js';
import { powerOf } from '../run/power.js';
import { type Run, type RunOptions, runChecks } from '../run/run.js';
import { idOfResult } from '../run/result.js';
import { exitCodes } from '../run/verdict.js';
import { shellWord } from '../target/curl.js';
import { redactor } from '../target/redact.js';
import { type CheckFlags, minExecuted, reportWishes, runOptions, serverUrl } from './check-options.js';
import { exitCodeHelp } from './exit-code-help.js';
import { withServerOptions } from './server-options.js';
import { UsageError } from './usage-error.js';

export function checkCommand(): Command {
  const command = new Command('check')
    .description('checks a server; read-only unless --allow-writes')
    .argument('<url>', 'the base URL of the server')
    .option('--only <rules...>', 'these rules, checks or families alone; list shows them')
    .option('--layer <layer>', 'seed: what every server does; ours: that and our own decisions', 'ours')
    .option('--seed <number>', 'another number makes other choices; the same one the same');
  return withServerOptions(command)
    .addHelpText('after', exitCodeHelp)
    .action(async (url: string, flags: CheckFlags) => {
      process.exitCode = await check(serverUrl(url), runOptions(flags), flags, terminalReport);
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
export async function check(
  url: string,
  options: RunOptions,
  flags: CheckFlags,
  say: (report: Report, paint: Paint) => string,
): Promise<number> {
  const baseline = baselineOf(flags);
  const wishes = reportWishes(flags.report);
  const least = minExecuted(flags);
  const { stdout } = process;
  const paint = paintFor(flags.color !== false && stdout.isTTY && process.env['NO_COLOR'] === undefined);
  const listener = progress(process.stderr, paint);
  const run = await runChecks(url, options, listener).finally(() => listener.end());
  const compared: BaselineOutcome | null = baseline && compareBaseline(baseline, run.results, new Date());
  const report = reportOf(run, compared, powerOf(knownFaults(), run.results), least);
  const redact = redactor([...tokensOf(options).values()]);
  writeReports(report, wishes, redact);
  stdout.write(redact(say(report, paint) + replayHint(report, wishes)));
  return exitCodeOf(run, exitCodes[report.verdict], flags);
}

/** How one of the failures is run again, where a report has been kept for it. */
function replayHint({ run }: Report, wishes: readonly ReportWish[]): string {
  const kept = wishes.find(({ format }) => format === 'json');
  const first = run.results.find(({ outcome }) => outcome === 'failed');
  if (!kept || !first) return '';
  return `One failure again: npm run conformance -- replay ${shellWord(kept.file)} --finding ${shellWord(idOfResult(first))}\n`;
}

function exitCodeOf({ results }: Run, code: number, { requireConclusive }: CheckFlags): number {
  const open = requireConclusive === true && results.some(({ outcome }) => outcome === 'inconclusive');
  return code === exitCodes.passed && open ? exitCodes.failed : code;
}
