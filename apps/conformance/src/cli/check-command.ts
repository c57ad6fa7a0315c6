import { Command } from 'commander';
import { causesOf } from '../reports/causes.js';
import { progress } from '../reports/progress.js';
import { type Report, reportOf } from '../reports/report.js';
import { type Paint, paintFor, terminalReport } from '../reports/terminal.js';
import { documentRedactor, type RequestedReport, writeReports } from '../reports/write-reports.js';
import { killedMutants, mutationScoreOf } from '../run/mutation-score.js';
import { idOfResult, tokensOf } from '../run/result.js';
import { type Run, runChecks, type RunOptions } from '../run/run.js';
import { compareBaseline, exitCodes, readBaseline } from '../run/verdict.js';
import { shellWord } from '../target/redact.js';
import {
  type CheckFlags,
  exitCodeHelp,
  requestedReports,
  runOptions,
  serverUrl,
  textOfFile,
  whole,
  withServerOptions,
} from './options.js';

export function checkCommand(): Command {
  const command = new Command('check')
    .description('checks a server; read-only unless --allow-writes')
    .argument('<url>', 'the base URL of the server')
    .option('--only <rules...>', 'run only these rules, checks or families; the command list shows them')
    .option('--layer <layer>', 'seed: what every server of the interface does; ours: also our own decisions', 'ours')
    .option('--seed <number>', 'fixes the random choices of the run; every report shows it', whole('--seed', 0));
  return withServerOptions(command)
    .addHelpText('after', exitCodeHelp)
    .action(async (url: string, flags: CheckFlags) => {
      process.exitCode = await check(serverUrl(url), runOptions(flags), flags, terminalReport);
    });
}

export async function check(
  url: string,
  options: RunOptions,
  flags: CheckFlags,
  say: (report: Report, paint: Paint) => string,
): Promise<number> {
  const baseline = flags.baseline === undefined ? null : readBaseline(textOfFile(flags.baseline));
  const wishes = requestedReports(flags.report);
  const { stdout } = process;
  const paint = paintFor(flags.color !== false && stdout.isTTY && process.env['NO_COLOR'] === undefined);
  const listener = progress(process.stderr, paint);
  const run = await runChecks(url, options, listener).finally(() => listener.end());
  const compared = baseline && compareBaseline(baseline, run.results, new Date());
  const report = reportOf(run, compared, mutationScoreOf(killedMutants(), run.results), flags.minExecuted);
  const redact = documentRedactor(tokensOf(options).values());
  writeReports(report, wishes, redact);
  stdout.write(redact(say(report, paint) + replayHint(report, wishes)));
  return exitCodeOf(run, exitCodes[report.verdict], flags);
}

function replayHint({ run }: Report, wishes: readonly RequestedReport[]): string {
  const kept = wishes.find(({ format }) => format === 'json');
  const first = causesOf(run.results)
    .flatMap(({ results }) => results)
    .find(({ outcome }) => outcome === 'failed');
  if (!kept || !first) return '';
  return `One failure again: npm run conformance -- replay ${shellWord(kept.file)} --finding ${shellWord(idOfResult(first))}\n`;
}

function exitCodeOf({ results }: Run, code: number, { requireConclusive }: CheckFlags): number {
  const open = requireConclusive === true && results.some(({ outcome }) => outcome === 'inconclusive');
  return code === exitCodes.passed && open ? exitCodes.failed : code;
}
