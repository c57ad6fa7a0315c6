import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { isObject, parseJson, textOf, valuesAt } from '../json.js';
import { check, withServerOptions } from './check-command.js';
import { type CheckFlags, runOptions, serverUrl } from './check-options.js';
import { UsageError } from './usage-error.js';

interface ReplayFlags extends CheckFlags {
  readonly url?: string;
}

export function replayCommand(): Command {
  return withServerOptions(new Command('replay'))
    .description('runs the failed checks of a JSON report again, with its seed')
    .argument('<file>', 'a report of check --report json=FILE')
    .option('--url <url>', 'another server than that of the report')
    .action(async (file: string, flags: ReplayFlags) => {
      const { url, seed, layer, failed } = readReport(file);
      if (failed.length === 0) throw new UsageError(`Nothing failed in ${file}: there is nothing to replay.`);
      const options = runOptions({ ...flags, seed: flags.seed ?? seed, layer, only: failed });
      process.exitCode = await check(serverUrl(flags.url ?? url), options, flags);
    });
}

function readReport(file: string): { url: string; seed: string; layer: string; failed: string[] } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
  const report = parseJson(text);
  if (!isObject(report) || report['version'] !== 1 || !Array.isArray(report['results'])) {
    throw new UsageError(`${file} is no JSON report of this suite.`);
  }
  const failed = valuesAt(report, 'results[]').filter((result) => valuesAt(result, 'outcome')[0] === 'failed');
  return {
    url: textOf(report['url']),
    seed: textOf(report['seed']),
    layer: textOf(report['layer']),
    failed: [...new Set(failed.map((result) => textOf(valuesAt(result, 'check')[0])))],
  };
}
