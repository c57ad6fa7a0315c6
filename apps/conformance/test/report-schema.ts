import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from '../src/json.js';

/** The schema that is shipped, as JSON. */
export const reportSchemaText = readFileSync(new URL('../schema/report.schema.json', import.meta.url), 'utf8');

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(reportSchemaText) as object);

/** Where a report is not what its schema says, in words; none if it is. */
export function schemaFaults(report: Json): string[] {
  validate(report);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
