import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isObject, toText } from '../../src/json.js';
import { packageFile } from '../../src/package-file.js';
import { generatedFaultsFile, killedMutants } from './recorded-kills.js';
import { describe } from '../generated/fault.js';
import { drawSample } from '../generated/sample.js';
import { meetFault } from './meet-fault.js';
import { toRecord } from './recorded-faults.js';
import { scoreDocument } from './score-document.js';

// `npm run generated-faults` runs the suite on the sample of the release and records how many faults it catches.
// `npm run generated-faults -- SEED COUNT` draws other faults and records nothing; use only these to find blind spots.

const root = new URL('../../', import.meta.url);

/** Milliseconds after which a fault counts as not caught; a tiny quota, say, would make the suite wait forever. */
const maxTime = 300_000;

const manifest = packageFile('package.json');
const release = toText(isObject(manifest) ? manifest['version'] : null);
const [, , seed = release, count = '100'] = process.argv;

const { faults, leftOut } = await drawSample(seed, Number(count));
console.log(`${faults.length} faults of the seed ${seed}; ${leftOut} others change no answer and are left out.`);
const records: string[] = [];
let survivors = 0;
for (const fault of faults) {
  const caught = await Promise.race([meetFault(fault), wait(maxTime, null, { ref: false })]);
  if (caught === null) survivors += 1;
  console.log(`${caught === null ? 'SURVIVED' : `caught by ${caught.check} on ${caught.subject}`}: ${describe(fault)}`);
  records.push(toRecord(fault, caught));
}
console.log(`Caught ${faults.length - survivors} of ${faults.length} generated faults.`);

if (seed === release) {
  const text = `{\n"seed": ${JSON.stringify(seed)},\n"left_out": ${leftOut},\n"faults": [\n${records.join(',\n')}\n]\n}\n`;
  writeFileSync(new URL(generatedFaultsFile, root), text);
  writeFileSync(new URL('MUTATION-SCORE.md', root), scoreDocument(killedMutants()));
}
// Runs that exceeded the time limit are still waiting.
process.exit();
