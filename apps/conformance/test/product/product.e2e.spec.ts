import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { databaseKinds } from '@resource-catalogue/testing/database-kinds';
import { type Ending, run } from '@resource-catalogue/testing/running-program';
import { allChecks } from '../../src/checks/all-checks.js';
import type { Layer } from '../../src/checks/context/check.js';
import { isObject, type JsonObject, parseJson, textOf, valuesAt } from '../../src/json.js';
import { requirements, ruleIds } from '../../src/rules/requirements.js';
import { type Selection, selectChecks, tasksOf } from '../../src/run/plan.js';
import { runChecks } from '../../src/run/run.js';
import { exhaustive } from '../exhaustive.js';
import { idsOf, parts, wholeChecks } from '../sample.js';
import { type Product, startProduct } from './product.js';

/** What the data or the options give no occasion for, on every database; more would be a loss, which must be seen. */
const withoutOccasion = [
  'arrays-are-in-their-order event_sessions',
  ...(exhaustive ? [] : ['every-two-filters-are-joined-by-and project_thematics']),
  'remaining-falls-with-use server',
  'refused-tokens-are-counted-by-address server',
];

/** Whose longest row is long enough to be compressed alone. Of a new collection it is not asked; its lists are as all are. */
const longRows = [
  ...['bookings', 'event_sessions', 'events', 'machines', 'members', 'places', 'plans', 'projects', 'spaces'],
  ...['training_sessions', 'trainings'],
];

const aloneIn = /^bodies-are-compressed-when-asked GET \/api\/v1\/(\w+)\/\{id\}$/;

function hasOccasion(name: string): boolean {
  const collection = aloneIn.exec(name)?.[1];
  return !withoutOccasion.includes(name) && (collection === undefined || longRows.includes(collection));
}

/** The checks on their subjects that a run executes, by name. */
const executed = (selection: Selection, checks = allChecks): string[] =>
  tasksOf(selectChecks(selection, checks), selection)
    .map(({ check, subject }) => `${check.id} ${subject}`)
    .filter(hasOccasion);

/** What the main run makes on some collections alone. */
const sample = exhaustive ? [] : parts;

/** A run is for people who wait for it; a request takes a server some milliseconds. */
const mostRequests = 1388 * collections.length;

/** The main run asks once, on PostgreSQL if there is one; an exhaustive one on every database. */
const kinds = exhaustive ? databaseKinds : databaseKinds.slice(-1);

/** The results of a run, as JSON reports have them. */
interface Report {
  readonly results: readonly JsonObject[];
  readonly requests: number;
}

function reportIn(text: string): Report {
  const report = parseJson(text);
  return {
    results: valuesAt(report, 'results[]').filter(isObject),
    requests: Number(valuesAt(report, 'requests')[0]),
  };
}

const suite = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** Runs the command of the suite as it was built. */
async function checkProduct({ url, tokens }: Product, layer: Layer, checks = allChecks): Promise<[Ending, Report]> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-product-'));
  const file = join(folder, 'report.json');
  const least = String(executed({ layer }, checks).length);
  const options = ['--layer', layer, '--allow-writes', '--seed', '1', '--min-executed', least];
  options.push(...Object.entries(tokens).flatMap(([name, token]) => [`--${name}`, token]));
  if (checks !== allChecks) options.push('--only', ...idsOf(checks));
  // For a request that would wait for ever: the machine may be busy with other tests.
  options.push('--timeout', '120000', '--report', `json=${file}`);
  try {
    const ending = await run(process.execPath, [suite, 'check', url, ...options], {}).ended;
    return [ending, reportIn(readFileSync(file, 'utf8'))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A part of the suite, which the command cannot choose. */
async function checkPart({ url, tokens }: Product, part: Selection): Promise<Report> {
  const { token = '', 'quota-token': _, ...others } = tokens;
  const given = Object.entries(others).map(([name, value]): [string, string] => [name.replace('-t', 'T'), value]);
  const options = { ...Object.fromEntries(given), token, allowWrites: true, seed: 1, timeout: 120_000 };
  const { results, requests } = await runChecks(url, { ...options, ...part });
  return reportIn(JSON.stringify({ results, requests }));
}

/** Results that are not what a sound server gets, in words. */
const broken = ({ results }: Report): string[] =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => [check, subject, reason].map(textOf).join(' '));

const passed = ({ results }: Report): JsonObject[] => results.filter(({ outcome }) => outcome === 'passed');

/** What the seed says of these is shown by checks of our own decisions alone. */
const shownByOurs = ['PAGE-2', 'FILT-5', 'SORT-1', 'RATE-1'];

/** Rules of a layer that no result shows, but for those that no check can look at. */
function withoutVerdict(results: readonly JsonObject[], layer: Layer): string[] {
  const own = results.filter((result) => layer === 'ours' || result['layer'] === layer);
  const shown = new Set(own.flatMap((result) => valuesAt(result, 'rules[]').map(textOf)));
  return ruleIds.filter((rule) => {
    const { layers, untested } = requirements[rule];
    return layers.includes(layer) && untested === undefined && !shown.has(rule);
  });
}

const success = { code: 0, stdout: expect.stringContaining('Verdict: passed') };

it.each(kinds)("the product's own server passes everything, in both layers, on %s", async (kind) => {
  const product = await startProduct(kind);
  const checks = exhaustive ? allChecks : wholeChecks;
  const reports: Report[] = [];
  // Those that write come last.
  for (const part of sample) reports.push(await checkPart(product, part));
  const [ending, report] = await checkProduct(product, 'ours', checks);
  reports.push(report);
  expect(reports.flatMap(broken)).toEqual([]);
  expect(ending).toMatchObject(success);
  const results = reports.flatMap(passed);
  const wanted = [...sample.flatMap((part) => executed(part)), ...executed({}, checks)];
  const names = results.map(({ check, subject }) => `${textOf(check)} ${textOf(subject)}`);
  expect(names.filter(hasOccasion)).toEqual(wanted);
  expect([withoutVerdict(results, 'seed'), withoutVerdict(results, 'ours')]).toEqual([shownByOurs, []]);
  const share = wanted.length / executed({}).length;
  expect(reports.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThan(mostRequests * share);
  if (exhaustive) {
    const [end, seed] = await checkProduct(product, 'seed');
    expect(broken(seed)).toEqual([]);
    expect(end).toMatchObject(success);
    expect(new Set(seed.results.map((result) => result['layer']))).toEqual(new Set(['seed']));
    expect(withoutVerdict(passed(seed), 'seed')).toEqual(shownByOurs);
  }
  await product.drop();
});

it('the main run makes each check somewhere', () => {
  const checksOf = (names: readonly string[]): Set<string> => new Set(names.map((name) => name.replace(/ .*/, '')));
  const sampled = [...executed({}, wholeChecks), ...parts.flatMap((part) => executed(part))];
  expect(checksOf(sampled)).toEqual(checksOf(executed({})));
});
