/**
 * The processor time that work takes, in microseconds: the least of three goes, as whatever else the machine does adds to
 * one or another, or the first that is below what is enough. To be compared with that of other work alone, so that it does
 * not matter how fast the machine is.
 */
export async function costOf(work: () => unknown, enough = 0): Promise<number> {
  let least = Infinity;
  for (let go = 0; go < 3 && least >= enough; go += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/**
 * How many times as much the work costs on sixteen times as much: about 16, or about 256 where it grows with the square. Not
 * measured any further than to see that it is below `steepest`.
 */
export async function growthOf<T>(
  make: (size: number) => T,
  size: number,
  work: (made: T) => unknown,
): Promise<number> {
  const [small, large] = [make(size / 16), make(size)];
  // What is done for the first time is compiled, once.
  await work(small);
  const cost = await costOf(() => work(small));
  return (await costOf(() => work(large), steepest * cost)) / cost;
}

/** Between what grows with the size and what grows with its square. */
export const steepest = 64;
