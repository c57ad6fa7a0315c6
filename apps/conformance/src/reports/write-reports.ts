import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { allChecks } from '../checks/all-checks.js';
import { redactor } from '../target/redact.js';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown-report.js';
import type { Report } from './report.js';

export const reportFormats = {
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
} as const;

type ReportFormat = keyof typeof reportFormats;

export const isReportFormat = (text: string): text is ReportFormat => Object.hasOwn(reportFormats, text);

export interface RequestedReport {
  readonly format: ReportFormat;
  readonly file: string;
}

/**
 * Minimum length of a token to redact in a whole document; a shorter one may be a word of the suite, such as `test`.
 */
const leastSecret = 16;

/** Redacts whole documents but keeps check ids; findings, which quote the server, are already free of tokens. */
export const documentRedactor = (tokens: Iterable<string>): ((text: string) => string) =>
  redactor(
    [...tokens].filter(({ length }) => length >= leastSecret),
    allChecks.map(({ id }) => id),
  );

/** Writes the reports. All output passes through the redactor once more. */
export function writeReports(
  report: Report,
  requested: readonly RequestedReport[],
  redact: (text: string) => string,
): void {
  for (const { format, file } of requested) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, redact(reportFormats[format](report)));
  }
}
