import { Command } from 'commander';
import { findCheck } from '../checks/all-checks.js';
import { watchesById } from '../checks/every-response.js';
import type { ReportDocument } from '../reports/json-report.js';
import { replayText, terminalReport } from '../reports/terminal.js';
import { tokensByName } from '../run/finding.js';
import type { RunOptions } from '../run/run.js';
import { check } from './check-command.js';
import { readReport } from './read-report.js';
import { type CheckFlags, runOptions, serverUrl, UsageError, withServerOptions } from './options.js';

type Failure = ReportDocument['results'][number];

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
    .action(async (file: string, flags: ReplayFlags) => {
      const { url, seed, layer, results } = readReport(file);
      const failures = results.filter(({ outcome }) => outcome === 'failed');
      if (failures.length === 0) throw new UsageError(`Nothing failed in ${file}, so there is nothing to replay.`);
      const chosen = flags.finding === undefined ? null : chosenFailure(failures, flags.finding, file);
      const only = (chosen ? [chosen] : failures).map((failure) => failure.check);
      const unknown = only.find((id) => !findCheck(id));
      if (unknown !== undefined)
        throw new UsageError(
          `The report contains the check ${unknown}, which this version of the suite does not have.`,
        );
      const server = serverUrl(flags.url ?? url);
      const options = runOptions({ ...flags, seed, layer, only });
      process.exitCode = await (chosen
        ? check(server, { ...options, ...onlyFailure(options, chosen) }, flags, replayText)
        : check(server, options, flags, terminalReport));
    });
}

function chosenFailure(failures: readonly Failure[], id: string, file: string): Failure {
  const failure = failures.find((one) => one.id === id);
  if (failure) return failure;
  const some = failures.slice(0, 3).map((one) => `"${one.id}"`);
  const more = failures.length > some.length ? ` and ${failures.length - some.length} more` : '';
  throw new UsageError(`${id} did not fail in ${file}; ${some.join(', ')}${more} did.`);
}

/** Limits a run to one failure. For a check that watches every response, only its failing requests are sent again. */
function onlyFailure(options: RunOptions, failure: Failure): Pick<RunOptions, 'subjects' | 'requests'> {
  const { id, check: only, subject, finding } = failure;
  const subjects = [subject];
  if (!(only in watchesById)) return { subjects };
  const requests = finding?.requests;
  if (!requests)
    throw new UsageError(`The report does not contain the requests of ${id}. Run check --only ${only} instead.`);
  const given = tokensByName(options);
  const lacking = requests.find(({ token }) => token !== null && !given.has(token));
  if (lacking) throw new UsageError(`${id} was sent with another token: pass it with --${lacking.token}-token.`);
  return { subjects, requests };
}
