import { Command, Option } from 'commander';
import { progress } from '../reports/progress.js';
import { type Report, makeReport } from '../reports/report.js';
import { terminalReport } from '../reports/terminal.js';
import { type RequestedReport, writeReports } from '../reports/write-reports.js';
import { idOfResult } from '../run/result.js';
import { runChecks, type RunOptions } from '../run/run.js';
import { compareBaseline, readBaseline, signalCode } from '../run/verdict.js';
import { TransportError } from '../target/wire.js';
import { redactor, shellWord } from '../target/redact.js';
import { programName } from './program-name.js';
import { resumeFrom } from './read-report.js';
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
import { namedTokens } from '../run/tokens.js';

export function checkCommand(): Command {
  const command = new Command('check')
    .description('checks a server; read-only unless --allow-writes')
    .argument('<url>', 'the base URL of the server')
    .option('--only <rules...>', 'run only these rules, checks or families; the command list shows them')
    .option('--quick', 'run only the cheap checks, on one collection: every testable rule, in seconds')
    .option('--resume <file>', 'complete the unfinished run of this JSON report, made with the same options')
    .addOption(
      new Option('--layer <layer>', 'seed: rules for every server of the interface; ours: also our own decisions')
        .choices(['seed', 'ours'])
        .default('ours'),
    )
    .option('--seed <number>', 'seed of the random choices; every report shows it', whole(0));
  return withServerOptions(command)
    .addHelpText('after', exitCodeHelp)
    .action(async (url: string, flags: CheckFlags) => {
      const [server, options] = [serverUrl(url), runOptions(flags)];
      const wanted = flags.resume === undefined ? options : resumeFrom(flags.resume, server, options);
      process.exitCode = await check(server, wanted, flags, terminalReport);
    });
}

/** A signal ended the command before there was a result to report. */
export class Stopped extends Error {
  override readonly name = 'Stopped';

  constructor(readonly signal: string) {
    super(`Stopped by ${signal} before the first check, so no report was written.`);
  }
}

/** A terminal, npm and a script in between may each forward the same Ctrl-C. */
const sameSignal = 1000;

/** The first signal ends the run, which then reports its results; a later one exits the process. */
async function untilSignal<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController();
  let since = Infinity;
  const stop = (signal: NodeJS.Signals): void => {
    if (performance.now() - since > sameSignal) process.exit(signalCode(signal));
    since = Math.min(since, performance.now());
    stopping.abort(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted && error instanceof TransportError
      ? new Stopped(String(stopping.signal.reason))
      : error;
  } finally {
    // The same signal may arrive again while the reports are written.
    if (!stopping.signal.aborted) for (const signal of signals) process.off(signal, stop);
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A shorter token may be a word of the suite, such as `test`; findings have been redacted without this limit. */
const leastSecret = 16;

export async function check(
  url: string,
  options: RunOptions,
  flags: CheckFlags,
  say: (report: Report) => string,
): Promise<number> {
  const baseline = flags.baseline === undefined ? null : readBaseline(textOfFile(flags.baseline));
  const requested = requestedReports(flags.report);
  const { stdout } = process;
  if (flags.color === false) process.env['NO_COLOR'] = '1';
  const listener = progress(process.stderr, options.quick);
  const run = await untilSignal((signal) => runChecks(url, { ...options, signal }, listener)).finally(() =>
    listener.end(),
  );
  const compared = baseline && compareBaseline(baseline, run.results, new Date());
  const report = makeReport(run, compared, flags.minExecuted);
  const redact = redactor([...namedTokens(options).values()].filter(({ length }) => length >= leastSecret));
  writeReports(report, requested, redact);
  stdout.write(redact(say(report) + nextSteps(report, requested)));
  return report.exitCode;
}

function nextSteps({ run, groups }: Report, requested: readonly RequestedReport[]): string {
  const kept = requested.find(({ format }) => format === 'json');
  if (!kept) return '';
  const [program, file] = [programName(process.env), shellWord(kept.file)];
  const first = groups.flat().find(({ outcome }) => outcome === 'failed');
  const rest = `The rest, with the same options: ${program} check ${shellWord(run.url)} --resume ${file}\n`;
  const again = first && `One failure again: ${program} replay ${file} --finding ${shellWord(idOfResult(first))}\n`;
  return `${run.unfinished ? rest : ''}${again ?? ''}`;
}
