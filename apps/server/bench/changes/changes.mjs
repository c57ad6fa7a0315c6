import { connected } from '../database.mjs';
import { startPeers } from '../field/field.mjs';
import { content } from '../field/content.mjs';
import { load } from '../load/load.mjs';
import { round } from '../measure/round.mjs';
import { median } from '../measure/statistics.mjs';
import { service } from '../peers/service.mjs';
import { Writer } from './writer.mjs';

const callers = 16;

/** What reading loses while units change their state and projects are written, round by round beside quiet ones. */
export async function measureChanges(options, undo, say) {
  const { databaseUrl } = options;
  const [peer] = await startPeers([service], databaseUrl, undo, say);
  const { instants } = await content(databaseUrl);
  const requests = instants.map((instant) => ({ path: peer.list(instant) }));
  const writer = await Writer.of(peer, databaseUrl, undo);
  const rounds = [];
  say('reading, quiet and while the catalogue changes');
  await connected(databaseUrl, async (client) => {
    const read = () => round(client, load, { peer, requests, callers }, options);
    for (let number = 0; number < options.rounds; number += 1) {
      const quiet = await read();
      const before = writer.written;
      const since = performance.now();
      writer.start();
      const changing = await read();
      const seconds = (performance.now() - since) / 1000;
      await writer.stop();
      rounds.push({ quiet, changing, writes: (writer.written - before) / seconds });
    }
  });
  await peer.stop();
  const medianOf = (figure) => median(rounds.map(figure));
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
