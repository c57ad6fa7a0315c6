import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import type { MutantId } from '../../mutants/all-mutants.js';
import { startMutant } from '../../mutants/start-mutant.js';
import { reportSchemaText, schemaFaults } from '../../test/report-schema.js';
import { resultOf, runOf } from '../../test/results.js';
import { runCommand } from '../../test/run-command.js';
import { families } from '../checks/context/check.js';
import { isObject, type JsonObject, parseJson, valuesAt } from '../json.js';
import { compareBaseline } from '../run/verdict.js';
import { tokenNames } from '../run/result.js';
import { jsonReport, reportSchema, reportVersion } from './json-report.js';
import { reportOf, outcomes } from './report.js';

const folder = mkdtempSync(join(tmpdir(), 'conformance-schema-'));

function objectOf(text: string): JsonObject {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error('This is no JSON object.');
  return value;
}

/** The JSON report of a run of the command against the reference server. */
async function reportOfRun(mutant: MutantId | undefined, ...args: readonly string[]): Promise<JsonObject> {
  const server = await startMutant({ size: 'poor', ...(mutant && { mutant }) });
  const file = join(folder, `${mutant ?? 'sound'}.json`);
  try {
    await runCommand('check', server.url, '--token', server.tokens.full, '--report', `json=${file}`, ...args);
  } finally {
    await server.close();
  }
  return objectOf(readFileSync(file, 'utf8'));
}

describe('the schema of the JSON report', () => {
  let passing: JsonObject;
  let failing: JsonObject;
  beforeAll(async () => {
    passing = await reportOfRun(undefined, '--only', 'LIST-4', 'AUTH-2', 'paging', 'WRITE-1', '--seed', '5');
    failing = await reportOfRun('envelope-no-link-header', '--only', 'LIST-4', 'scripts', '--seed', '5');
  });

  it('has the name that each report gives, and the words of the suite', () => {
    const schema = objectOf(reportSchemaText);
    expect([passing['$schema'], schema['$id']]).toEqual([reportSchema, reportSchema]);
    expect(reportSchema).toContain(`:${reportVersion}.`);
    expect(valuesAt(schema, '$defs.family.enum[]')).toEqual(families);
    expect(valuesAt(schema, '$defs.outcome.enum[]')).toEqual(outcomes);
    expect(valuesAt(schema, '$defs.request.properties.token.enum')).toEqual([[...tokenNames, null]]);
  });

  it('fits a run that passes', () => {
    expect(valuesAt(passing, 'verdict')).toEqual(['passed']);
    expect(valuesAt(passing, 'snapshot[].collection')).toHaveLength(collections.length);
    expect(schemaFaults(passing)).toEqual([]);
  });

  it('fits a run that fails, with its counter-examples', () => {
    expect(valuesAt(failing, 'verdict')).toEqual(['failed']);
    expect(valuesAt(failing, 'results[].finding').some((finding) => isObject(finding))).toBe(true);
    expect(schemaFaults(failing)).toEqual([]);
  });

  it('fits errors of the suite, known failures and a stale baseline', () => {
    const finding = { expected: 'a', observed: 'b', curl: [], requests: null, answer: '', rows: [{ id: 'x' }] };
    const results = [
      resultOf({ outcome: 'errored', reason: 'Error: no\n    at place' }),
      resultOf({ outcome: 'failed', reason: 'a — b', finding: { ...finding, shrunk: { seed: -3, path: '0:1' } } }),
      resultOf({ check: 'other', outcome: 'unsupported', reason: 'not offered' }),
    ];
    const known = ['a-check', 'gone'].map((check) => ({ check, subject: '*', reason: 'known', until: null }));
    const report = reportOf(runOf(results), compareBaseline(known, results, new Date()), null);
    const parsed = objectOf(jsonReport(report));
    expect([valuesAt(parsed, 'results[].known'), parsed['stale_baseline']]).toEqual([[false, true, false], ['gone']]);
    expect(schemaFaults(parsed)).toEqual([]);
  });

  it.each<[string, (report: JsonObject) => void]>([
    ['of the report', (report) => void (report['more'] = 1)],
    ['of a result', (report) => addTo(valuesAt(report, 'results[]')[0])],
    ['of a finding', (report) => addTo(valuesAt(report, 'results[].finding').find((finding) => isObject(finding)))],
    ['of a rule', (report) => addTo(valuesAt(report, 'rules[]')[0])],
  ])('is closed: it refuses a new key %s', (_, change) => {
    const report = objectOf(JSON.stringify(failing));
    change(report);
    expect(schemaFaults(report)).toContainEqual(expect.stringContaining('must NOT have additional properties'));
  });

  it('is not needed where a server cannot be reached: no report is written then', async () => {
    const file = join(folder, 'nowhere.json');
    const { code } = await runCommand('check', 'http://127.0.0.1:9', '--token', 'a', '--report', `json=${file}`);
    expect(code).toBe(3);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });
});

function addTo(value: unknown): void {
  Object.assign(value as object, { more: 1 });
}
