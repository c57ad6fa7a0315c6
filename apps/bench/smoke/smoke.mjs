import { readFile, writeFile } from 'node:fs/promises';
import { compareAnswers } from '../field/answers.mjs';
import { content } from '../field/content.mjs';
import { measureScenario, ratioOf, startPeers } from '../field/field.mjs';
import { scenarios } from '../field/scenarios.mjs';
import { limit } from '../peers/limit.mjs';
import { service } from '../peers/service.mjs';
import { shown } from '../reports/markdown.mjs';

const recorded = new URL('recorded-ratios.json', import.meta.url);

/** Machines and days differ, and few rounds of a small database say little: only a collapse is a failure. */
const collapse = 0.2;
const looked = ['list-16', 'get'];

/** Compares the service with the limit, as it was when the ratios were recorded. Resolves to the exit status. */
export async function smoke(options, undo, say) {
  const peers = await startPeers([service, limit], options.databaseUrl, undo, say);
  const asked = await content(options.databaseUrl);
  await compareAnswers(peers, asked);
  const ratios = {};
  for (const scenario of await scenarios(peers, asked)) {
    if (!looked.includes(scenario.id)) continue;
    ratios[scenario.id] = ratioOf(await measureScenario(scenario, options), 'service', 'limit');
  }
  if (options.record) {
    const rounded = Object.fromEntries(Object.entries(ratios).map(([id, ratio]) => [id, Number(ratio.toFixed(2))]));
    await writeFile(recorded, `${JSON.stringify(rounded, null, 2)}\n`);
  }
  const before = JSON.parse(await readFile(recorded, 'utf8'));
  const fallen = looked.filter((id) => ratios[id] < before[id] * collapse);
  for (const id of looked) say(`${id}: ${shown(ratios[id])} of the limit, recorded ${shown(before[id])}`);
  for (const id of fallen) say(`${id} has collapsed: it is below a fifth of the recorded part of the limit.`);
  return fallen.length > 0 ? 1 : 0;
}
