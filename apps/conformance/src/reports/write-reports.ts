import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { allChecks } from '../checks/all-checks.js';
import { redactor } from '../target/redact.js';
import { badge } from './badge.js';
import { htmlReport } from './html-report.js';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown-report.js';
import type { Report } from './report.js';

export const reportFormats = {
  badge,
  html: htmlReport,
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

/** A shorter token is a word, such as `test`: of a whole document it would take the suite's own words as well. */
const leastSecret = 16;

/** For whole documents: findings, which show what a server said, are free of every token already. No check loses its id. */
export const documentRedactor = (tokens: Iterable<string>): ((text: string) => string) =>
  redactor(
    [...tokens].filter(({ length }) => length >= leastSecret),
    allChecks.map(({ id }) => id),
  );

/** Writes the reports. All output passes through the redactor once more. */
export function writeReports(
  report: Report,
  wishes: readonly RequestedReport[],
  redact: (text: string) => string,
): void {
  for (const { format, file } of wishes) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, redact(reportFormats[format](report)));
  }
}
