import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { type Ending, run } from '@resource-catalogue/testing/running-program';
import { allChecks } from '../../src/checks/all-checks.js';
import type { Layer } from '../../src/kit/check.js';
import { isObject, type JsonObject, parseJson, toText, valuesAt } from '../../src/json.js';
import { requirements, ruleIds } from '../../src/rules/requirements.js';
import { type Selection, planTasks } from '../../src/run/plan.js';
import { runChecks } from '../../src/run/run.js';
import { isExhaustive } from '../exhaustive.js';
import { checkIds, parts, wholeChecks } from '../sample.js';
import { type Product, startProduct } from './product.js';

/** Checks that the data or options do not allow on any database; this list should not grow. */
const withoutOccasion = [
  ...(isExhaustive ? [] : ['any-two-filters-both-apply project_thematics']),
  'rejected-tokens-are-limited-by-address server',
];

/**
 * Collections whose longest row is large enough to be compressed by itself. A new collection need not be listed,
 * because its lists are compressed like all others.
 */
const longRows = [
  ...['bookings', 'event_sessions', 'events', 'machines', 'members', 'places', 'plans', 'projects', 'spaces'],
  ...['training_sessions', 'trainings'],
];

const aloneIn = /^bodies-are-compressed-on-request GET \/api\/v1\/(\w+)\/\{id\}$/;

function hasOccasion(name: string): boolean {
  const collection = aloneIn.exec(name)?.[1];
  return !withoutOccasion.includes(name) && (collection === undefined || longRows.includes(collection));
}

/** The names of the checks that a run executes, with their subjects. */
const executed = (selection: Selection, checks = allChecks): string[] =>
  planTasks(selection, checks)
    .map(({ check, subject }) => `${check.id} ${subject}`)
    .filter(hasOccasion);

/** Parts of the suite that the main run executes on some collections only. */
const sample = isExhaustive ? [] : parts;

const resultsIn = (report: string): JsonObject[] => valuesAt(parseJson(report), 'results[]').filter(isObject);

const suite = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** Runs the built command of the suite. */
async function checkProduct({ url, tokens }: Product, checks: typeof allChecks): Promise<[Ending, JsonObject[]]> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-product-'));
  const file = join(folder, 'report.json');
  const options = ['--allow-writes', '--seed', '1', '--min-executed', String(executed({}, checks).length)];
  options.push(...Object.entries(tokens).flatMap(([name, token]) => [`--${name}`, token]));
  if (checks !== allChecks) options.push('--only', ...checkIds(checks));
  // Long enough for a machine that is busy with other tests.
  options.push('--timeout', '120000', '--report', `json=${file}`);
  try {
    const ending = await run(process.execPath, [suite, 'check', url, ...options], {}).ended;
    return [ending, resultsIn(readFileSync(file, 'utf8'))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a part of the suite that the command cannot select. */
async function checkPart({ url, tokens }: Product, part: Selection): Promise<JsonObject[]> {
  const { token = '', 'quota-token': _, ...others } = tokens;
  const given = Object.entries(others).map(([name, value]): [string, string] => [name.replace('-t', 'T'), value]);
  const options = { ...Object.fromEntries(given), token, allowWrites: true, seed: 1, timeout: 120_000 };
  const { results } = await runChecks(url, { ...options, ...part });
  return resultsIn(JSON.stringify({ results }));
}

/** The failed and errored results, in words. */
const listFailures = (results: readonly JsonObject[]): string[] =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => [check, subject, reason].map(toText).join(' '));

/** Rules of both layers that only checks of the layer `extension` cover. */
const shownByExtension = ['PAGE-2', 'FILT-5', 'SORT-1', 'RATE-1'];

/** The testable rules of a layer without a result. */
function withoutVerdict(results: readonly JsonObject[], layer: Layer): string[] {
  const own = results.filter((result) => layer === 'extension' || result['layer'] === layer);
  const shown = new Set(own.flatMap((result) => valuesAt(result, 'rules[]').map(toText)));
  return ruleIds.filter((rule) => {
    const { layers, untested } = requirements[rule];
    return layers.includes(layer) && untested === undefined && !shown.has(rule);
  });
}

it('the service passes every check of both layers', async () => {
  const product = await startProduct();
  const checks = isExhaustive ? allChecks : wholeChecks;
  const results: JsonObject[] = [];
  // Checks that write run last.
  for (const part of sample) results.push(...(await checkPart(product, part)));
  const [ending, whole] = await checkProduct(product, checks);
  results.push(...whole);
  expect(listFailures(results)).toEqual([]);
  expect(ending).toMatchObject({ code: 0, stdout: expect.stringContaining('Verdict: passed') });
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const wanted = [...sample.flatMap((part) => executed(part)), ...executed({}, checks)];
  const names = passed.map(({ check, subject }) => `${toText(check)} ${toText(subject)}`);
  expect(names.filter(hasOccasion)).toEqual(wanted);
  expect([withoutVerdict(passed, 'core'), withoutVerdict(passed, 'extension')]).toEqual([shownByExtension, []]);
});

it('the main run executes each check on at least one subject', () => {
  const checksOf = (names: readonly string[]): Set<string> => new Set(names.map((name) => name.replace(/ .*/, '')));
  const sampled = [...executed({}, wholeChecks), ...parts.flatMap((part) => executed(part))];
  expect(checksOf(sampled)).toEqual(checksOf(executed({})));
});
