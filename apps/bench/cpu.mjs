import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the CPU time of a process in hundredths of a second, independent of the kernel's clock rate. */
const millisecondsOfTick = 10;

/** A process and the CPU time in ms used so far by all its threads; null if it has exited. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    // The name is the second field, so this text begins with the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, session, user, system] = [1, 3, 11, 12].map((index) => Number(fields[index]));
    return { pid, name, parent, session, cpu: (user + system) * millisecondsOfTick };
  } catch {
    return null;
  }
}

const processesThat = (isIncluded) =>
  readdirSync('/proc')
    .filter((entry) => /^[0-9]+$/.test(entry))
    .map((pid) => processOf(Number(pid)))
    .filter((found) => found && isIncluded(found));
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function memoryOf(pid, figure, file = 'status') {
  try {
    const [, kilobytes] = new RegExp(`^${figure}:\\s+([0-9]+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

/** CPU time in seconds and peak memory in MB of a process; null if it has exited. */
export function usageOf(pid) {
  const found = processOf(pid);
  const megabytes = memoryOf(pid, 'VmHWM');
  return found && megabytes > 0 ? { cpu: found.cpu / 1000, megabytes } : null;
}

/** CPU time in ms and resident memory in MB of a peer, which leads a session. */
export function usageOfPeer(leader) {
  const members = processesThat(({ session }) => session === leader);
  return { cpu: sum(members.map(({ cpu }) => cpu)), memory: sum(members.map(({ pid }) => memoryOf(pid, 'VmRSS'))) };
}

/** Memory of the whole PostgreSQL server in MB: pages that its processes share count once. */
export async function serverMemory(client) {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const postmaster = processOf(rows[0].pid)?.parent;
  const members = processesThat(({ pid, parent }) => pid === postmaster || parent === postmaster);
  return sum(members.map(({ pid }) => memoryOf(pid, 'Pss', 'smaps_rollup')));
}

/** CPU time in ms of each other connection to the database; null if PostgreSQL runs on another machine. */
async function connectionsCpu(client) {
  const { rows } = await client.query(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  const backends = rows.map(({ pid }) => processOf(pid)).filter((found) => found !== null);
  if (backends.length < rows.length || backends.some(({ name }) => name !== 'postgres')) return null;
  return new Map(backends.map(({ pid, cpu }) => [pid, cpu]));
}

/** The result of the work, and the CPU time in ms that a peer and the connections that are still open used for it. */
export async function withCpu(client, { pid: leader }, work) {
  const before = { service: usageOfPeer(leader).cpu, database: await connectionsCpu(client) };
  const result = await work();
  const serviceCpu = usageOfPeer(leader).cpu - before.service;
  const after = await connectionsCpu(client);
  if (!before.database || !after) return { result, serviceCpu, databaseCpu: null };
  const databaseCpu = sum([...after].map(([pid, cpu]) => cpu - (before.database.get(pid) ?? 0)));
  return { result, serviceCpu, databaseCpu };
}
