import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { content } from '../field/content.mjs';
import { load } from '../load/load.mjs';
import { accessToken, service, startService } from '../peers/service.mjs';
import { stacksOf } from './stacks.mjs';

const callers = 16;

/** Where the service's own process spends its time while it is asked for pages, and for single bookings. */
export async function measureFlame({ databaseUrl, seconds, warmup }, undo, say) {
  const { instants, bookings } = await content(databaseUrl);
  const headers = { authorization: `Bearer ${await accessToken(databaseUrl, undo)}` };
  const asked = [
    { id: 'list', title: '100 bookings from anywhere', paths: instants.map(service.list) },
    { id: 'get', title: 'One booking', paths: bookings.map(service.get) },
  ];
  const graphs = [];
  for (const { id, title, paths } of asked) {
    say(`where the time goes: ${title}`);
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-flame-'));
    undo.add(() => rm(folder, { recursive: true, force: true }));
    const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
    const { base, stop } = await startService(databaseUrl, undo, 50, flags);
    const given = { base, headers, requests: paths.map((path) => ({ path })), callers };
    await load({ ...given, seconds: warmup });
    const from = microseconds();
    const { requests } = await load({ ...given, seconds });
    const until = microseconds();
    // The profile is written when the process ends.
    await stop();
    const [file = ''] = await readdir(folder);
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8'));
    graphs.push({ id, title, requests, root: stacksOf(profile, { from, until }) });
  }
  return graphs;
}

/** On the clock that profiles have. */
const microseconds = () => Number(process.hrtime.bigint() / 1000n);
