import { readFile } from 'node:fs/promises';
import { compareAnswers, content, measureScenario, ratioOf, scenarios, startPeers } from './field.mjs';
import { limit } from './peers/limit.mjs';
import { service } from './peers/service.mjs';
import { shown } from './report.mjs';

/** Only a collapse is a failure: machines and days differ, and few rounds on a small database are imprecise. */
const collapse = 0.2;

/** Compares the service's share of the limit with the recorded one. */
export async function run(options, undo, say) {
  const recorded = JSON.parse(await readFile(new URL('recorded-ratios.json', import.meta.url), 'utf8'));
  const peers = await startPeers([service, limit], options, undo, say);
  const asked = await content(options.databaseUrl);
  await compareAnswers(peers, asked);
  for (const scenario of await scenarios(peers, asked)) {
    const { id } = scenario;
    if (recorded[id] === undefined) continue;
    const ratio = ratioOf(await measureScenario(scenario, options), 'service', 'limit');
    say(`${id}: ${shown(ratio)} of the limit, recorded ${shown(recorded[id])}`);
    if (ratio >= recorded[id] * collapse) continue;
    say(`${id} has collapsed: below a fifth of the recorded ratio.`);
    process.exitCode = 1;
  }
}
