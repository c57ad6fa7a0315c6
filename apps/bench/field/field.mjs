import { connected } from '../database.mjs';
import { load } from '../load/load.mjs';
import { round, rounds } from '../measure/round.mjs';
import { median } from '../measure/statistics.mjs';
import { directus } from '../peers/directus.mjs';
import { limit } from '../peers/limit.mjs';
import { postgrest } from '../peers/postgrest.mjs';
import { prisma } from '../peers/prisma.mjs';
import { service } from '../peers/service.mjs';
import { compareAnswers } from './answers.mjs';
import { content } from './content.mjs';
import { judged } from './goals.mjs';
import { scenarios } from './scenarios.mjs';
import { startingTime } from './starting.mjs';

const everybody = [service, limit, postgrest, prisma, directus];
const figures = ['rate', 'p50', 'p99', 'bytes', 'serviceCpu', 'databaseCpu'];

/** The service beside others on the same rows of the same database. */
export async function measureField(options, undo, say) {
  const { databaseUrl } = options;
  say('starting until ready');
  const starting = await startingTime(databaseUrl, undo, options.rounds);
  const peers = await startPeers(everybody, databaseUrl, undo, say);
  const asked = await content(databaseUrl);
  await compareAnswers(peers, asked);
  const results = [];
  for (const scenario of await scenarios(peers, asked)) {
    say(scenario.title);
    results.push({ ...scenario, contestants: await measureScenario(scenario, options) });
  }
  for (const { stop } of peers) await stop();
  return summary(results, starting);
}

export async function startPeers(list, databaseUrl, undo, say) {
  const peers = [];
  for (const peer of list) {
    say(`starting ${peer.name}`);
    try {
      peers.push({ ...peer, ...(await peer.start(databaseUrl, undo)) });
    } catch (error) {
      if (!peer.isOptional) throw error;
      say(`${peer.name} is left out: ${error.message}`);
    }
  }
  return peers;
}

const most = (values) => (values.includes(null) ? null : Math.max(...values));

/** Of each contestant the median of its rounds, and the rounds. */
export function measureScenario({ contestants }, options) {
  return connected(options.databaseUrl, async (client) => {
    const measured = await rounds(contestants, options.rounds, (contestant) =>
      round(client, load, contestant, options),
    );
    return contestants.map(({ id, name, peer }, index) => {
      const list = measured[index];
      const medianOf = (figure) => {
        const values = list.map((result) => result[figure]).filter((value) => value !== null);
        return median(values);
      };
      const middle = Object.fromEntries(figures.map((figure) => [figure, medianOf(figure)]));
      const memory = most(list.map((result) => result.memory));
      return { id, name, peer: peer.id, ...middle, memory, rates: list.map(({ rate }) => rate) };
    });
  });
}

/** The median of the ratios of each round: what slows the machine for a while slows both. */
export function ratioOf(contestants, id, other) {
  const rates = (wanted) => contestants.find((contestant) => contestant.id === wanted)?.rates;
  const [ours, theirs] = [rates(id), rates(other)];
  return ours && theirs ? median(ours.map((rate, round) => rate / theirs[round])) : null;
}

function summary(results, starting) {
  const contestantsOf = (scenario) => results.find(({ id }) => id === scenario).contestants;
  const ours = results.flatMap(({ contestants }) => contestants).filter(({ peer }) => peer === 'service');
  const memory = most(ours.map((contestant) => contestant.memory));
  const goals = judged({
    starting,
    memory,
    figure: (scenario, id, figure) => contestantsOf(scenario).find((contestant) => contestant.id === id)[figure],
    ratio: (scenario, id, other) => ratioOf(contestantsOf(scenario), id, other),
  });
  const scenarios = results.map(({ id, title, contestants }) => ({
    id,
    title,
    contestants: contestants.map((contestant) => ({
      ...contestant,
      toPostgrest: ratioOf(contestants, contestant.id, 'postgrest'),
      toLimit: ratioOf(contestants, contestant.id, 'limit'),
    })),
  }));
  return { goals, starting, memory, scenarios };
}
