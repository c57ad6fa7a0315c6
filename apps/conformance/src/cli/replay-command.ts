import { Command } from 'commander';
import { findCheck } from '../checks/all-checks.js';
import { everyAnswer } from '../checks/every-answer.js';
import type { ReportDocument } from '../reports/json-report.js';
import { replayText, terminalReport } from '../reports/terminal.js';
import type { RunOptions } from '../run/run.js';
import { check } from './check-command.js';
import { readReport } from './read-report.js';
import { type CheckFlags, exitCodeHelp, runOptions, serverUrl, UsageError, withServerOptions } from './options.js';
import type { Replay } from '../run/plan.js';
import { namedTokens } from '../run/tokens.js';

interface OldFailure extends Replay {
  readonly id: string;
}

interface ReplayFlags extends CheckFlags {
  readonly url?: string;
  readonly finding?: string;
}

export function replayCommand(): Command {
  return withServerOptions(new Command('replay'))
    .description('runs the failures of a JSON report again, or a single finding')
    .argument('<file>', 'a report of check --report json=FILE')
    .option('--finding <id>', 'only this failure, such as links-can-be-followed/users; reports show it')
    .option('--url <url>', 'a server other than that of the report')
    .addHelpText('after', '\nSeed and layer come from the report. Reports do not contain tokens, so pass them again.')
    .addHelpText('after', exitCodeHelp)
    .action(async (file: string, flags: ReplayFlags) => {
      const { url, seed, layer, failures } = readFailures(file);
      if (failures.length === 0) throw new UsageError(`Nothing failed in ${file}, so there is nothing to replay.`);
      const server = serverUrl(flags.url ?? url);
      const chosen = flags.finding === undefined ? null : chosenFailure(failures, flags.finding, file);
      const only = [...new Set((chosen ? [chosen] : failures).map(({ check }) => check))];
      const options = runOptions({ ...flags, seed, layer, only });
      process.exitCode =
        chosen === null
          ? await check(server, options, flags, terminalReport)
          : await check(server, withFailure(options, chosen), flags, replayText);
    });
}

function chosenFailure(failures: readonly OldFailure[], id: string, file: string): OldFailure {
  const failure = failures.find((one) => one.id === id);
  if (failure) return failure;
  const some = failures.slice(0, 3).map((one) => `"${one.id}"`);
  const more = failures.length > some.length ? ` and ${failures.length - some.length} more` : '';
  throw new UsageError(`${id} did not fail in ${file}; ${some.join(', ')}${more} did.`);
}

function withFailure(options: RunOptions, { id, ...replay }: OldFailure): RunOptions {
  const { check, requests } = replay;
  if (check in everyAnswer) {
    if (requests === null)
      throw new UsageError(`The report does not contain the requests of ${id}. Run check --only ${check} instead.`);
    const given = namedTokens(options);
    const lacking = requests.find(({ token }) => token !== null && !given.has(token));
    if (lacking) throw new UsageError(`${id} was sent with another token: pass it with --${lacking.token}-token.`);
  }
  return { ...options, replay };
}

function readFailures(file: string): ReportDocument & { readonly failures: readonly OldFailure[] } {
  const document = readReport(file);
  const failures = document.results.flatMap(({ id, check, subject, outcome, finding }) =>
    outcome === 'failed' ? [{ id, check, subject, requests: finding?.requests ?? null }] : [],
  );
  const unknown = failures.find((failure) => !findCheck(failure.check));
  if (unknown)
    throw new UsageError(`The report names the check ${unknown.check}, which is unknown to this version of the suite.`);
  return { ...document, failures };
}
