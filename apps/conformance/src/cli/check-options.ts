import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseUrl } from '@resource-catalogue/contracts';
import { checkOf } from '../checks/all-checks.js';
import { isFamily } from '../checks/context/check.js';
import { isReportFormat, type RequestedReport, reportFormats } from '../reports/write-reports.js';
import { isRuleId } from '../rules/requirements.js';
import type { RunOptions } from '../run/run.js';
import { UsageError } from './usage-error.js';

export interface CheckFlags extends Omit<RunOptions, 'token' | 'layer'> {
  readonly token?: string;
  readonly layer?: string;
  readonly requireConclusive?: boolean;
  readonly minExecuted?: number;
  readonly report?: readonly string[];
  readonly baseline?: string;
  readonly color?: boolean;
}

export function serverUrl(text: string): string {
  const url = parseUrl(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`${text} is not an http or https URL.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('Leave user and password out of the URL: reports show it.');
  if (/\/api\/v1\/?$/.test(url.pathname)) throw new UsageError('Give the base URL, without /api/v1.');
  if (url.search !== '' || url.hash !== '') throw new UsageError('Give the base URL, without a query or a fragment.');
  return text;
}

/** What a run needs; the token may come from the environment. */
export function runOptions({ token = '', layer = 'ours', only = [], ...others }: CheckFlags): RunOptions {
  if (token === '') throw new UsageError('Give an access token with --token or in CONFORMANCE_TOKEN.');
  if (layer !== 'seed' && layer !== 'ours') throw new UsageError(`--layer must be seed or ours, not ${layer}.`);
  const unused = only.find((name) => !isRuleId(name) && !isFamily(name) && !checkOf(name));
  if (unused !== undefined)
    throw new UsageError(`There is no rule, check or family ${unused}. The command list shows them all.`);
  return { ...others, token, layer, only };
}

/** The reports of `--report html=FILE junit=FILE …`, which can be written: better to know before a long run. */
export function requestedReports(texts: readonly string[] = []): RequestedReport[] {
  const wishes = texts.map((text) => {
    const [format = '', ...rest] = text.split('=');
    const file = rest.join('=');
    const formats = Object.keys(reportFormats).join(', ');
    if (!isReportFormat(format) || file === '')
      throw new UsageError(`--report must be FORMAT=FILE, FORMAT being one of ${formats}, not ${text}.`);
    return { format, file };
  });
  const files = wishes.map(({ file }) => resolve(file));
  const twice = wishes.find((_, place) => files.indexOf(files[place] ?? '') !== place);
  if (twice) throw new UsageError(`Two reports would be written to ${twice.file}: give each a file of its own.`);
  const lost = wishes.find(({ file }) => !canBeWritten(file));
  if (lost)
    throw new UsageError(`The report ${lost.file} cannot be written: see whether its folder may be written to.`);
  return wishes;
}

function canBeWritten(file: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
    return !existsSync(file) || !statSync(file).isDirectory();
  } catch {
    return false;
  }
}
