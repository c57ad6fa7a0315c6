import { median } from '../measure/statistics.mjs';
import { startService } from '../peers/service.mjs';

/** Seconds from the start of the process until the service says that it is ready. */
export async function startingTime(databaseUrl, undo, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    const { stop } = await startService(databaseUrl, undo, 10);
    times.push((performance.now() - begin) / 1000);
    await stop();
  }
  return median(times);
}
