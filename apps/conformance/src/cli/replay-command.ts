import { Command } from 'commander';
import { findCheck } from '../checks/all-checks.js';
import { everyAnswer } from '../checks/every-answer.js';
import { isObject, type Json, toText, valuesAt } from '../json.js';
import { replayText, terminalReport } from '../reports/terminal.js';
import { type FindingRequest, idOfResult } from '../run/result.js';
import type { RunOptions } from '../run/run.js';
import { check } from './check-command.js';
import { readReport } from './read-report.js';
import {
  type CheckFlags,
  exitCodeHelp,
  runOptions,
  serverUrl,
  UsageError,
  whole,
  withServerOptions,
} from './options.js';
import type { Replay } from '../run/plan.js';
import { tokenNames, namedTokens } from '../run/tokens.js';

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
      const options = runOptions({ ...flags, seed: whole('The seed of the report', 0)(seed), layer, only });
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

function readFailures(file: string) {
  const { document, results } = readReport(file);
  return {
    url: toText(document['url']),
    seed: toText(document['seed']),
    layer: toText(document['layer']),
    failures: results.filter((result) => valuesAt(result, 'outcome')[0] === 'failed').map(readFailure),
  };
}

function readFailure(result: Json): OldFailure {
  const [check, subject] = [toText(valuesAt(result, 'check')[0]), toText(valuesAt(result, 'subject')[0])];
  if (!findCheck(check))
    throw new UsageError(`The report names the check ${check}, which is unknown to this version of the suite.`);
  const requests = valuesAt(result, 'finding.requests')[0];
  return {
    id: idOfResult({ check, subject }),
    check,
    subject,
    requests: Array.isArray(requests) ? requests.map(readRequest) : null,
  };
}

function readRequest(request: Json): FindingRequest {
  const { method, path, headers, body = null, token = null } = isObject(request) ? request : {};
  if (typeof method !== 'string' || typeof path !== 'string' || !path.startsWith('/') || !isObject(headers))
    throw new UsageError(`A request of the report has no method, path or headers: ${JSON.stringify(request)}`);
  const texts = Object.entries(headers).map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map(toText) : toText(value),
  ]);
  return {
    method,
    path,
    headers: Object.fromEntries(texts),
    body: typeof body === 'string' ? body : null,
    token: tokenNames.find((name) => name === token) ?? null,
  };
}
