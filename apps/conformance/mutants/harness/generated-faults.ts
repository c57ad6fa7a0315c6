import { collections } from '@resource-catalogue/contracts';
import { operationName, operations } from '../../src/kit/subject.js';
import { TargetError } from '../../src/run/probe.js';
import { TransportError } from '../../src/target/wire.js';
import { drawFaults, type Fault } from '../generated/draw-faults.js';
import { checksWith } from './check-mutant.js';
import { measure } from './measure.js';

// `npm run generated-faults -- SEED COUNT` draws faults and prints the checks that catch them.

const [, , seed = String(Date.now()), count = '30'] = process.argv;

/** The share of faults that a run must catch. */
const minCaughtShare = 0.9;

/** The checks that fail on the collection of the fault, or on projects after a write. */
async function catchers({ name, change }: Fault): Promise<string[]> {
  const collection = collections.find((one) => name.split(' ').includes(one.name))?.name ?? 'projects';
  const own = operations.filter(({ contract }) => contract.name === collection).map(operationName);
  try {
    const choice = { subjects: [collection, ...own, 'server'], inProcess: true };
    return checksWith('failed', await measure({ size: 'rich', wraps: change }, choice));
  } catch (error) {
    if (error instanceof TransportError || error instanceof TargetError) return ['the start of the run'];
    throw error;
  }
}

const faults = drawFaults(seed, Number(count));
console.log(`${faults.length} faults of the seed ${seed}:`);
let caught = 0;
for (const fault of faults) {
  const [by] = await catchers(fault);
  if (by !== undefined) caught += 1;
  console.log(`${by === undefined ? 'SURVIVED' : `caught by ${by}`}: ${fault.name}`);
}
console.log(`Caught ${caught} of ${faults.length}.`);
process.exitCode = caught < minCaughtShare * faults.length ? 1 : 0;
