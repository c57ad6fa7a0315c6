import { collections } from '@resource-catalogue/contracts';
import { suiteVersion } from '../package-file.js';
import { idOfResult } from '../run/result.js';
import type { Run } from '../run/run.js';
import { digestRows, type Snapshot } from '../snapshot.js';
import type { Report } from './report.js';

/** The version of this format. New keys keep it; it changes when a key changes its meaning. */
export const reportVersion = 3;

/** The `$id` of the JSON Schema of this report; a new key makes it 3.1, also in `schema/report.schema.json`. */
export const reportSchema = 'urn:resource-catalogue:conformance-report:3.0';

export function jsonReport({ run, verdict, exitCode, counts, executed, rules, known, stale }: Report): string {
  const document = {
    $schema: reportSchema,
    version: reportVersion,
    url: run.url,
    seed: run.seed,
    layer: run.layer,
    suite: suiteVersion(),
    options: formatOptions(run.choice),
    started_at: run.startedAt,
    seconds: run.seconds,
    requests: run.requests,
    verdict,
    exit_code: exitCode,
    counts,
    executed,
    changed: run.changed,
    stale_baseline: stale,
    snapshot: formatSnapshot(run.snapshot),
    rules,
    results: formatResults({ run, known }),
    outages: run.outages,
    unavailable: run.unavailable,
    unfinished: formatUnfinished(run.unfinished),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function formatOptions({ only, subjects, quick, allowWrites, allowBurst, maxItems, tokens }: Run['choice']) {
  const allowed = { allow_writes: allowWrites, allow_burst: allowBurst };
  return { only, subjects, quick, ...allowed, max_items: maxItems, tokens };
}

function formatSnapshot(snapshots: Snapshot) {
  return collections.map(({ name }) => {
    const snapshot = snapshots.get(name);
    return {
      collection: name,
      rows: snapshot?.rows.length ?? 0,
      complete: snapshot?.complete ?? false,
      trouble: snapshot?.trouble ?? null,
      digest: snapshot === undefined ? null : digestRows(snapshot),
    };
  });
}

function formatUnfinished(unfinished: Run['unfinished']) {
  if (unfinished === null) return null;
  const { reason, signal, inFlight, remaining } = unfinished;
  return { reason, signal, in_flight: inFlight, remaining };
}

function formatResults({ run, known }: Pick<Report, 'run' | 'known'>) {
  return run.results.map((result) => ({
    id: idOfResult(result),
    ...result,
    milliseconds: Math.round(result.milliseconds),
    known: known.has(result),
  }));
}
