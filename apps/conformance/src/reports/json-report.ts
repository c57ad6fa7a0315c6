import { collections } from '@resource-catalogue/contracts';
import { idOfResult } from '../run/result.js';
import { exitCodes } from '../run/verdict.js';
import { pairsOf, type Report } from './report.js';

/** The version of the form of this report; it grows by keys, and changes its number when one changes its meaning. */
export const reportVersion = 2;

/** The JSON Schema of this report, by its `$id`: a new key makes it 2.3, as `schema/report.schema.json` must then say. */
export const reportSchema = 'urn:resource-catalogue:conformance-report:2.2';

export function jsonReport({ run, verdict, counts, executed, rules, known, stale, mutationScore }: Report): string {
  const document = {
    $schema: reportSchema,
    version: reportVersion,
    url: run.url,
    seed: run.seed,
    layer: run.layer,
    started_at: run.startedAt,
    seconds: run.seconds,
    requests: run.requests,
    verdict,
    exit_code: exitCodes[verdict],
    counts,
    executed,
    pairs: pairsOf(run.results),
    mutation_score: mutationScore,
    changed: run.changed,
    stale_baseline: stale,
    snapshot: collections.map(({ name }) => {
      const snapshot = run.snapshot.get(name);
      return {
        collection: name,
        rows: snapshot?.rows.length ?? 0,
        complete: snapshot?.complete ?? false,
        trouble: snapshot?.trouble ?? null,
      };
    }),
    rules,
    results: run.results.map((result) => ({
      id: idOfResult(result),
      ...result,
      milliseconds: Math.round(result.milliseconds),
      known: known.has(result),
    })),
    latencies: run.latencies,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
