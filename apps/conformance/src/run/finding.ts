import type { Violation } from '../checks/violation.js';
import { type Json, parseJson } from '../json.js';
import type { Row } from '../census/row.js';
import { curlLine } from '../target/curl.js';
import type { Finding } from './result.js';

const mostOfAnswer = 1500;

/** A violation as reports show it: without tokens, and short enough to be read. */
export function findingOf({ evidence }: Violation, prefix: string, redact: (text: string) => string): Finding {
  const { expected, observed, exchanges, rows = [] } = evidence;
  const origin = new URL(prefix).origin;
  const last = exchanges.at(-1);
  return {
    expected: redact(expected),
    observed: redact(observed),
    curl: exchanges.map(({ request }) => curlLine(origin, request, redact)),
    answer: last ? redact(`${last.status} ${last.text}`.slice(0, mostOfAnswer)) : '',
    rows: rows.map((row) => redactedRow(row, redact)),
  };
}

function redactedRow(row: Row, redact: (text: string) => string): Row {
  const clean: Json | undefined = parseJson(redact(JSON.stringify(row)));
  return typeof clean === 'object' && clean !== null && !Array.isArray(clean) ? clean : {};
}
