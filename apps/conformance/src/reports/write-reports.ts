import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown-report.js';
import type { Report } from './report.js';

export const reportFormats = { json: jsonReport, junit: junitReport, markdown: markdownReport } as const;

export const isReportFormat = (text: string): text is keyof typeof reportFormats => Object.hasOwn(reportFormats, text);

export interface RequestedReport {
  readonly format: keyof typeof reportFormats;
  readonly file: string;
}

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
