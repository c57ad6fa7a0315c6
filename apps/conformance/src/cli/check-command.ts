import { Command } from 'commander';
import { reportProgress } from '../reports/progress.js';
import { type Report, makeReport } from '../reports/report.js';
import { terminalReport } from '../reports/terminal.js';
import { type RequestedReport, writeReports } from '../reports/write-reports.js';
import { tokensByName } from '../run/finding.js';
import { resultId } from '../run/result.js';
import { runChecks, type RunOptions } from '../run/run.js';
import { compareBaseline, exitCodes, signalCode } from '../run/verdict.js';
import { TransportError } from '../target/wire.js';
import { makeRedactor, shellWord } from '../target/redact.js';
import { programName } from './program-name.js';
import { readBaseline, resumeFrom } from './read-report.js';
import { type CheckFlags, runOptions, serverUrl, withSelection, withServerOptions } from './options.js';

export function checkCommand(): Command {
  const command = new Command('check')
    .description('checks a server; read-only unless --allow-writes')
    .argument('<url>', 'the base URL of the server', serverUrl);
  return withServerOptions(withSelection(command)).action(async (url: string, flags: CheckFlags) => {
    const options = runOptions(flags);
    const wanted = flags.resume === undefined ? options : resumeFrom(flags.resume, url, options);
    process.exitCode = await check(url, wanted, flags, terminalReport);
  });
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds between signals of one Ctrl-C, which a terminal, npm and a script in between may each forward. */
const sameSignal = 1000;

/** The first signal ends the run, which then reports its results; a later one exits the process. */
function stopper(stopping: AbortController): (signal: NodeJS.Signals) => void {
  let since = 0;
  return (signal) => {
    if (!stopping.signal.aborted) since = performance.now();
    else if (performance.now() - since > sameSignal) process.exit(signalCode(signal));
    stopping.abort(signal);
  };
}

/** A shorter token may be a word of the suite, such as `test`; findings have been redacted without this limit. */
const minSecretLength = 16;

export async function check(
  url: string,
  options: RunOptions,
  flags: CheckFlags,
  formatReport: (report: Report) => string,
): Promise<number> {
  const baseline = flags.baseline === undefined ? null : readBaseline(flags.baseline);
  const { report: requested = [] } = flags;
  if (flags.color === false) process.env['NO_COLOR'] = '1';
  const listener = reportProgress(process.stderr, options.quick);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = stopper(stopping);
  for (const one of signals) process.on(one, stop);
  try {
    const run = await runChecks(url, { ...options, signal }, listener).finally(() => listener.end());
    const compared = baseline && compareBaseline(baseline, run.results, new Date());
    const report = makeReport(run, compared, flags.minExecuted);
    const redact = makeRedactor([...tokensByName(options).values()].filter(({ length }) => length >= minSecretLength));
    writeReports(report, requested, redact);
    process.stdout.write(redact(formatReport(report) + nextSteps(report, requested)));
    return report.exitCode;
  } catch (error) {
    if (!signal.aborted || !(error instanceof TransportError)) throw error;
    const by = String(signal.reason);
    process.stderr.write(`Stopped by ${by} before the first check, so no report was written.\n`);
    return signalCode(by) ?? exitCodes.errored;
  } finally {
    // The same signal may arrive again while the process ends.
    if (!signal.aborted) for (const one of signals) process.off(one, stop);
  }
}

function nextSteps({ run, groups }: Report, requested: readonly RequestedReport[]): string {
  const kept = requested.find(({ format }) => format === 'json');
  if (!kept) return '';
  const [program, file] = [programName(process.env), shellWord(kept.file)];
  const first = groups.flat().find(({ outcome }) => outcome === 'failed');
  const rest = `Run the rest with the same options: ${program} check ${shellWord(run.url)} --resume ${file}\n`;
  const again = first && `Replay one failure: ${program} replay ${file} --finding ${shellWord(resultId(first))}\n`;
  return `${run.unfinished ? rest : ''}${again ?? ''}`;
}
