import { Command } from 'commander';
import { everyAnswer } from '../checks/every-answer/every-answer.js';
import { replayText } from '../reports/replay-text.js';
import { terminalReport } from '../reports/terminal.js';
import { tokensOf } from '../run/finding.js';
import type { RunOptions } from '../run/run.js';
import { UsageError } from './usage-error.js';
import { exitCodeHelp, whole, withServerOptions } from './server-options.js';
import { check } from './check-command.js';
import { type CheckFlags, runOptions, serverUrl } from './check-options.js';
import { type OldFailure, type OldReport, readOldReport } from './old-report.js';

interface ReplayFlags extends CheckFlags {
  readonly url?: string;
  readonly finding?: string;
}

export function replayCommand(): Command {
  return withServerOptions(new Command('replay'))
    .description('runs what failed in a JSON report again: every check of it, or one finding alone')
    .argument('<file>', 'a report of check --report json=FILE')
    .option('--finding <id>', 'only this failure, such as links-can-be-followed/users; reports name it')
    .option('--url <url>', 'another server than that of the report')
    .addHelpText('after', '\nSeed and layer come from the report. Reports hold no tokens: give them again.')
    .addHelpText('after', exitCodeHelp)
    .action(async (file: string, flags: ReplayFlags) => {
      const report = readOldReport(file);
      const { seed, layer, failures } = report;
      if (failures.length === 0) throw new UsageError(`Nothing failed in ${file}, so there is nothing to replay.`);
      const url = serverUrl(flags.url ?? report.url);
      const chosen = flags.finding === undefined ? failures : [failureOf(report, flags.finding, file)];
      const only = [...new Set(chosen.map(({ check }) => check))];
      const options = runOptions({ ...flags, seed: whole('The seed of the report', 0)(seed), layer, only });
      process.exitCode =
        flags.finding === undefined
          ? await check(url, options, flags, terminalReport)
          : await check(url, withFinding(options, chosen[0]), flags, replayText);
    });
}

function failureOf({ failures }: OldReport, id: string, file: string): OldFailure {
  const failure = failures.find((one) => one.id === id);
  if (failure) return failure;
  const some = failures.slice(0, 3).map((one) => `"${one.id}"`);
  const more = failures.length > some.length ? ` and ${failures.length - some.length} more` : '';
  throw new UsageError(`${id} did not fail in ${file}; ${some.join(', ')}${more} did.`);
}

function withFinding(options: RunOptions, failure: OldFailure | undefined): RunOptions {
  if (!failure) return options;
  const { check, subject, requests, shrunk } = failure;
  if (check in everyAnswer) {
    const instead = `The report does not hold the requests of ${failure.id}: run check --only ${check} instead.`;
    if (requests === null) throw new UsageError(instead);
    const given = tokensOf(options);
    const lacking = requests.find(({ token }) => token !== null && !given.has(token));
    if (lacking)
      throw new UsageError(`${failure.id} was sent with another token: give it with --${lacking.token}-token.`);
  }
  return { ...options, replay: { check, subject, requests }, ...(shrunk && { shrunk }) };
}
