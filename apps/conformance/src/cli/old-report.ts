import { checkOf } from '../checks/all-checks.js';
import { isObject, type Json, parseJson, textOf, valuesAt } from '../json.js';
import { reportVersion } from '../reports/json-report.js';
import { type FindingRequest, idOfResult, type TokenName, tokenNames } from '../run/result.js';
import type { Shrunk } from '../checks/context/violation.js';
import { textOfFile, UsageError } from './usage-error.js';

export interface OldFailure {
  readonly id: string;
  readonly check: string;
  readonly subject: string;
  readonly requests: readonly FindingRequest[] | null;
  readonly shrunk: Shrunk | null;
}

export interface OldReport {
  readonly url: string;
  readonly seed: string;
  readonly layer: string;
  readonly failures: readonly OldFailure[];
}

/** Reads a JSON report. A person may have edited it: what is missing is said in a line. */
export function readOldReport(file: string): OldReport {
  const report = parseJson(textOfFile(file));
  const wish = `${file} is not a JSON report of this version of the suite: write one with check --report json=FILE.`;
  if (!isObject(report) || report['version'] !== reportVersion || !Array.isArray(report['results']))
    throw new UsageError(wish);
  return {
    url: textOf(report['url']),
    seed: textOf(report['seed']),
    layer: textOf(report['layer']),
    failures: report['results'].filter((result) => valuesAt(result, 'outcome')[0] === 'failed').map(failureOf),
  };
}

function failureOf(result: Json): OldFailure {
  const [check, subject] = [textOf(valuesAt(result, 'check')[0]), textOf(valuesAt(result, 'subject')[0])];
  if (!checkOf(check)) throw new UsageError(`The report names the check ${check}, which this suite does not have.`);
  const requests = valuesAt(result, 'finding.requests')[0];
  const shrunk = valuesAt(result, 'finding.shrunk')[0];
  return {
    id: idOfResult({ check, subject }),
    check,
    subject,
    requests: Array.isArray(requests) ? requests.map(requestOf) : null,
    shrunk: isObject(shrunk) ? { seed: Number(shrunk['seed']), path: textOf(shrunk['path']) } : null,
  };
}

function requestOf(request: Json): FindingRequest {
  const { method, path, headers, body = null, token = null } = isObject(request) ? request : {};
  const whole = typeof method === 'string' && typeof path === 'string' && path.startsWith('/') && isObject(headers);
  if (!whole)
    throw new UsageError(`A request of the report has no method, path or headers: ${JSON.stringify(request)}`);
  return {
    method,
    path,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerOf(value)])),
    body: typeof body === 'string' ? body : null,
    token: tokenNames.find((name): name is TokenName => name === token) ?? null,
  };
}

const headerOf = (value: Json): string | string[] => (Array.isArray(value) ? value.map(textOf) : textOf(value));
