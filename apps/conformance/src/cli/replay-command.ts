import { Command } from 'commander';
import { everyAnswer } from '../checks/every-answer.js';
import { replayText } from '../reports/replay-text.js';
import { terminalReport } from '../reports/terminal.js';
import { tokensOf } from '../run/finding.js';
import type { RunOptions } from '../run/run.js';
import { exitCodeHelp } from './exit-code-help.js';
import { check } from './check-command.js';
import { type CheckFlags, runOptions, serverUrl } from './check-options.js';
import { type OldFailure, type OldReport, readOldReport } from './old-report.js';
import { withServerOptions } from './server-options.js';
import { UsageError } from './usage-error.js';

interface ReplayFlags extends CheckFlags {
  readonly url?: string;
  readonly finding?: string;
}

export function replayCommand(): Command {
  return withServerOptions(new Command('replay'))
    .description('runs what failed in a JSON report again: every check of it, or one finding alone')
    .argument('<file>', 'a report of check --report json=FILE')
    .option('--finding <id>', 'this failure alone, such as links-can-be-followed/users; reports name it')
    .option('--url <url>', 'another server than that of the report')
    .addHelpText(
      'after',
      `\nThe seed and the layer are those of the report. Tokens are in no report: give them again.\n${exitCodeHelp}`,
    )
    .action(async (file: string, flags: ReplayFlags) => {
      const report = readOldReport(file);
      const { seed, layer, failures } = report;
      if (failures.length === 0) throw new UsageError(`Nothing failed in ${file}: there is nothing to replay.`);
      const url = serverUrl(flags.url ?? report.url);
      const chosen = flags.finding === undefined ? failures : [failureOf(report, flags.finding, file)];
      const options = runOptions({ ...flags, seed, layer, only: [...new Set(chosen.map(({ check }) => check))] });
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
  throw new UsageError(
    `${id} did not fail in ${file}; ${some.join(', ')}${failures.length > some.length ? ` and ${failures.length - some.length} more` : ''} did.`,
  );
}

function withFinding(options: RunOptions, failure: OldFailure | undefined): RunOptions {
  if (!failure) return options;
  const { check, subject, requests, shrunk } = failure;
  if (check in everyAnswer) {
    if (requests === null)
      throw new UsageError(
        `The report does not hold the requests of ${failure.id}: run check --only ${check} instead.`,
      );
    const given = tokensOf(options);
    const lacking = requests.find(({ token }) => token !== null && !given.has(token));
    if (lacking) throw new UsageError(`${failure.id} was sent with another token: give --${lacking.token}-token, too.`);
  }
  return { ...options, replay: { check, subject, requests }, ...(shrunk && { shrunk }) };
}
