import { connected } from '../database.mjs';
import { startPeers } from '../field/field.mjs';
import { content } from '../field/content.mjs';
import { load } from '../load/load.mjs';
import { round, rounds } from '../measure/round.mjs';
import { median } from '../measure/statistics.mjs';
import { startOwn } from '../peers/process.mjs';
import { service } from '../peers/service.mjs';
import { projectsToWrite, Writer } from './writer.mjs';

const callers = 16;

/** Who changes the projects: the service, or the least that can, a transaction of `node:http` and `pg` without a question asked. */
const throughService = { name: 'Changes', start: (peer) => peer };
const throughLimit = {
  name: 'The same changes, by node:http and pg alone',
  start: (_peer, databaseUrl, undo) => startOwn(['bench/changes/limit-server.mjs'], { databaseUrl, id: 'limit', undo }),
};

/** What reading loses while units change their state and projects are written, round by round beside quiet ones. */
export async function measureChanges(options, undo, say) {
  const { databaseUrl } = options;
  const [peer] = await startPeers([service], databaseUrl, undo, say);
  const { instants } = await content(databaseUrl);
  const requests = instants.map((instant) => ({ path: peer.list(instant) }));
  const ids = await projectsToWrite(peer, databaseUrl, undo);
  const contestants = [];
  for (const { name, start: startWriting } of [throughService, throughLimit]) {
    const server = await startWriting(peer, databaseUrl, undo);
    contestants.push({ name, server, writer: new Writer(server, databaseUrl, ids) });
  }
  say('reading, quiet and while the catalogue changes');
  const results = await connected(databaseUrl, async (client) => {
    const read = () => round(client, load, { peer, requests, callers }, options);
    // As reads have their warm-up: the first thousand writes of a process cost it twice as much.
    for (const { writer } of contestants) await beside(writer, read);
    return rounds(contestants, options.rounds, async ({ writer }) => ({
      quiet: await read(),
      ...(await beside(writer, read)),
    }));
  });
  for (const { server } of contestants) await server.stop();
  return contestants.map(({ name }, index) => ({ name, ...summary(results[index]) }));
}

/** A round of reading beside writes, and how many were done each second. */
async function beside(writer, read) {
  const before = writer.written;
  const since = performance.now();
  writer.start();
  const changing = await read();
  const seconds = (performance.now() - since) / 1000;
  await writer.stop();
  return { changing, writes: (writer.written - before) / seconds };
}

function summary(results) {
  const medianOf = (figure) => median(results.map(figure));
  const middle = (which) =>
    Object.fromEntries(
      ['rate', 'p50', 'p99', 'serviceCpu', 'databaseCpu'].map((name) => [name, medianOf((each) => each[which][name])]),
    );
  return {
    writes: medianOf(({ writes }) => writes),
    lost: 1 - medianOf(({ quiet, changing }) => changing.rate / quiet.rate),
    quiet: middle('quiet'),
    changing: middle('changing'),
  };
}
