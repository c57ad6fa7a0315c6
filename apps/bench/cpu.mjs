import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { applicationName } from './database.mjs';

/** Linux counts the CPU time of a process in hundredths of a second, independent of the kernel's clock rate. */
const millisecondsOfTick = 10;

/** The session of a process, and the CPU time in ms used so far by all its threads; null if it has exited. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    // The name is the second field, so this text begins with the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [session, user, system] = [3, 11, 12].map((index) => Number(fields[index]));
    return { name, session, cpu: (user + system) * millisecondsOfTick };
  } catch {
    return null;
  }
}

/** All processes that `isIncluded`; null without /proc. */
function processesThat(isIncluded) {
  if (!existsSync('/proc/self/stat')) return null;
  const pids = readdirSync('/proc').filter((entry) => /^[0-9]+$/.test(entry));
  return pids.map((pid) => ({ pid, ...processOf(pid) })).filter(isIncluded);
}

/** The processes of a peer, which is started as the leader of a session. */
const processesOf = (session) => processesThat((found) => found.session === session);

/** The processes of the embedded PostgreSQL, which work in its directory. */
const embeddedProcesses = (dataDir) => processesThat(({ pid }) => workingDirectory(pid) === join(dataDir, 'pgdata'));

function workingDirectory(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const sumOf = (processes, figure) => processes && sum(processes.map(figure));

/** In ms; null if the process has exited, or without /proc. */
export const processCpu = (pid) => processOf(pid)?.cpu ?? null;

export const serviceCpu = (session) => sumOf(processesOf(session), ({ cpu }) => cpu);

/** Resident memory of the whole peer, in MB. */
export const residentMemory = (session) => sumOf(processesOf(session), ({ pid }) => memoryOf(pid, 'VmRSS') ?? 0);

/** Memory of the embedded PostgreSQL in MB: pages that its processes share count once. */
export const embeddedMemory = (dataDir) =>
  sumOf(embeddedProcesses(dataDir), ({ pid }) => memoryOf(pid, 'Pss', 'smaps_rollup') ?? 0);

/** Peak resident memory of a process in MB; null if it has exited, or without /proc. */
export const peakMemory = (pid) => memoryOf(pid, 'VmHWM');

function memoryOf(pid, figure, file = 'status') {
  try {
    const [, kilobytes] = new RegExp(`^${figure}:\\s+([0-9]+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    return Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** CPU time of each PostgreSQL backend that serves a peer's connections; null if PostgreSQL runs on another machine. */
export async function databaseCpu(client, peer) {
  const { rows } = await client.query('SELECT pid FROM pg_stat_activity WHERE application_name = $1', [
    applicationName(peer),
  ]);
  const backends = rows.map(({ pid }) => [pid, processOf(pid)]);
  if (backends.some(([, found]) => found && found.name !== 'postgres')) return null;
  const cpu = new Map(backends.flatMap(([pid, found]) => (found ? [[pid, found.cpu]] : [])));
  return cpu.size > 0 ? cpu : null;
}

/** CPU time of each process of the embedded PostgreSQL; null without /proc. */
export function embeddedCpu(dataDir) {
  const found = embeddedProcesses(dataDir);
  return found && new Map(found.map(({ pid, cpu }) => [pid, cpu]));
}

/** CPU time used since `before` by the connections that are still open. */
export function databaseCpuBetween(before, after) {
  if (!before || !after) return null;
  return sum([...after].map(([pid, cpu]) => cpu - (before.get(pid) ?? 0)));
}
