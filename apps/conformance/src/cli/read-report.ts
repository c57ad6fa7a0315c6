import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, parseJson } from '../json.js';
import { readPackageFile, suiteVersion } from '../package-file.js';
import type { ReportDocument } from '../reports/json-report.js';
import { toChoice, type RunOptions } from '../run/run-options.js';
import type { KnownFailure } from '../run/verdict.js';
import { readText, UsageError } from './options.js';

/** Reads a JSON file and validates it by its schema, because it may have been edited; an error shows the first fault. */
function readDocument<Document>(file: string, kind: string, hint: string): Document {
  const schema = readPackageFile(`schema/${kind}.schema.json`);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isDocument = ajv.compile<Document>(isObject(schema) ? schema : {});
  const document: unknown = parseJson(readText(file));
  if (isDocument(document)) return document;
  const [{ instancePath = '', message = '' } = {}] = isDocument.errors ?? [];
  throw new UsageError(`${file} is not a ${hint.replace('…', `${instancePath} ${message}`.trim())}.`);
}

export const readReport = (file: string): ReportDocument =>
  readDocument(file, 'report', 'JSON report of this version of the suite (…): write one with check --report json=FILE');

export const readBaseline = (file: string): readonly KnownFailure[] =>
  readDocument<{ readonly failures: readonly KnownFailure[] }>(file, 'baseline', 'baseline (…)').failures;

/** The options that continue an unfinished run of a report; it must have been made with the same options. */
export function resumeFrom(file: string, url: string, options: RunOptions): RunOptions {
  const document = readReport(file);
  const { seed, unfinished } = document;
  if (unfinished === null)
    throw new UsageError(
      `The run in ${file} is complete, so there is nothing to resume. To repeat its failures: replay ${file}.`,
    );
  const differences = differencesTo(document, url, options);
  if (differences.length > 0)
    throw new UsageError(`${file} cannot be resumed: it has ${differences.join(', and ')}. Use the same options.`);
  return { ...options, seed, resume: { ...document, unfinished } };
}

/** The differences between the report and the options of the new run, in words. */
function differencesTo(document: ReportDocument, url: string, options: RunOptions): string[] {
  const { suite, layer, seed } = document;
  const was = { version: suite, URL: document.url, layer, seed, ...document.options };
  const wanted: Readonly<Record<string, unknown>> = {
    version: suiteVersion(),
    URL: url.replace(/\/+$/, ''),
    layer: options.layer ?? 'extension',
    seed: options.seed ?? seed,
    ...toChoice(options),
  };
  return Object.entries(was).flatMap(([name, value]) =>
    isDeepStrictEqual(value, wanted[name])
      ? []
      : [`the ${name.replaceAll('_', ' ')} ${JSON.stringify(value)} instead of ${JSON.stringify(wanted[name])}`],
  );
}
