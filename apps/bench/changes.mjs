import { connected } from './database.mjs';
import { content, startPeers } from './field.mjs';
import { service } from './peers/service.mjs';
import { measuredOn, median, medians, shown, table, writeReport } from './report.mjs';
import { round } from './round.mjs';

const callers = 16;

/** Projects that are written each second, evenly. */
const writesASecond = 100;

/** Writes of one project wait for each other. */
const projects = 10;

const figures = ['rate', 'p50', 'p99', 'serviceCpu', 'databaseCpu'];

/** What reading loses while units change their state and projects are written, round by round beside quiet ones. */
export async function run(options, undo, say) {
  const { databaseUrl } = options;
  const [peer] = await startPeers([service], options, undo, say);
  const { instants } = await content(databaseUrl);
  const requests = instants.map((instant) => ({ path: peer.list(instant) }));
  const ids = await projectsToWrite(peer, databaseUrl, undo);
  say('reading, quiet and while the catalogue changes');
  const results = await connected(databaseUrl, async (client) => {
    const read = () => round(client, { peer, requests, callers }, options);
    const changing = () => besideWrites(peer, databaseUrl, ids, read);
    // As reads have their warm-up: the first thousand writes of a process cost it twice as much.
    await changing();
    const pairs = [];
    while (pairs.length < options.rounds) pairs.push({ quiet: await read(), ...(await changing()) });
    return pairs;
  });
  await peer.stop();
  await writeReport('changes', markdown(results, options), say);
}

/** The ids of projects that are made for the run, and taken away after it. */
async function projectsToWrite(peer, databaseUrl, undo) {
  const query = (text, values) => connected(databaseUrl, (client) => client.query(text, values));
  const { rows } = await query('SELECT id FROM members WHERE soft_deleted_at IS NULL ORDER BY id LIMIT 1');
  const ids = [];
  undo.add(() => query('DELETE FROM projects WHERE id = ANY ($1::uuid[])', [ids]));
  for (let number = 1; number <= projects; number += 1) {
    const body = { name: `Written by the bench ${number}`, author_id: rows[0].id };
    ids.push((await answerTo(peer, '/api/v1/projects', 'POST', body, [201])).data.id);
  }
  return ids;
}

/** A round of reading while a hundred projects and a unit change each second, and how many projects were changed. */
async function besideWrites(server, databaseUrl, ids, read) {
  const pending = new Set();
  let [begun, written, failure] = [0, 0, null];
  const begin = (work) => {
    const settled = work.catch((error) => (failure ??= error)).finally(() => pending.delete(settled));
    pending.add(settled);
  };
  const writeProject = async () => {
    const number = begun++;
    const path = `/api/v1/projects/${ids[number % ids.length]}`;
    // Where more is written than this machine can do, some are refused: what was written is what counts.
    const answer = await answerTo(server, path, 'PATCH', { summary: `Change ${number}` }, [200, 503]);
    if (answer.data) written += 1;
  };
  const timers = [
    setInterval(() => begin(writeProject()), 1000 / writesASecond),
    setInterval(() => begin(changeUnit(databaseUrl)), 1000),
  ];
  const since = performance.now();
  const changing = await read();
  const writes = written / ((performance.now() - since) / 1000);
  for (const timer of timers) clearInterval(timer);
  await Promise.all(pending);
  if (failure) throw failure;
  return { changing, writes };
}

/** Twice, so that it has the state that it had. */
function changeUnit(databaseUrl) {
  const change = `UPDATE machine_units SET state = CASE state WHEN 'available' THEN 'maintenance' ELSE 'available' END::unit_state
    WHERE id = (SELECT id FROM machine_units WHERE state IN ('available', 'maintenance') ORDER BY id LIMIT 1)`;
  return connected(databaseUrl, async (client) => {
    await client.query(change);
    await client.query(change);
  });
}

async function answerTo({ base, headers }, path, method, body, statuses) {
  const response = await fetch(base + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (statuses.includes(response.status)) return answer;
  throw new Error(`${method} ${path} was answered with ${response.status}: ${JSON.stringify(answer)}`);
}

function markdown(results, { where, rounds, seconds }) {
  const writes = median(results.map((result) => result.writes));
  const lost = 1 - median(results.map(({ quiet, changing }) => changing.rate / quiet.rate));
  const row = (name, which) => {
    const middle = medians(
      results.map((result) => result[which]),
      figures,
    );
    return [name, ...Object.values(middle).map((value) => shown(value))];
  };
  return `# Reading while the catalogue changes

Written by \`npm run bench -- --changes\`. ${measuredOn(where)} ${rounds} pairs of rounds of ${seconds} s, medians.

16 callers read 100 bookings from anywhere; beside them a unit changes its state each second, and ${shown(writes)} projects
are changed each second through the same service, by requests from the same machine. Reading loses ${shown(100 * lost)} % of its
rate. The CPU of a read has that of the writes in it.

${table(
  ['', 'Reads/s', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms'],
  [row('Nothing changes', 'quiet'), row('Changes', 'changing')],
)}
`;
}
