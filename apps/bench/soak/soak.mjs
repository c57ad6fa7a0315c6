import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from '../database.mjs';
import { residentMemory } from '../measure/cpu.mjs';
import { median } from '../measure/statistics.mjs';
import { headersFor, startEmbedded } from '../peers/embedded.mjs';
import { service } from '../peers/service.mjs';
import { measure } from '../transfer/command.mjs';
import { mixedRequests } from './requests.mjs';
import { closedLoad, openLoad } from './steady-load.mjs';

/** Of what the service can do at most on this machine. */
const share = 0.7;

/** Seconds in which that is measured, and of one row of the report. */
const probe = 20;
const windows = 12;

/** By how much the last third may lie above the second: memory and latencies of an idle machine differ by as much. */
const most = { memory: 1.1, p50: 1.5 };

/** The same load for a long time, on both databases at once, with what it takes in each part of that time. */
export async function measureSoak({ databaseUrl, minutes }, undo, say) {
  const peers = [
    { database: 'PostgreSQL', peer: await service.start(databaseUrl, undo) },
    { database: 'embedded', peer: await startSeeded(undo) },
  ];
  const soaked = [];
  for (const { database, peer } of peers) {
    const { requestAt, made } = await mixedRequests(peer);
    if (database === 'PostgreSQL') undo.add(() => removeProjects(databaseUrl, made));
    let number = 0;
    soaked.push({ database, peer, nextRequest: () => requestAt(number++) });
  }
  const highest = await Promise.all(soaked.map(highestRate));
  return Promise.all(soaked.map((one, index) => soak(one, highest[index], minutes, say)));
}

async function highestRate({ nextRequest }) {
  await closedLoad(nextRequest, 5);
  return (await closedLoad(nextRequest, probe)).rate;
}

async function soak({ database, peer, nextRequest }, highest, minutes, say) {
  const rate = Math.max(1, Math.round(highest * share));
  say(`${database}: ${Math.round(highest)} requests a second at most, ${rate} for ${minutes} minutes`);
  const rows = [];
  const seconds = (minutes * 60) / windows;
  for (let window = 0; window < windows; window += 1) {
    const measured = await openLoad(nextRequest, rate, seconds);
    rows.push({ minute: ((window + 1) * seconds) / 60, ...measured, memory: residentMemory(peer.pid) });
    say(`${database} ${JSON.stringify(rows.at(-1))}`);
  }
  await peer.stop();
  return { database, highest, rate, rows, ...judged(rows) };
}

/** How the last third compares with the second; the first one fills caches. */
function judged(rows) {
  const third = rows.length / 3;
  const growth = (figure) =>
    median(rows.slice(-third).map((row) => row[figure])) /
    median(rows.slice(third, 2 * third).map((row) => row[figure]));
  const [memory, p50] = [growth('memory'), growth('p50')];
  const failed = rows.reduce((total, row) => total + row.failed, 0);
  return { growth: { memory, p50 }, failed, flat: memory <= most.memory && p50 <= most.p50 && failed === 0 };
}

const removeProjects = (databaseUrl, ids) =>
  connected(databaseUrl, (client) => client.query('DELETE FROM projects WHERE id = ANY ($1::uuid[])', [ids]));

async function startSeeded(undo) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-soak-'));
  undo.add(() => rm(folder, { recursive: true }));
  await measure(['seed', '--scale', '5000', '--seed', '1'], { DATA_DIR: folder }, null, undo);
  const headers = headersFor(folder);
  return { ...(await startEmbedded(folder, undo)), headers };
}
