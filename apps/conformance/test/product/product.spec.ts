import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isObject, type Json, parseJson, textOf, valuesAt } from '../../src/json.js';
import { requirements } from '../../src/rules/requirements.js';
import { ruleIds } from '../../src/rules/requirements.js';
import { tasksOf } from '../../src/run/plan.js';
import { runChecks } from '../../src/run/run.js';
import { exhaustive, formChecks, idsOf, otherChecks, sampledCollections } from '../exhaustive.js';
import { type Ending, startCommand } from '../processes.js';
import { databaseKinds } from './databases.js';
import { type Product, startProduct } from './product.js';

/**
 * How many checks are executed on the demonstration catalogue, on every database. Fewer is a fall of what the suite can
 * show, which must be seen; whoever adds checks raises it.
 */
const executed = { ours: 1877, seed: 129 } as const;

/** A run is for people who wait for it; a request takes a server some milliseconds. */
const mostRequests = 25_000;

/** The main run asks once, on PostgreSQL if there is one; an exhaustive one on every database. */
const kinds = exhaustive ? databaseKinds : databaseKinds.slice(-1);

/** What the main run makes on some collections alone. */
const sampled = exhaustive ? [] : formChecks;

const folder = mkdtempSync(join(tmpdir(), 'conformance-product-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Checked {
  readonly ending: Ending;
  readonly report: Json | undefined;
}

async function checkProduct({ url, tokens }: Product, layer: keyof typeof executed): Promise<Checked> {
  const file = join(folder, `${layer}.json`);
  const least = executed[layer] - tasksOf(sampled).length;
  const options = ['--layer', layer, '--allow-writes', '--seed', '1', '--min-executed', String(least)];
  options.push(...Object.entries(tokens).flatMap(([name, token]) => [`--${name}`, token]));
  if (sampled.length > 0) options.push('--only', ...idsOf(otherChecks));
  // For a request that would wait for ever: the machine may be busy with other tests.
  options.push('--timeout', '120000');
  const ending = await startCommand('check', url, ...options, '--report', `json=${file}`).ended;
  return { ending, report: parseJson(readFileSync(file, 'utf8')) };
}

/** Results that are not what a sound server gets, in words. */
const broken = (report: Json | undefined): string[] =>
  valuesAt(report, 'results[]')
    .filter(isObject)
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ check, subject, reason }) => [check, subject, reason].map((part) => textOf(part)).join(' '));

/** What the seed says of these is shown by checks of our own decisions alone. */
const shownByOurs = ['PAGE-2', 'FILT-5', 'SORT-1', 'RATE-1'];

/** Rules of a layer without a single check that passed, but for those that no check can look at. */
function withoutVerdict(report: Json | undefined, layer: 'seed' | 'ours'): string[] {
  const passed = valuesAt(report, 'results[]')
    .filter(isObject)
    .filter((result) => result['outcome'] === 'passed' && (layer === 'ours' || result['layer'] === layer))
    .flatMap((result) => valuesAt(result, 'rules[]').map(textOf));
  return ruleIds.filter((rule) => {
    const { layers, untested } = requirements[rule];
    return layers.includes(layer) && untested === undefined && !passed.includes(rule);
  });
}

describe.each(kinds)("the product's own server on %s", (kind) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(kind);
  });
  afterAll(() => product.stop());

  it('passes everything, in both layers', async () => {
    const { ending, report } = await checkProduct(product, 'ours');
    expect(broken(report)).toEqual([]);
    expect(ending).toMatchObject({ code: 0, stdout: expect.stringContaining('Verdict: passed') });
    expect([withoutVerdict(report, 'seed'), withoutVerdict(report, 'ours')]).toEqual([shownByOurs, []]);
    expect(Number(valuesAt(report, 'requests')[0])).toBeLessThan(mostRequests);
  });

  if (sampled.length > 0)
    it.each(sampledCollections)('answers rightly to every form of a value, in %s', async (subject) => {
      const { url, tokens } = product;
      const choice = { only: idsOf(sampled), subjects: [subject], seed: 1, timeout: 120_000 };
      const { results } = await runChecks(url, { token: tokens['token'] ?? '', ...choice });
      expect(results.map(({ check, outcome, reason }) => [check, outcome, reason])).toEqual(
        sampled.map(({ id }) => [id, 'passed', null]),
      );
    });

  if (exhaustive)
    it('passes what every server does, alone', async () => {
      const { ending, report } = await checkProduct(product, 'seed');
      expect(broken(report)).toEqual([]);
      expect(ending).toMatchObject({ code: 0, stdout: expect.stringContaining('Verdict: passed') });
      expect(new Set(valuesAt(report, 'results[].layer'))).toEqual(new Set(['seed']));
      expect(withoutVerdict(report, 'seed')).toEqual(shownByOurs);
    });
});
