import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { applicationName } from './database.mjs';

/** Linux counts the CPU of a process in hundredths of a second, whatever its kernel's own clock. */
const millisecondsOfTick = 10;

/** Of a process: its session, and the CPU that it and its threads have taken so far, in ms; null when it is gone. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    // What follows the name begins with the third field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [session, user, system] = [3, 11, 12].map((index) => Number(fields[index]));
    return { name, session, cpu: (user + system) * millisecondsOfTick };
  } catch {
    return null;
  }
}

/** A peer is started as the leader of a session, in which its children stay. Null where there is no /proc. */
function processesOf(session) {
  if (!existsSync('/proc/self/stat')) return null;
  const pids = readdirSync('/proc').filter((entry) => /^[0-9]+$/.test(entry));
  return pids.map((pid) => ({ pid, ...processOf(pid) })).filter((found) => found.session === session);
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const sumOf = (processes, figure) => processes && sum(processes.map(figure));

/** In ms; null when the process is gone, or where there is no /proc. */
export const processCpu = (pid) => processOf(pid)?.cpu ?? null;

export const serviceCpu = (session) => sumOf(processesOf(session), ({ cpu }) => cpu);

/** Resident memory of the whole peer, in MB. */
export const residentMemory = (session) => sumOf(processesOf(session), ({ pid }) => memoryOf(pid, 'VmRSS') ?? 0);

/** The most resident memory that a process has had, in MB; null when it is gone, or where there is no /proc. */
export const peakMemory = (pid) => memoryOf(pid, 'VmHWM');

function memoryOf(pid, figure) {
  try {
    const [, kilobytes] = new RegExp(`^${figure}:\\s+([0-9]+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** The CPU of each server process that works for a peer's connections; null where PostgreSQL runs on another machine. */
export async function databaseCpu(client, peer) {
  const { rows } = await client.query('SELECT pid FROM pg_stat_activity WHERE application_name = $1', [
    applicationName(peer),
  ]);
  const backends = rows.map(({ pid }) => [pid, processOf(pid)]);
  if (backends.some(([, found]) => found && found.name !== 'postgres')) return null;
  const cpu = new Map(backends.flatMap(([pid, found]) => (found ? [[pid, found.cpu]] : [])));
  return cpu.size > 0 ? cpu : null;
}

/** What the connections that are open at the end have taken since the beginning. */
export function databaseCpuBetween(before, after) {
  if (!before || !after) return null;
  return sum([...after].map(([pid, cpu]) => cpu - (before.get(pid) ?? 0)));
}
