import { collections } from '@resource-catalogue/contracts';
import { suiteVersion } from '../package-file.js';
import { resultId } from '../run/result.js';
import { digestRows } from '../snapshot.js';
import type { Report } from './report.js';

/** The version of this format. New keys keep it; it changes when a key changes its meaning. */
export const reportVersion = 3;

/** The `$id` of the JSON Schema of this report; a new key makes it 3.1, also in `schema/report.schema.json`. */
export const reportSchema = 'urn:resource-catalogue:conformance-report:3.0';

export type ReportDocument = ReturnType<typeof toDocument>;

export const jsonReport = (report: Report): string => `${JSON.stringify(toDocument(report), null, 2)}\n`;

function toDocument({ run, verdict, exitCode, counts, executed, rules, known, stale }: Report) {
  return {
    ...{ $schema: reportSchema, version: reportVersion, suite: suiteVersion() },
    ...run,
    ...{ verdict, exit_code: exitCode, counts, executed, rules, stale_baseline: stale },
    snapshot: collections.map(({ name }) => {
      const snapshot = run.snapshot.get(name);
      const { rows = [], complete = false, trouble = null } = snapshot ?? {};
      return { collection: name, rows: rows.length, complete, trouble, digest: snapshot ? digestRows(snapshot) : null };
    }),
    results: run.results.map((result) => ({
      id: resultId(result),
      ...result,
      milliseconds: Math.round(result.milliseconds),
      known: known.has(result),
    })),
  };
}
