import { spawnSync } from 'node:child_process';
import { workerLoad } from './worker-load.mjs';
import { wrkLoad } from './wrk-load.mjs';

const hasWrk = spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined;

/** Sends requests in turn over so many connections for so long. The program that costs least of those that are here. */
export const load = hasWrk ? wrkLoad : workerLoad;
export const loadName = hasWrk ? 'wrk' : 'a worker thread of node:http';
