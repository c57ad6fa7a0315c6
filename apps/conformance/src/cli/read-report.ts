import { findCheck } from '../checks/all-checks.js';
import { isObject, type Json, type JsonObject, parseJson, toText, valuesAt } from '../json.js';
import { suiteVersion } from '../package-file.js';
import { reportVersion } from '../reports/json-report.js';
import type { Outage, Unanswered } from '../run/outages.js';
import { type Finding, idOfResult, type Outcome, type Result } from '../run/result.js';
import { toChoice, type Resumption, type RunOptions } from '../run/run-options.js';
import { outcomes } from '../reports/report.js';
import { textOfFile, UsageError } from './options.js';

export interface JsonReport {
  readonly document: JsonObject;
  readonly results: readonly Json[];
}

/** Reads a JSON report. It may have been edited by hand, so errors name the missing part. */
export function readReport(file: string): JsonReport {
  const document = parseJson(textOfFile(file));
  if (!isObject(document) || document['version'] !== reportVersion || !Array.isArray(document['results']))
    throw new UsageError(
      `${file} is not a JSON report of this version of the suite: write one with check --report json=FILE.`,
    );
  return { document, results: document['results'] };
}

/** The options that continue an unfinished run of a report; it must have been made with the same options. */
export function resumeFrom(file: string, url: string, options: RunOptions): RunOptions {
  const { document, results } = readReport(file);
  const { unfinished } = document;
  if (!isObject(unfinished))
    throw new UsageError(
      `The run in ${file} is complete, so there is nothing to resume. To repeat its failures: replay ${file}.`,
    );
  const differences = differencesTo(document, url, options);
  if (differences.length > 0)
    throw new UsageError(`${file} cannot be resumed: it has ${differences.join(', and ')}. Use the same options.`);
  const snapshots = valuesAt(document, 'snapshot[]').filter((one) => typeof valuesAt(one, 'digest')[0] === 'string');
  const resume: Resumption = {
    startedAt: toText(document['started_at']),
    seconds: Number(document['seconds']),
    requests: Number(document['requests']),
    unavailable: Number(document['unavailable']),
    outages: valuesAt(document, 'outages[]').map(readOutage),
    results: results.map(readResult),
    suspects: valuesAt(unfinished, 'in_flight[]').map((one) => idOfResult(readUnanswered(one))),
    digests: new Map(snapshots.map((one) => [textAt(one, 'collection'), textAt(one, 'digest')])),
  };
  return { ...options, seed: Number(document['seed']), resume };
}

/** The differences between the report and the options of the new run, in words. */
function differencesTo(document: JsonObject, url: string, options: RunOptions): string[] {
  const choice = toChoice(options);
  const wanted: readonly (readonly [name: string, path: string, value: Json])[] = [
    ['the version', 'suite', suiteVersion()],
    ['the URL', 'url', url.replace(/\/+$/, '')],
    ['the layer', 'layer', options.layer ?? 'ours'],
    ['the seed', 'seed', options.seed ?? Number(document['seed'])],
    ['--only', 'options.only', [...choice.only]],
    ['the subjects', 'options.subjects', [...choice.subjects]],
    ['--quick', 'options.quick', choice.quick],
    ['--allow-writes', 'options.allow_writes', choice.allowWrites],
    ['--allow-burst', 'options.allow_burst', choice.allowBurst],
    ['--max-items', 'options.max_items', choice.maxItems],
    ['the tokens', 'options.tokens', [...choice.tokens]],
  ];
  return wanted.flatMap(([name, path, value]) => {
    const was = toText(valuesAt(document, path)[0]);
    return was === toText(value) ? [] : [`${name} ${was} instead of ${toText(value)}`];
  });
}

const textAt = (value: Json, key: string): string => toText(valuesAt(value, key)[0]);

const numberAt = (value: Json, key: string): number => Number(valuesAt(value, key)[0]);

function readOutage(outage: Json): Outage {
  return {
    at: textAt(outage, 'at'),
    seconds: numberAt(outage, 'seconds'),
    reason: textAt(outage, 'reason'),
    recovered: valuesAt(outage, 'recovered')[0] === true,
    requests: valuesAt(outage, 'requests[]').map(readUnanswered),
  };
}

const readUnanswered = (request: Json): Unanswered => ({
  check: textAt(request, 'check'),
  subject: textAt(request, 'subject'),
  curl: textAt(request, 'curl'),
});

const isOutcome = (text: string): text is Outcome => outcomes.some((one) => one === text);

/** Parses a result, which must be one that this version of the suite writes. */
function readResult(result: Json): Result {
  const [id, subject, outcome] = [textAt(result, 'check'), textAt(result, 'subject'), textAt(result, 'outcome')];
  const check = findCheck(id);
  const place = check?.subjects.find((one) => one.subject === subject);
  const finding: unknown = valuesAt(result, 'finding')[0] ?? null;
  if (!check || !place || !isOutcome(outcome) || !(finding === null || isFinding(finding)))
    throw new UsageError(`The report has a result that this suite does not write: ${id} on ${subject}, ${outcome}.`);
  const { title, family, layer = 'ours', rules } = check;
  const reason = valuesAt(result, 'reason')[0];
  return {
    ...{ check: id, title, family, layer, rules, subject, collection: place.collection, outcome, finding },
    reason: reason === undefined ? null : toText(reason),
    milliseconds: numberAt(result, 'milliseconds'),
    requests: numberAt(result, 'requests'),
  };
}

function isFinding(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null) return false;
  const isText = (key: string): boolean => typeof Reflect.get(value, key) === 'string';
  const isList = (key: string): boolean => Array.isArray(Reflect.get(value, key));
  return (
    ['expected', 'observed', 'answer'].every(isText) && ['curl', 'rows', 'notes', 'sequence', 'more'].every(isList)
  );
}
