import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

/** Writes the reports. What leaves the suite goes through the redactor once more, whoever wrote it. */
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
