import { collections } from '@resource-catalogue/contracts';
import { idOfResult } from '../run/result.js';
import { exitCodes } from '../run/verdict.js';
import type { Report } from './report.js';

/** The version of the form of this report; it grows by keys, and changes its number when one changes its meaning. */
export const reportVersion = 1;

/** The JSON Schema of this report, by its `$id`: a new key makes it 1.1, as `schema/report.schema.json` must then say. */
export const reportSchema = 'urn:resource-catalogue:conformance-report:1.0';

/** The whole run, for programs: `replay` reads it, too. */
export function jsonReport({ run, verdict, counts, executed, rules, known, stale, power }: Report): string {
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
    power,
    changed: run.changed,
    stale_baseline: stale,
    census: collections.map(({ name }) => {
      const census = run.census.get(name);
      return {
        collection: name,
        rows: census?.rows.length ?? 0,
        complete: census?.complete ?? false,
        trouble: census?.trouble ?? null,
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
