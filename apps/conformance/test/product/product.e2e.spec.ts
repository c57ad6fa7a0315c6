import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { allChecks } from '../../src/checks/all-checks.js';
import type { Layer } from '../../src/checks/context/check.js';
import { isObject, type Json, type JsonObject, parseJson, textOf, valuesAt } from '../../src/json.js';
import { requirements } from '../../src/rules/requirements.js';
import { ruleIds } from '../../src/rules/requirements.js';
import { type Selection, selectChecks, tasksOf } from '../../src/run/plan.js';
import { runChecks } from '../../src/run/run.js';
import { exhaustive, idsOf } from '../exhaustive.js';
import { type Ending, startCommand } from '../processes.js';
import { parts, wholeChecks } from '../sample.js';
import { databaseKinds } from './databases.js';
import { type Product, startProduct } from './product.js';

/**
 * What the demonstration catalogue or the options give no occasion for, on every database. More is a fall of what the suite
 * can show, which must be seen.
 */
const withoutOccasion = [
  'arrays-are-in-their-order event_sessions',
  ...(exhaustive ? [] : ['every-two-filters-are-joined-by-and project_thematics']),
  'remaining-falls-with-use server',
  'refused-tokens-are-counted-by-address server',
];

/** Whose longest row is long enough to be compressed alone. Of a new collection it is not asked; its lists are as all are. */
const longRows = [
  'bookings',
  'event_sessions',
  'events',
  'machines',
  'members',
  'places',
  'plans',
  'projects',
  'spaces',
  'training_sessions',
  'trainings',
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

const folder = mkdtempSync(join(tmpdir(), 'conformance-product-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Checked {
  readonly ending: Ending;
  readonly report: Json | undefined;
}

async function checkProduct({ url, tokens }: Product, layer: Layer, checks = allChecks): Promise<Checked> {
  const file = join(folder, `${layer}.json`);
  const least = String(executed({ layer }, checks).length);
  const options = ['--layer', layer, '--allow-writes', '--seed', '1', '--min-executed', least];
  options.push(...Object.entries(tokens).flatMap(([name, token]) => [`--${name}`, token]));
  if (checks !== allChecks) options.push('--only', ...idsOf(checks));
  // For a request that would wait for ever: the machine may be busy with other tests.
  options.push('--timeout', '120000');
  const ending = await startCommand('check', url, ...options, '--report', `json=${file}`).ended;
  return { ending, report: parseJson(readFileSync(file, 'utf8')) };
}

/** A part of the suite, which the command cannot choose, with what its report would have. */
async function checkPart({ url, tokens }: Product, part: Selection): Promise<Json | undefined> {
  const token = (name: string): string => tokens[name] ?? '';
  const others = {
    secondToken: token('second-token'),
    limitedToken: token('limited-token'),
    revokedToken: token('revoked-token'),
    expiredToken: token('expired-token'),
  };
  const options = { token: token('token'), ...others, allowWrites: true, seed: 1, timeout: 120_000 };
  const { results, requests } = await runChecks(url, { ...options, ...part });
  return parseJson(JSON.stringify({ results, requests }));
}

const resultsOf = (report: Json | undefined): JsonObject[] => valuesAt(report, 'results[]').filter(isObject);

/** Results that are not what a sound server gets, in words. */
const broken = (report: Json | undefined): string[] =>
  resultsOf(report)
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => [check, subject, reason].map((part) => textOf(part)).join(' '));

const passed = (report: Json | undefined): JsonObject[] =>
  resultsOf(report).filter(({ outcome }) => outcome === 'passed');

const namesOf = (results: readonly JsonObject[]): string[] =>
  results.map(({ check, subject }) => `${textOf(check)} ${textOf(subject)}`);

/** What the seed says of these is shown by checks of our own decisions alone. */
const shownByOurs = ['PAGE-2', 'FILT-5', 'SORT-1', 'RATE-1'];

/** Rules of a layer that no result shows, but for those that no check can look at. */
function withoutVerdict(results: readonly JsonObject[], layer: Layer): string[] {
  const shown = results
    .filter((result) => layer === 'ours' || result['layer'] === layer)
    .flatMap((result) => valuesAt(result, 'rules[]').map(textOf));
  return ruleIds.filter((rule) => {
    const { layers, untested } = requirements[rule];
    return layers.includes(layer) && untested === undefined && !shown.includes(rule);
  });
}

describe.each(kinds)("the product's own server on %s", (kind) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(kind);
  });
  afterAll(() => product.stop());

  it('passes everything, in both layers', async () => {
    const checks = exhaustive ? allChecks : wholeChecks;
    const reports: (Json | undefined)[] = [];
    // Those that write come last.
    for (const part of sample) reports.push(await checkPart(product, part));
    const { ending, report } = await checkProduct(product, 'ours', checks);
    reports.push(report);
    expect(reports.flatMap(broken)).toEqual([]);
    expect(ending).toMatchObject({ code: 0, stdout: expect.stringContaining('Verdict: passed') });
    const results = reports.flatMap(passed);
    const wanted = [...sample.flatMap((part) => executed(part)), ...executed({}, checks)];
    expect(namesOf(results).filter(hasOccasion)).toEqual(wanted);
    expect([withoutVerdict(results, 'seed'), withoutVerdict(results, 'ours')]).toEqual([shownByOurs, []]);
    const requests = reports.map((each) => Number(valuesAt(each, 'requests')[0]));
    const share = wanted.length / executed({}).length;
    expect(requests.reduce((sum, each) => sum + each)).toBeLessThan(mostRequests * share);
  });

  if (exhaustive)
    it('passes what every server does, alone', async () => {
      const { ending, report } = await checkProduct(product, 'seed');
      expect(broken(report)).toEqual([]);
      expect(ending).toMatchObject({ code: 0, stdout: expect.stringContaining('Verdict: passed') });
      expect(new Set(valuesAt(report, 'results[].layer'))).toEqual(new Set(['seed']));
      expect(withoutVerdict(passed(report), 'seed')).toEqual(shownByOurs);
    });
});

it('the main run makes each check somewhere', () => {
  const checksOf = (names: readonly string[]): Set<string> => new Set(names.map((name) => name.replace(/ .*/, '')));
  const sampled = [...executed({}, wholeChecks), ...parts.flatMap((part) => executed(part))];
  expect(checksOf(sampled)).toEqual(checksOf(executed({})));
});
