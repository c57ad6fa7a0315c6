import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closedMutants } from '../../mutants/harness/killers.js';
import { isObject, parseJson, toText, valuesAt } from '../../src/json.js';
import { clientMutants } from '../client-mutants/mutants.js';
import { manySeeds } from '../exhaustive.js';
import { digestOfSources, recordFile, root } from './digest.js';

// Records an exhaustive run if all of its tests passed. The argument is the name of its results file.
const [, , results = ''] = process.argv;
const report = parseJson(readFileSync(join(root, '.nx/test-results', results), 'utf8'));
const passed = valuesAt(report, 'testResults[].assertionResults[]')
  .filter(isObject)
  .filter(({ status }) => status === 'passed')
  .map(({ title }) => toText(title));

const mutants = closedMutants.map(({ id }) => `${id} is killed`);
const mutantsOfClient = clientMutants.map(({ id }) => `${id}: is killed`);
const seeds = Array.from({ length: manySeeds }, (_, index) => `of seed ${index + 1}`);
const missing = [
  ...[...mutants, ...mutantsOfClient].filter((start) => !passed.some((title) => title.startsWith(start))),
  ...seeds.filter((end) => !passed.some((title) => title.endsWith(end))),
];

if (isObject(report) && report['success'] === true && missing.length === 0) {
  const run = {
    digest: digestOfSources(),
    date: new Date().toISOString().slice(0, 10),
    mutantsKilled: mutants.length,
    clientMutantsKilled: mutantsOfClient.length,
    // Seeds with which the sound reference server passed everything.
    seedsPassed: seeds.length,
  };
  writeFileSync(recordFile, `${JSON.stringify(run, null, 2)}\n`);
  console.log(`Commit apps/conformance/data/exhaustive-run.json: ${JSON.stringify(run)}`);
} else {
  console.error(`Not recorded: a test failed or did not run. Missing: ${missing.slice(0, 5).join(', ') || 'nothing'}`);
  process.exitCode = 1;
}
