/**
 * The processor time of the work in microseconds: the lowest of three runs, because other load adds to them, or the
 * first run that is below `enough`. Compare it only with that of other work, so that the speed of the machine does
 * not matter.
 */
export async function measureCost(work: () => unknown, enough = 0): Promise<number> {
  let least = Infinity;
  for (let go = 0; go < 3 && least >= enough; go += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/** The number of parts into which work is divided to compare it with the whole. */
const parts = 256;

/**
 * How many times as much the work costs on the whole as on all of its parts: about 1, or about 256 for quadratic
 * work. Measured only until it is known to be below `steepest`.
 */
export async function measureGrowth<T>(
  make: (size: number) => T,
  size: number,
  work: (made: T) => unknown,
): Promise<number> {
  const [part, whole] = [make(size / parts), make(size)];
  const inParts = async () => {
    for (let done = 0; done < parts; done += 1) await work(part);
  };
  // The first run includes compilation.
  await inParts();
  const cost = await measureCost(inParts);
  return (await measureCost(() => work(whole), steepest * cost)) / cost;
}

/**
 * Closer to quadratic than to linear growth: on a busy machine the whole, which does not fit the processor's caches,
 * has cost twenty times as much as its parts.
 */
export const steepest = 64;
