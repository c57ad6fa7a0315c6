import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseUrl } from '@resource-catalogue/contracts';
import { allChecks } from '../checks/all-checks.js';
import { families } from '../checks/check.js';
import { isRuleId } from '../registry/rule-ids.js';
import { isReportFormat, type ReportWish, reportFormats } from '../reports/write-reports.js';
import type { RunOptions } from '../run/run.js';
import { UsageError } from './usage-error.js';

/** The options of `check` as commander reads them: texts, until they are judged here. */
export interface CheckFlags {
  readonly token?: string;
  readonly secondToken?: string;
  readonly limitedToken?: string;
  readonly revokedToken?: string;
  readonly expiredToken?: string;
  readonly quotaToken?: string;
  readonly layer?: string;
  readonly only?: string[];
  readonly allowWrites?: boolean;
  readonly allowBurst?: boolean;
  readonly requireConclusive?: boolean;
  readonly minExecuted?: string;
  readonly report?: string[];
  readonly seed?: string;
  readonly maxItems?: string;
  readonly maxRequests?: string;
  readonly concurrency?: string;
  readonly rate?: string;
  readonly timeout?: string;
  readonly baseline?: string;
  readonly color?: boolean;
}

/** The URL of a server, as far as one can tell by looking at it. */
export function serverUrl(text: string): string {
  const url = parseUrl(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`${text} is not an http or https URL.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('A URL with a password in it ends in reports: leave it out.');
  if (/\/api\/v1\/?$/.test(url.pathname)) throw new UsageError('The URL is the base URL, without /api/v1.');
  if (url.search !== '' || url.hash !== '') throw new UsageError('The URL is the base URL, without a query.');
  return text;
}

function whole(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d{1,12}$/.test(text) || number < least)
    throw new UsageError(`${name} is a whole number from ${least} on, not ${text}.`);
  return number;
}

function known(only: readonly string[]): readonly string[] {
  const names = new Set<string>([...allChecks.map(({ id }) => id), ...families]);
  const strange = only.find((name) => !isRuleId(name) && !names.has(name));
  if (strange !== undefined)
    throw new UsageError(`${strange} is no rule, check or family. The command list shows them all.`);
  return only;
}

/** How many checks must be executed; a run in which none is, is no pass anyway. */
export function minExecuted(flags: CheckFlags): number | undefined {
  return whole('--min-executed', flags.minExecuted, 1);
}

/** What a run needs, from the flags and, for the token, the environment. */
export function runOptions(flags: CheckFlags): RunOptions {
  const token = flags.token ?? process.env['CONFORMANCE_TOKEN'];
  if (token === undefined || token === '') throw new UsageError('A token is needed: --token, or CONFORMANCE_TOKEN.');
  const { layer = 'ours', secondToken, limitedToken, revokedToken, expiredToken, quotaToken } = flags;
  if (layer !== 'seed' && layer !== 'ours') throw new UsageError(`--layer is seed or ours, not ${layer}.`);
  for (const one of [token, secondToken, limitedToken, revokedToken, expiredToken, quotaToken]) {
    if (one !== undefined && !/^[\x21-\x7e]+$/.test(one)) throw new UsageError('A token has visible characters only.');
  }
  const given = { secondToken, limitedToken, revokedToken, expiredToken, quotaToken };
  const numbers = {
    seed: whole('--seed', flags.seed, 0),
    maxItems: whole('--max-items', flags.maxItems, 1),
    maxRequests: whole('--max-requests', flags.maxRequests, 1),
    concurrency: whole('--concurrency', flags.concurrency, 1),
    rate: whole('--rate', flags.rate, 1),
    timeout: whole('--timeout', flags.timeout, 1),
  };
  return {
    token,
    layer,
    only: known(flags.only ?? []),
    allowWrites: flags.allowWrites === true,
    allowBurst: flags.allowBurst === true,
    ...present(given),
    ...present(numbers),
  };
}

/** The keys that have a value: an option that was not given is absent, not undefined. */
function present<Value>(options: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** The reports of `--report html=FILE junit=FILE …`, which can be written: better to know before a long run. */
export function reportWishes(texts: readonly string[] = []): ReportWish[] {
  const wishes = texts.map((text) => {
    const [format = '', ...rest] = text.split('=');
    const file = rest.join('=');
    if (!isReportFormat(format) || file === '') {
      throw new UsageError(`--report is FORMAT=FILE with ${Object.keys(reportFormats).join(', ')}, not ${text}.`);
    }
    return { format, file };
  });
  const files = wishes.map(({ file }) => resolve(file));
  const twice = wishes.find((_, place) => files.indexOf(files[place] ?? '') !== place);
  if (twice) throw new UsageError(`Two reports would be written to ${twice.file}.`);
  const lost = wishes.find(({ file }) => !canBeWritten(file));
  if (lost) throw new UsageError(`The report ${lost.file} cannot be written.`);
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
