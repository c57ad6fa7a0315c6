import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from '../src/json.js';

/** The published schema, as JSON text. */
export const reportSchemaText = readFileSync(new URL('../schema/report.schema.json', import.meta.url), 'utf8');

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(reportSchemaText) as object);

/** The places where a report violates its schema, in words. */
export function schemaFaults(report: Json): string[] {
  validate(report);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
